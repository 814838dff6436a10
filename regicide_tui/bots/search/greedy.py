"""A player by rules of thumb: it takes what looks best at first sight."""

from collections.abc import Callable
from random import Random
from typing import TypeVar

from regicide_tui.bots.base import Bot, Sight, never
from regicide_tui.bots.search.judge import Option
from regicide_tui.games.base import Value

S = TypeVar("S", bound=Value)
A = TypeVar("A", bound=Value)


class Greedy(Bot[S, A]):
    """Takes the action with the greatest appeal; equal ones by luck."""

    def __init__(self, options: Callable[[S], list[Option[A]]]) -> None:
        self._options = options

    def choose(self, sight: Sight[S], seed: int, stopped: Callable[[], bool] = never) -> A:
        """Answer an action."""
        luck = Random(seed)  # noqa: S311
        return max(self._options(sight.view), key=lambda option: (option[1], luck.random()))[0]
