"""The SSH server: logins, the lobby, and tables at which people play together."""
