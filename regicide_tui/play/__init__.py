"""What happens around a game: its history, its saves, its transcript, and the table."""
