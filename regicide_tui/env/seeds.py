"""The seeds of the games that an environment deals, one after the other."""

import numpy as np


class Seeds:
    """Seeds as text. `next(7)` is the seed `7` of the app."""

    def __init__(self) -> None:
        self._rng = np.random.default_rng()

    def next(self, seed: int | None = None) -> str:
        """Return the next seed of the sequence; with a `seed`, restart the sequence from it.

        Before any `seed` is given, the seeds are random.
        """
        if seed is None:
            return str(self._rng.integers(2**63))
        self._rng = np.random.default_rng(seed)
        return str(seed)
