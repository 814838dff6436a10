"""The terminal below the app: its driver, its contents cell by cell, and its hangup."""
