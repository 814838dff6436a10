"""What Regicide and Regicide Duel share, and no other game."""
