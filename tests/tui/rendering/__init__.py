"""The drawing of cards and pictures."""
