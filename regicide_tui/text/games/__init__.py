"""What each game says of its table in text."""
