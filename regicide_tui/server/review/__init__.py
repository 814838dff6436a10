"""Finished games that several people look at together."""
