"""The boards of a server."""
