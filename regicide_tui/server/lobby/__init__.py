"""The tables that the lobby offers, their order, and how many may wait."""
