"""Trains the weights from scratch (docs/bots.md)."""
