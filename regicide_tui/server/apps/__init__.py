"""Many Textual apps in one event loop: the driver of a line, scheduling, and memory."""
