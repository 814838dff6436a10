"""How the nets for encoded states are trained: the stages for each game and number of players.

Four players, and one player without Jesters, never win by chance. A net that never wins learns
nothing. So those begin with a net that has learned an easier game.
"""

from typing import NamedTuple


class Stage(NamedTuple):
    """A stage of training: this many games with this many players.

    The learning rate falls from `first_rate` to `last_rate`, by an equal factor for each game.
    `jesters` are the numbers of Jesters that a solo player may flip, game by game in turn.
    `random_share` is the share of random actions at the beginning; it falls to 0.
    """

    players: int
    games: int
    first_rate: float
    last_rate: float
    jesters: tuple[int, ...] = (0,)
    random_share: float = 0.05

    def rate(self, done: int) -> float:
        """Return the learning rate after `done` games."""
        return float(self.first_rate * (self.last_rate / self.first_rate) ** (done / self.games))


SCHEDULES: dict[tuple[str, int], tuple[Stage, ...]] = {
    ("regicide", 1): (
        Stage(1, 500_000, 0.02, 0.006, jesters=(2,)),
        Stage(1, 1_000_000, 0.008, 0.0008, jesters=(0, 1, 2), random_share=0.02),
        Stage(1, 600_000, 0.0008, 0.0001, jesters=(0, 1, 2), random_share=0.01),
    ),
    ("regicide", 2): (
        Stage(2, 1_000_000, 0.02, 0.0008),
        Stage(2, 600_000, 0.0008, 0.0001, random_share=0.01),
    ),
    ("regicide", 3): (
        Stage(3, 1_000_000, 0.02, 0.0008),
        Stage(3, 2_000_000, 0.002, 0.0001, random_share=0.01),
    ),
    ("regicide", 4): (
        Stage(3, 400_000, 0.02, 0.008),
        Stage(4, 1_000_000, 0.01, 0.0008, random_share=0.02),
        Stage(4, 600_000, 0.0008, 0.0001, random_share=0.01),
    ),
    ("duel", 2): (
        Stage(2, 1_000_000, 0.02, 0.0008),
        Stage(2, 600_000, 0.0008, 0.0001, random_share=0.01),
    ),
}
FIRST_LAYER, SECOND_LAYER = 64, 32
"""The sizes of the hidden layers."""
PROGRESS_WEIGHT = 0.05
"""The weight of progress. It is larger than in play: at first a net never wins."""
EPOCH = 10_000
"""This many games lie between two lines of the log."""
TEST_GAMES = 10_000
"""This many games measure the result, without further training."""
