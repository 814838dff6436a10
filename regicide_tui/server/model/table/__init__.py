"""A table: its state, commands and events, and the decisions of its commands."""
