"""Bots: players that see only what their seat sees. docs/bots.md describes them."""
