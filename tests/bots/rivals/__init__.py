"""The players of Duel and of King of the Dead."""
