"""The terminal below the app: its driver, what it shows cell by cell, and its end."""
