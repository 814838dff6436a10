"""The code that only Regicide and Regicide Duel share."""
