"""The seeds of the games that an environment deals, one after the other."""

import numpy as np


class Seeds:
    """Seeds as text. The game after `next(7)` is that of the seed `7` in the app."""

    def __init__(self) -> None:
        self._rng = np.random.default_rng()

    def next(self, seed: int | None = None) -> str:
        """Return the next seed of the row; with a `seed`, begin a row anew with that one.

        Until a row was begun, the seeds are random.
        """
        if seed is None:
            return str(self._rng.integers(2**63))
        self._rng = np.random.default_rng(seed)
        return str(seed)
