"""The screens that a visitor of the server sees: the lobby, the tables and their lists."""
