"""Tests of the bots of King of the Dead."""
