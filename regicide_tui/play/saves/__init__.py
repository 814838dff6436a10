"""Saves: one file a game, a proof of its game, never half written."""
