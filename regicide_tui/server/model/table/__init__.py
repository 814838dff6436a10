"""A table: its state, commands and events, and what its commands decide."""
