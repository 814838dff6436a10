"""What the tables of all games share on the screen."""
