"""Which tables the lobby offers, in which order, and how many may wait."""
