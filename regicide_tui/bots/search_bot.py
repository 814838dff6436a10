"""The common base of all bots that search, and how they analyse a decision."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from math import fsum
from typing import Generic, TypeVar

from msgspec.structs import replace

from regicide_tui.bots.base import (
    A,
    Bot,
    Decision,
    Observation,
    Ranking,
    RatedAction,
    S,
    Stopped,
    never_stop,
)

K = TypeVar("K")


class SearchBot(Bot[S, A], Generic[S, A, K]):
    """A bot that searches from its seat's knowledge, which is a `K`."""

    @abstractmethod
    def find_only(self, view: S) -> A | None:
        """Return the only action to consider, or None if there are several."""

    @abstractmethod
    def infer(self, observation: Observation[S]) -> K:
        """Return what the seat to act knows. Raises `NoAnswer`."""

    @abstractmethod
    def search(
        self,
        known: K,
        seed: int,
        stopped: Stopped = never_stop,
        only: A | None = None,
    ) -> Ranking[A]:
        """Return the actions to consider, or `only` one, with their chances, the best first.

        Raises `NoAnswer` if the search can't use this one.
        """

    def find_best(self, known: K, seed: int, stopped: Stopped = never_stop) -> RatedAction[A]:
        """Return the action to take, after a search."""
        return self.search(known, seed, stopped)[0]

    def choose(self, observation: Observation[S], seed: int, stopped: Stopped = never_stop) -> A:
        """Return the action of `decide`."""
        return self.decide(observation, seed, stopped).action

    def decide(
        self, observation: Observation[S], seed: int, stopped: Stopped = never_stop
    ) -> Decision[A]:
        """Return an action, with its chance unless it is the only one. Raises `NoAnswer`."""
        if (only := self.find_only(observation.view)) is not None:
            return Decision(only)
        best = self.find_best(self.infer(observation), seed, stopped)
        return Decision(best.action, best.chance)

    def rank(
        self, observation: Observation[S], seed: int, stopped: Stopped = never_stop
    ) -> Ranking[A]:
        """Return the actions to consider, the best first. Raises `NoAnswer`."""
        return self.search(self.infer(observation), seed, stopped)

    def rank_quickly(self, observation: Observation[S], seed: int) -> Ranking[A]:
        """Return the actions rated without a search, the best first; none if that is impossible.

        Raises `NoAnswer`.
        """
        return ()

    def review(
        self,
        observation: Observation[S],
        done: A | None,
        seed: int,
        stopped: Stopped = never_stop,
    ) -> tuple[RatedAction[A], RatedAction[A]]:
        """Return the best action and the one taken, with their chances.

        Both are searched separately with the whole budget, and again with other random numbers if
        the action seems to have a cost. Without an action, return the best one twice. Raises
        `NoAnswer`.
        """
        known, only = self.infer(observation), self.find_only(observation.view)
        ranked = (RatedAction(only, 0.0, 1.0),) if only else self.search(known, seed, stopped)
        return compare_with_best(
            ranked,
            done,
            lambda action, number: self.search(known, seed + number, stopped, action)[0],
        )


_EQUAL_WITHIN = 0.02
"""Chances that differ by no more than this count as equal."""
_DOUBTFUL = 0.01
"""If a decision seems to have cost at least this, its cost is measured more precisely."""
_REPEATS = 3
_SMALLEST_SEARCH_SHARE = 0.02
"""With a smaller share of the search, the chance of an action is unreliable."""


def compare_with_best(
    ranked: Sequence[RatedAction[A]], done: A | None, search_one: Callable[[A, int], RatedAction[A]]
) -> tuple[RatedAction[A], RatedAction[A]]:
    """Return the best action and the one taken.

    If no action was taken, `done` is None and both are the best action. `ranked` are all actions,
    the best first. `search_one` searches only the given action; its second argument selects other
    random numbers. It is called for the first of `ranked`, which counts as the best, and for
    `done`, so that the search also rates an action that it would hardly ever try. If `done` then
    seems to have a cost, both are searched again, and the chances are means: a single search too
    often finds a cost where there is none.
    """
    best_action = ranked[0].action
    lead = ranked[0].target_chance - ranked[1].target_chance if len(ranked) > 1 else 0.0
    equals = tuple(
        [
            one.action
            for one in ranked[1:]
            if one.search_share >= _SMALLEST_SEARCH_SHARE
            and one.target_chance >= ranked[0].target_chance - _EQUAL_WITHIN
        ]
    )
    best = replace(search_one(best_action, 0), lead=lead, equals=equals)
    own = best if done in (None, best_action) else search_one(done, 0)
    if best.target_chance - own.target_chance >= _DOUBTFUL:
        best, own = _search_again(best, search_one), _search_again(own, search_one)
    return (best if best.target_chance > own.target_chance else own), own


def _search_again(
    one: RatedAction[A], search_one: Callable[[A, int], RatedAction[A]]
) -> RatedAction[A]:
    """Return an action with the mean of its chances in this search and in `_REPEATS` others."""
    more = [search_one(one.action, number) for number in range(1, 1 + _REPEATS)]
    return average(one, [one, *more])


def mean(values: Sequence[float]) -> float:
    """Return the mean like `statistics.fmean`, without loading that module at start-up."""
    return fsum(values) / len(values)


def average(one: RatedAction[A], found: Sequence[RatedAction[A]]) -> RatedAction[A]:
    """Return an action with the mean chances of several ratings."""
    gold = None if one.gold is None else mean([each.gold or 0.0 for each in found])
    return replace(one, chance=mean([each.chance for each in found]), gold=gold)
