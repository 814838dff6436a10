"""Tests of the SSH door."""
