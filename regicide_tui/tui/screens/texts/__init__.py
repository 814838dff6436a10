"""Screens with a text to read."""
