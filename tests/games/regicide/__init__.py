"""Tests of Regicide."""
