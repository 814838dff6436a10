"""Tests of the SSH server."""
