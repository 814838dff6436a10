"""The puzzles found in games of bots. `make puzzles` writes this file."""

FOUND = """
"""
