"""Tests of the bots of Duel and of King of the Dead."""
