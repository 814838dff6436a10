"""Tests of the workers of a server."""
