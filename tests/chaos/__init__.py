"""Chaos: three servers on one database, people who play, and faults at seeded moments."""
