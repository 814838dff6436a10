"""The bots of Regicide."""
