"""The load on a server: real SSH clients against a separate server process."""
