"""The bots of King of the Dead."""
