"""The UIs of the games, one folder each."""
