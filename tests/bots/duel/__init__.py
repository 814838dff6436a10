"""The players of Regicide Duel."""
