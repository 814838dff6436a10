"""How the bots of each game are made, and how many evaluations their levels have.

A net and its code are loaded only when a bot needs them.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Generic, NamedTuple, cast

from regicide_tui import games
from regicide_tui.bots.base import A, Bot, HeuristicBot, S
from regicide_tui.games.base import Value
from regicide_tui.games.manifest import load

if TYPE_CHECKING:
    from regicide_tui.bots.net import Net

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


def find_factory(game: str) -> BotFactory[Value, Value] | None:
    """Return how the bots of a game are made, or None for a game without bots."""
    dotted_name = games.manifest(game).bots if games.is_known(game) else ""
    return cast("BotFactory[Value, Value]", load(dotted_name)) if dotted_name else None


def _by(candidates: str) -> Callable[[], AnyBot]:
    """Return what makes a bot that plays by the candidates with this dotted name."""
    return lambda: HeuristicBot(
        cast("Callable[[Value], list[tuple[Value, float]]]", load(candidates))
    )


def _with_net(game: str, bot: str) -> Callable[[int, int], AnyBot]:
    """Return what makes a bot of the class with this dotted name, with the net of its game."""

    def make(players: int, evaluations: int) -> AnyBot:
        from regicide_tui.bots.net import load_net  # with the library of the searches

        kind = cast("Callable[[Net, int], AnyBot]", load(bot))
        return kind(load_net(game, players), evaluations)

    return make


_ON_ENCODED = {"squire": 0, "knight": 2_000, "captain": 15_000, "marshal": 300_000}
"""For a game whose search works on encoded states."""
_OF_KING = {"squire": 150, "knight": 800, "captain": 3_000, "marshal": 40_000}
"""An evaluation is an action that is played, not only rated."""

REGICIDE = BotFactory(
    _by("regicide_tui.bots.regicide.bot:list_candidates"),
    _with_net("regicide", "regicide_tui.bots.regicide.bot:RegicideBot"),
    _ON_ENCODED,
)
DUEL = BotFactory(
    _by("regicide_tui.bots.duel.heuristic:list_candidates"),
    _with_net("duel", "regicide_tui.bots.duel.bot:DuelBot"),
    _ON_ENCODED,
)
KING_OF_THE_DEAD = BotFactory(
    _by("regicide_tui.bots.king_of_the_dead.bot:list_candidates"),
    _with_net("king_of_the_dead", "regicide_tui.bots.king_of_the_dead.bot:KingBot"),
    _OF_KING,
)
