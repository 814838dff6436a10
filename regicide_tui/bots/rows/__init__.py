"""Thinking fast: games of plays and payments as rows of numbers, and a search over them."""
