"""What a seat sees of a game, as an array of numbers."""
