"""The load on a house: real SSH clients against a server process of its own."""
