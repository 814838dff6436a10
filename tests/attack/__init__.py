"""Visitors who want to hurt the house, against the real server in a process of its own."""
