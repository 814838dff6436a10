"""Widgets that any game's table can use."""
