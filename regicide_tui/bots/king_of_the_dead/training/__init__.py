"""The program that trains the nets of King of the Dead."""
