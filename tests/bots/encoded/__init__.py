"""Tests of encoded states, and of the search over them."""
