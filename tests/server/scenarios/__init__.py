"""Scenarios: what happens at a server, in plain lines; see `runner.py`."""
