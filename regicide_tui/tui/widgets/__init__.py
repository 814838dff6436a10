"""The widgets of screens; those of a table stand in `table`."""
