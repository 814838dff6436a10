"""Tests of the table of King of the Dead."""
