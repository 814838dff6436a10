"""Many Textual apps in one loop: the driver of a line, whose turn it is, and memory."""
