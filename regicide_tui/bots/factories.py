"""How the bots of a game are made, and how many evaluations their levels have."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Generic, NamedTuple, cast

from regicide_tui import games
from regicide_tui.bots.base import A, Bot, S
from regicide_tui.games.base import Value
from regicide_tui.games.manifest import load

AnyBot = Bot[Value, Value]
"""A bot of any game. It gets observations of its own game alone: `find_factory` opens the type."""


class BotFactory(NamedTuple, Generic[S, A]):
    """How the bots of a game are made.

    `make_heuristic` makes the bot that plays by a heuristic. `make_with_net` makes a bot with a
    net, from the number of players and the evaluations for an action; it raises `BadWeights`. It is
    None for a game without nets. `evaluations` are the evaluations of each level with a net; 0
    means that it only evaluates its actions.
    """

    make_heuristic: Callable[[], Bot[S, A]]
    make_with_net: Callable[[int, int], Bot[S, A]] | None = None
    evaluations: Mapping[str, int] = MappingProxyType({})


EVALUATIONS_ON_ENCODED = {"squire": 0, "knight": 2_000, "captain": 15_000, "marshal": 300_000}
"""For a game whose search works on encoded states."""


def find_factory(game: str) -> BotFactory[Value, Value] | None:
    """Return how the bots of a game are made, or None for a game without bots."""
    dotted_name = games.manifest(game).bots if games.is_known(game) else ""
    return cast("BotFactory[Value, Value]", load(dotted_name)) if dotted_name else None
