"""What the server keeps: logs in a database, accounts and results."""
