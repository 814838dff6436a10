"""The shared reviews of finished games."""
