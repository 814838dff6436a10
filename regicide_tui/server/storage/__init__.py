"""Logs in SQLite or PostgreSQL, and the processes that share them."""
