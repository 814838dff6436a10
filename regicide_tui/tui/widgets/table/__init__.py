"""The widgets of a table."""
