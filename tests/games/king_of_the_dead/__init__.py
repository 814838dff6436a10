"""Tests of King of the Dead."""
