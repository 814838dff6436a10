"""Chaos: three servers on one database, people who play, and faults at moments given by a seed."""
