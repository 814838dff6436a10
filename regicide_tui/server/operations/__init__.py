"""The operator's tasks: run the server, inspect it, configure it."""
