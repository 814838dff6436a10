"""The house's SSH door: logins, the lobby, and tables at which people sit together."""
