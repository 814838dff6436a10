"""How nets are trained on rows: the stages of learning for each game and number of players.

Four players, and one without Jesters, never win by chance, and who never wins learns nothing. So
those begin with a net that has learned an easier game.
"""

from typing import NamedTuple


class Stage(NamedTuple):
    """So many games of so many players, with a rate of learning that falls evenly by ratio.

    `jesters` are the numbers of Jesters that a solo player may flip, game by game in turn; `stray`
    is the share of random actions at the beginning, which falls to none.
    """

    players: int
    games: int
    first_rate: float
    last_rate: float
    jesters: tuple[int, ...] = (0,)
    stray: float = 0.05

    def rate(self, done: int) -> float:
        """Return the rate of learning after so many games."""
        return float(self.first_rate * (self.last_rate / self.first_rate) ** (done / self.games))


PLANS: dict[tuple[str, int], tuple[Stage, ...]] = {
    ("regicide", 1): (
        Stage(1, 500_000, 0.02, 0.006, jesters=(2,)),
        Stage(1, 1_000_000, 0.008, 0.0008, jesters=(0, 1, 2), stray=0.02),
        Stage(1, 600_000, 0.0008, 0.0001, jesters=(0, 1, 2), stray=0.01),
    ),
    ("regicide", 2): (
        Stage(2, 1_000_000, 0.02, 0.0008),
        Stage(2, 600_000, 0.0008, 0.0001, stray=0.01),
    ),
    ("regicide", 3): (
        Stage(3, 1_000_000, 0.02, 0.0008),
        Stage(3, 2_000_000, 0.002, 0.0001, stray=0.01),
    ),
    ("regicide", 4): (
        Stage(3, 400_000, 0.02, 0.008),
        Stage(4, 1_000_000, 0.01, 0.0008, stray=0.02),
        Stage(4, 600_000, 0.0008, 0.0001, stray=0.01),
    ),
    ("duel", 2): (
        Stage(2, 1_000_000, 0.02, 0.0008),
        Stage(2, 600_000, 0.0008, 0.0001, stray=0.01),
    ),
}
FIRST_LAYER, SECOND_LAYER = 64, 32
"""The sizes of the hidden layers."""
LEAN = 0.05
"""How much fallen royals count: more than in play, since one who never won likes nothing else."""
EPOCH = 10_000
"""So many games lie between two lines of the log."""
EXAM = 10_000
"""So many games measure what was learned, without learning more."""
