"""The zones of the table of King of the Dead, painted."""
