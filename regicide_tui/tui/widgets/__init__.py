"""The widgets of screens; the widgets of a table are in `table`."""
