"""Commands, keys and what can be done on a screen."""
