"""A bot that chooses at random."""

from random import Random

from regicide_tui.bots.base import Bot, Observation, Stopped, never_stop
from regicide_tui.games.base import AnyGame, Value


class RandomBot(Bot[Value, Value]):
    """Chooses among the legal actions of any game, all equally likely."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def choose(
        self, observation: Observation[Value], seed: int, stopped: Stopped = never_stop
    ) -> Value:
        """Return one of `legal_actions`. A game may not list all of them (`is_complete`)."""
        rng = Random(seed)  # noqa: S311
        return rng.choice(self._game.legal_actions(observation.view))
