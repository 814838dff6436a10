"""Attacks on what the project promises, seeded and bounded."""
