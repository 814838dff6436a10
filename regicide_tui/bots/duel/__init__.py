"""The bots of Regicide Duel."""
