"""The start of the app: its opening, and the frame painted before Textual is imported."""
