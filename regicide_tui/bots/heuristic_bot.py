"""A bot that plays by a heuristic and does not search."""

from collections.abc import Callable
from random import Random
from typing import TypeVar

from regicide_tui.bots.base import Bot, Observation, never_stop
from regicide_tui.games.base import Value

S = TypeVar("S", bound=Value)
A = TypeVar("A", bound=Value)

Candidate = tuple[A, float]
"""An action that a bot considers, and its appeal: how good it looks, in any unit."""


def best_candidate(candidates: list[Candidate[A]]) -> A:
    """Return the action with the greatest appeal, the first of equal ones."""
    best = candidates[0]
    for candidate in candidates:
        if candidate[1] > best[1]:
            best = candidate
    return best[0]


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
