"""A bot that plays by a heuristic and does not search."""

from collections.abc import Callable
from random import Random
from typing import TypeVar

from regicide_tui.bots.base import Bot, Observation, never_stop
from regicide_tui.bots.search.evaluator import Candidate
from regicide_tui.games.base import Value

S = TypeVar("S", bound=Value)
A = TypeVar("A", bound=Value)


class HeuristicBot(Bot[S, A]):
    """Takes the action with the greatest appeal. Among equals it chooses at random."""

    def __init__(self, candidates: Callable[[S], list[Candidate[A]]]) -> None:
        self._list_candidates = candidates

    def choose(
        self, observation: Observation[S], seed: int, stopped: Callable[[], bool] = never_stop
    ) -> A:
        """Return an action."""
        rng = Random(seed)  # noqa: S311
        return max(
            self._list_candidates(observation.view),
            key=lambda candidate: (candidate[1], rng.random()),
        )[0]
