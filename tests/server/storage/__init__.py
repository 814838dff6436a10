"""Tests of what processes share: rows of processes and visits."""
