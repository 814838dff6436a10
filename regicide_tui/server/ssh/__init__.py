"""SSH connections: bytes, limits, logins, and the one session of a connection."""
