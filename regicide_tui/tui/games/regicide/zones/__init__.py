"""The zones of the table of Regicide, painted."""
