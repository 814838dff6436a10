"""One process: what is open in it, where it listens, and how it ends."""
