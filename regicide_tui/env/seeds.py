"""The seeds of the games that an environment deals, one after the other."""

import numpy as np


class Seeds:
    """Seeds as text. The first game after `restart(7)` is that of the seed `7` in the app."""

    def __init__(self) -> None:
        self._rng = np.random.default_rng()

    def restart(self, seed: int) -> str:
        """Begin a row of seeds anew. Return its first seed."""
        self._rng = np.random.default_rng(seed)
        return str(seed)

    def next(self) -> str:
        """Return the next seed of the row; without a restart it is a random one."""
        return str(self._rng.integers(2**63))
