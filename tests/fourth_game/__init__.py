"""A game that is installed as a package of its own, and its tests."""
