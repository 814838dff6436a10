"""How the weights are made, from nothing (docs/bots.md)."""
