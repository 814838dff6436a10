"""The training schedules: the stages for each game and number of players.

Four players, and one player without Jesters, never win by chance. A net that never wins learns
nothing, so all nets of Regicide start with games of three players.
"""

from typing import NamedTuple


class Stage(NamedTuple):
    """A stage of training: this many games with this many players.

    The learning rate falls from `first_rate` to `last_rate`, by a constant factor per game.
    `jesters` are the numbers of Jesters that a solo player may flip, used in turn. `random_share`
    is the initial share of random actions, which falls to 0. The net takes an Adam step after
    `batch` games.

    With `until`, the stage continues at its last rate until this share of an epoch's games is won,
    since it depends on the first weights how long a net loses every game. In any case, it ends
    after `LONGEST` times as many games.
    """

    players: int
    games: int
    first_rate: float
    last_rate: float
    batch: int
    jesters: tuple[int, ...] = (0,)
    random_share: float = 0.05
    until: float = 0.0

    def is_over(self, done: int, won: float) -> bool:
        """Return whether the stage is over after `done` games, if this share was won recently."""
        return done >= LONGEST * self.games or (done >= self.games and won >= self.until)

    def rate(self, done: int) -> float:
        """Return the learning rate after `done` games."""
        part = min(1.0, done / self.games)
        return float(self.first_rate * (self.last_rate / self.first_rate) ** part)

    def chance_of_random(self, done: int) -> float:
        """Return the share of random actions after `done` games."""
        return self.random_share * max(0.0, 1 - done / self.games)


LONGEST = 10
"""By which factor `until` may at most extend a stage."""
_BEGINNING = Stage(3, 60_000, 0.001, 0.0005, 16, until=0.5)
"""The first stages of all nets of Regicide."""


def _plan(players: int, *jesters: int) -> tuple[Stage, ...]:
    """Return the stages of Regicide.

    A search evaluates positions that the net itself would avoid, so the longest stage has many
    random actions.
    """
    return (
        _BEGINNING,
        Stage(players, 90_000, 0.0005, 0.00005, 4, jesters, 0.02),
        Stage(players, 500_000, 0.0004, 0.00005, 8, jesters, 0.2),
        Stage(players, 30_000, 0.00005, 0.00002, 16, jesters, 0.01),
    )


def _go_on(
    players: int, games: int, jesters: tuple[int, ...] = (0,), random_share: float = 0.2
) -> tuple[Stage, ...]:
    """Return the stages for further training, again from random actions down to none."""
    return (
        Stage(players, games, 0.0003, 0.00003, 8, jesters, random_share),
        Stage(players, 60_000, 0.00003, 0.00001, 16, jesters, 0.01),
    )


def _plan_king(players: int, games: int) -> tuple[Stage, ...]:
    """Return the stages of King of the Dead.

    The heuristic chooses random actions by their appeal, so at first all actions are random.
    """
    return (
        Stage(players, 10_000, 0.001, 0.0005, 16, random_share=1.0),
        Stage(players, games, 0.001, 0.0001, 16, random_share=0.3),
        Stage(players, 20_000, 0.0001, 0.00003, 16, random_share=0.02),
    )


SCHEDULES: dict[tuple[str, int], tuple[Stage, ...]] = {
    ("regicide", 1): (*_plan(1, 0, 1, 2), *_go_on(1, 1_500_000, (0, 0, 1, 2), 0.06)),
    ("regicide", 2): (*_plan(2, 0), *_go_on(2, 800_000)),
    ("regicide", 3): _plan(3, 0),
    ("regicide", 4): (*_plan(4, 0), *_go_on(4, 1_500_000)),
    ("duel", 2): (
        Stage(2, 60_000, 0.001, 0.0005, 16),
        Stage(2, 300_000, 0.0005, 0.00005, 8, random_share=0.02),
        Stage(2, 500_000, 0.0004, 0.00005, 16, random_share=0.01),
        Stage(2, 30_000, 0.00005, 0.00002, 25, random_share=0.01),
    ),
    ("king_of_the_dead", 2): _plan_king(2, 200_000),
    ("king_of_the_dead", 3): _plan_king(3, 150_000),
    ("king_of_the_dead", 4): _plan_king(4, 40_000),
}
LAYERS = {"regicide": (128, 32), "duel": (128, 32), "king_of_the_dead": (64, 32)}
"""The sizes of the two hidden layers of each game's nets."""
PROGRESS_WEIGHT = 0.05
"""The weight of progress. It is larger than in play, since at first a net never wins."""
EPOCH = 10_000
"""The number of games between two lines of the log."""
TEST_GAMES = 2_000
"""The number of games to measure the result, without further training."""
