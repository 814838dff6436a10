"""Tests of the processes of a server."""
