"""Environments for research on games: PettingZoo, Gymnasium, OpenSpiel, and many tables at once.

docs/env.md explains the numbers of actions and observations.
"""

MISSING = "This needs the extra 'env': pip install 'regicide-tui[env]'."
"""The message if a package that only the environments need is missing."""
