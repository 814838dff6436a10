"""The benchmark: fixed tasks and deals on which players are compared (docs/benchmark.md)."""
