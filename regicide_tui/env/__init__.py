"""Environments for people who study games: PettingZoo, Gymnasium, OpenSpiel, many tables at once.

docs/env.md says what the numbers of actions and observations mean.
"""

MISSING = "This needs the extra 'env': pip install 'regicide-tui[env]'."
"""What is said if a package is missing that only the environments need."""
