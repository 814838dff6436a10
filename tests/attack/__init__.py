"""Attacks that take minutes: `make attack` runs them."""
