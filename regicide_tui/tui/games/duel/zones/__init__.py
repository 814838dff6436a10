"""The zones of the table of Regicide Duel, painted."""
