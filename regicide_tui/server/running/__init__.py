"""The processes of a server: what is open in each, where they listen, and how they end."""
