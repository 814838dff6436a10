"""Whole games as text files that people read and a test compares with what the code does."""
