"""What a bot is given and what it returns."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from statistics import fmean
from typing import Generic, TypeVar

from msgspec.structs import replace

from regicide_tui.games.base import Event, Seat, Value

S = TypeVar("S", bound=Value)
A = TypeVar("A", bound=Value)


class NoAnswer(Exception):
    """The bot can't play on from this position, because no deal of the game leads to it."""


class Observation(Value, Generic[S]):
    """All that the seat to act has seen of a game.

    `first_view` is the seat's view before any event. `events` are the events as the seat saw them.
    `view` is the seat's view now. A bot is given an observation and never a state.
    """

    first_view: S
    events: tuple[Event, ...]
    view: S
    wishes: Mapping[Seat, bool] = {}
    """While the next player is chosen: which others would like to go next, or rather not (R-9)."""


class Chances(Value):
    """The chance of winning, from 0 to 1.

    For one player alone, `win` counts a win with any medal. `gold` is the chance of the gold medal,
    or None if gold can't be won.
    """

    win: float
    gold: float | None = None


def whole_percent(chance: float) -> int:
    """Return a chance as a whole percentage."""
    return round(100 * min(1.0, max(0.0, chance)))


class RatedAction(Value, Generic[A]):
    """An action and what a bot thinks of it.

    `chance` is the chance of winning; for one player alone, with any medal. `gold` is the chance of
    the gold medal, or None if gold can't be won. `search_share` is the share of the search that
    went into this action. `aims_at_gold` says whether the bot aims at gold.
    """

    action: A
    chance: float
    search_share: float
    gold: float | None = None
    aims_at_gold: bool = False
    lead: float = 0.0
    """By how much this action seems better than the next best one, where that was asked."""
    equals: tuple[A, ...] = ()
    """Other actions that seem about as good, where that was asked."""

    @property
    def chances(self) -> Chances:
        """Both chances."""
        return Chances(self.chance, self.gold)

    @property
    def target_chance(self) -> float:
        """The chance of what the bot aims at: gold, or any win."""
        return self.gold if self.aims_at_gold and self.gold is not None else self.chance


class Decision(Value, Generic[A]):
    """The action that a bot takes, and the chance of winning with it if the bot has one.

    `chance` is the bot's own, without a calibration curve. A player alone who aims at gold has the
    chance of winning without another Jester.
    """

    action: A
    chance: float | None = None


_EQUAL_WITHIN = 0.02
"""Chances that differ by no more than this count as equal."""
_DOUBTFUL = 0.01
"""What a decision seems to have cost, if it is so much or more, is measured more precisely."""
_REPEATS = 3
_SMALLEST_SEARCH_SHARE = 0.02
"""With a smaller share of the search than this, the chance of an action is not reliable."""


def compare_with_best(
    ranked: Sequence[RatedAction[A]], done: A | None, search_one: Callable[[A, int], RatedAction[A]]
) -> tuple[RatedAction[A], RatedAction[A]]:
    """Return the best action and the action that was done.

    If nothing was done, `done` is None and both are the best action. `ranked` are all actions, the
    best first. `search_one` searches one action by itself, and is also given a number: with each it
    has other random numbers. It is called for the first of `ranked`, which counts as the best, and
    for `done`. So the search also judges an action that it would hardly ever try. If `done` then
    seems to have cost something, both are searched again, and the chances are means: one search
    alone finds a cost too often where there is none.
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
    """Return an action with its mean chances of this search and of `_REPEATS` others."""
    found = [one, *[search_one(one.action, number) for number in range(1, 1 + _REPEATS)]]
    gold = None if one.gold is None else fmean([each.gold or 0.0 for each in found])
    return replace(one, chance=fmean([each.chance for each in found]), gold=gold)


def never_stop() -> bool:
    """Return False: the search goes on to its end."""
    return False


class Bot(ABC, Generic[S, A]):
    """A player. Between two calls it keeps nothing but memory to work in."""

    @abstractmethod
    def choose(
        self, observation: Observation[S], seed: int, stopped: Callable[[], bool] = never_stop
    ) -> A:
        """Return a legal action of the seat to act.

        `seed` is the seed of the bot's random numbers. The same observation and the same seed give
        the same action, unless `stopped` returns True before the end. Then the bot returns at once
        the best action that it has found. Raises `NoAnswer`.
        """

    def decide(
        self, observation: Observation[S], seed: int, stopped: Callable[[], bool] = never_stop
    ) -> Decision[A]:
        """Return the action of `choose`, with its chance if the bot has one. Raises `NoAnswer`."""
        return Decision(self.choose(observation, seed, stopped))

    def wish(self, seat: Seat, observation: Observation[S], seed: int) -> bool | None:
        """Return whether the bot in this seat would like to go next; None if it says nothing.

        It is asked while another seat chooses the next player (R-9). `observation` is that of
        `seat`. Raises `NoAnswer`.
        """
        return None
