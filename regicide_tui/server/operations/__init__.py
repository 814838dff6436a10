"""What an operator does: open and close the server, look after it, configure it."""
