"""The benchmark: fixed tasks and deals to compare players (docs/benchmark.md)."""
