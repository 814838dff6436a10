"""What a game may be able to do besides its rules: small contracts that it can fulfil or not.

A game fulfils one by deriving from it as well as from `Game`. The functions below also answer for
games that do not.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import ClassVar, Generic

from regicide_tui.games.base import A, AnyGame, Event, Game, S, Value


class TableTalk(ABC, Generic[S]):
    """A game whose players sit at a silent table, and may say public facts there (R-9)."""

    @abstractmethod
    def remarks(self, view: S) -> tuple[tuple[str, int], ...]:
        """Return public facts that may be said at any time.

        Each is an id, and the count that its sentence names; `remark` makes the sentence.
        """

    @abstractmethod
    def remark(self, name: str, count: int) -> str:
        """Return the sentence of a remark; empty for an id that there is not."""

    @abstractmethod
    def may_wish(self, view: S) -> bool:
        """Tell whether players may say now, in general words, if they would like to go next."""


class Statistics(ABC):
    """A game of which the statistics keep more than who won."""

    bests: ClassVar[Mapping[str, str]] = {}
    """Figures of which the largest is worth remembering, each with its words."""

    @abstractmethod
    def figures(self, events: Iterable[Event]) -> Mapping[str, int]:
        """Count what the statistics keep of a whole game, each figure by its name."""


def remarks(game: AnyGame, view: Value) -> tuple[tuple[str, int], ...]:
    """Return the facts that may be said now; none in a game without table talk."""
    return game.remarks(view) if isinstance(game, TableTalk) else ()


def remark(game: AnyGame, name: str, count: int) -> str:
    """Return the sentence of a fact; empty if there is no such fact."""
    return game.remark(name, count) if isinstance(game, TableTalk) else ""


def may_wish(game: Game[S, A], view: S) -> bool:
    """Tell whether players may say now if they would like to go next."""
    return isinstance(game, TableTalk) and game.may_wish(view)


def bests(game: AnyGame) -> Mapping[str, str]:
    """Return the figures of which the largest is told, each with its words."""
    return game.bests if isinstance(game, Statistics) else {}


def figures(game: AnyGame, events: Iterable[Event]) -> Mapping[str, int]:
    """Return what the statistics keep of a whole game; nothing of a game that counts nothing."""
    return game.figures(events) if isinstance(game, Statistics) else {}
