"""The players of King of the Dead."""
