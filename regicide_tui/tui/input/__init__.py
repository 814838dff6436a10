"""Commands, their keys, and which of them a screen offers."""
