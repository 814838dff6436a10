"""What Regicide and Regicide Duel share. Of other games, only a bot uses `is_royal` of it."""
