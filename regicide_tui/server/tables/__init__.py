"""The tables of the server: their commands, their events, and their logs."""
