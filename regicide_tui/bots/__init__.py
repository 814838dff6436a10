"""Bots: players that see what a seat sees and return an action. docs/bots.md describes them."""
