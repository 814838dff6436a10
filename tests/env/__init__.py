"""Tests of the environments for people who study games."""
