"""What a player of the machine's is given, and what it answers."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from msgspec.structs import replace

from regicide_tui.games.base import Event, Value

S = TypeVar("S", bound=Value)
A = TypeVar("A", bound=Value)


class NoAnswer(Exception):
    """The bot can't play on from such a position, which no deal of the game leads to."""


class Sight(Value, Generic[S], frozen=True):
    """All that the seat to act has seen of a game.

    `first` is its view before any event, `seen` are the events as it saw them, `view` is its view
    now. A bot gets this and never a state.
    """

    first: S
    seen: tuple[Event, ...]
    view: S


class Chances(Value, frozen=True):
    """The chance of winning, from 0 to 1; alone with any medal, and that of gold if it is open."""

    win: float
    gold: float | None = None


class Choice(Value, Generic[A], frozen=True):
    """An action and what a bot thinks of it: the chance of winning, the share of its thoughts.

    A solo win of Regicide has a medal: `chance` is that of any, and `gold` that of the gold medal,
    None where there is none to be won. `for_gold` tells that the bot goes for gold.
    """

    action: A
    chance: float
    share: float
    gold: float | None = None
    for_gold: bool = False
    lead: float = 0.0
    """By how much it seems better than the next best action, where that was asked."""
    peers: tuple[A, ...] = ()
    """Other actions that seem about as good, where that was asked."""

    @property
    def merit(self) -> float:
        """The chance that the bot goes by."""
        return self.gold if self.for_gold and self.gold is not None else self.chance


_ABOUT = 0.02
"""Chances no farther apart than this are about the same."""
_LOOKED_AT = 0.02
"""The share of all thoughts from which on the chance of an action is more than a glance."""


def appraised(
    ranked: Sequence[Choice[A]], done: A | None, alone: Callable[[A], Choice[A]]
) -> tuple[Choice[A], Choice[A]]:
    """Return the best action, and what was done or the best one twice if nothing was.

    `alone` thinks about one action by itself: of the first of `ranked`, which is taken for the
    best, and of what was done. So what nobody would do is judged as well as what everybody would.
    """
    first = ranked[0].action
    lead = ranked[0].merit - ranked[1].merit if len(ranked) > 1 else 0.0
    peers = tuple(
        [
            one.action
            for one in ranked[1:]
            if one.share >= _LOOKED_AT and one.merit >= ranked[0].merit - _ABOUT
        ]
    )
    best = replace(alone(first), lead=lead, peers=peers)
    own = best if done in (None, first) else alone(done)
    return (best if best.merit > own.merit else own), own


def never() -> bool:
    """Never stop before the end."""
    return False


class Bot(ABC, Generic[S, A]):
    """A player. It keeps nothing between two questions but room to work in."""

    @abstractmethod
    def choose(self, sight: Sight[S], seed: int, stopped: Callable[[], bool] = never) -> A:
        """Answer a legal action of the seat to act.

        The same sight and the same seed, the luck of its thoughts, give the same answer, unless
        `stopped` says in the meantime that it shall answer at once with what it has. Raises
        `NoAnswer`.
        """
