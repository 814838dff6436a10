"""Tables of the server, whatever is asked of them and however their logs are read."""
