"""SSH: connections, logins, sessions, and the bytes between them."""
