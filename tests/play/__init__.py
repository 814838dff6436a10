"""Tests of what happens around a game."""
