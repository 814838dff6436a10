"""A table of the server: what is asked of it, what happens at it, and how its log is read."""
