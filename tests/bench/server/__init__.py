"""The load on a server: real SSH clients against a server process of its own."""
