"""One process: its open parts, its ports, and its end."""
