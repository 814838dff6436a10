"""The start of the app: what it opens with, and the picture painted before Textual is imported."""
