"""The search that proves a puzzle: it tries everything and keeps the lines to the goal."""

from collections.abc import Callable, Hashable, Iterable
from typing import Generic, NamedTuple, TypeVar

N = TypeVar("N", bound=Hashable)

Line = tuple[str, ...]
"""Actions in canonical notation, from the position to the goal."""


class UnknownCardDrawn(Exception):
    """A line of play reveals a card that the player can't know."""


class TooLarge(Exception):
    """The search would exceed its maximum number of nodes."""


class Edge(NamedTuple, Generic[N]):
    """An action and what it leads to.

    `reached` is None while the goal is open; then the search continues at `node`.
    """

    action: str
    node: N
    reached: bool | None


class Proof(NamedTuple):
    """At most two lines that reach the goal, and how many actions the search tried."""

    lines: tuple[Line, ...]
    nodes: int


class Search(Generic[N]):
    """Tries every line of play from a node. Equal nodes are searched once.

    `edges` yields the actions at a node. It raises `UnknownCardDrawn` if an action reveals an
    unknown card.
    """

    def __init__(self, edges: Callable[[N], Iterable[Edge[N]]], limit: int) -> None:
        self._edges = edges
        self._limit = limit
        self._known: dict[N, tuple[Line, ...]] = {}
        self._nodes = 0

    def prove(self, start: N) -> Proof:
        """Return the lines from here. Raises `UnknownCardDrawn` and `TooLarge`.

        The search stops at two lines, so `nodes` is the size of the proof only if there are fewer.
        """
        self._nodes = 0
        return Proof(self._lines(start), self._nodes)

    def _lines(self, node: N) -> tuple[Line, ...]:
        known = self._known.get(node)
        if known is not None:
            return known
        found: list[Line] = []
        for way in self._edges(node):
            self._nodes += 1
            if self._nodes > self._limit:
                raise TooLarge
            found += [(way.action, *rest) for rest in self._after(way)]
            if len(found) > 1:
                break
        self._known[node] = tuple(found[:2])
        return self._known[node]

    def _after(self, way: Edge[N]) -> tuple[Line, ...]:
        if way.reached is None:
            return self._lines(way.node)
        return ((),) if way.reached else ()
