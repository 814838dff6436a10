"""Tests, benchmarks and load generators."""
