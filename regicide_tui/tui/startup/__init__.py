"""What the app opens with, and the picture painted before Textual is imported."""
