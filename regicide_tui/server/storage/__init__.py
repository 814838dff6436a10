"""What the server stores: logs in a database, accounts and results."""
