"""Measurements: how fast the engine plays, and how quickly the screen answers."""
