"""Makes the weights from nothing (docs/bots.md)."""
