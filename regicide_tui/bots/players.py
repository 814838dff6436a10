"""How the players of a game are made, and how many evaluations their levels have."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Generic, NamedTuple, cast

from regicide_tui import games
from regicide_tui.bots.base import A, Bot, S
from regicide_tui.games.base import Value
from regicide_tui.games.manifest import load

AnyBot = Bot[Value, Value]
"""A player of whichever game: it gets sights of its own game alone (`maker_of` opens the type)."""


class Maker(NamedTuple, Generic[S, A]):
    """How the players of a game are made.

    `page` makes the player who goes by rules of thumb. `learned` makes one with a net, by the
    number of players and of evaluations for an action, and raises `BadWeights`; a game without
    nets has none. `evaluations` says how many the levels with a net have; 0 is one look ahead.
    """

    page: Callable[[], Bot[S, A]]
    learned: Callable[[int, int], Bot[S, A]] | None = None
    evaluations: Mapping[str, int] = MappingProxyType({})


QUICK = {"squire": 0, "knight": 2_000, "captain": 15_000, "marshal": 60_000}
DEAR = {"squire": 150, "knight": 800, "captain": 3_000, "marshal": 12_000}
"""Of a game whose thoughts are played on the engine itself."""


def maker_of(game: str) -> Maker[Value, Value] | None:
    """Return how the players of a game are made; None for a game without bots."""
    dotted = games.manifest(game).bots if games.is_known(game) else ""
    return cast("Maker[Value, Value]", load(dotted)) if dotted else None
