"""How the players of each game are made. What the learned ones need is loaded when one is made."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from regicide_tui.bots.base import Bot


class Maker(NamedTuple):
    """How the players of a game are made.

    `page` makes the one who goes by rules of thumb; `learned` makes one with a net, for so many
    players and with so many evaluations for an action, and raises `BadWeights`. `evaluations` says
    how many the levels with a net have; 0 is one look ahead.
    """

    page: Callable[[], Bot[Any, Any]]
    learned: Callable[[int, int], Bot[Any, Any]]
    evaluations: Mapping[str, int]


def _regicide_page() -> Bot[Any, Any]:
    from regicide_tui.bots.regicide.page import options
    from regicide_tui.bots.search.greedy import Greedy

    return Greedy(options)


def _regicide(players: int, evaluations: int) -> Bot[Any, Any]:
    from regicide_tui.bots.regicide.thinker import RegicideThinker
    from regicide_tui.bots.weights import load_net

    return RegicideThinker(load_net("regicide", players), evaluations)


def _duel_page() -> Bot[Any, Any]:
    from regicide_tui.bots.duel.page import options
    from regicide_tui.bots.search.greedy import Greedy

    return Greedy(options)


def _duel(players: int, evaluations: int) -> Bot[Any, Any]:
    from regicide_tui.bots.duel.thinker import DuelThinker
    from regicide_tui.bots.weights import load_net

    return DuelThinker(load_net("duel", players), evaluations)


def _king_page() -> Bot[Any, Any]:
    from regicide_tui.bots.king_of_the_dead.page import careful_options
    from regicide_tui.bots.search.greedy import Greedy

    return Greedy(careful_options)


def _king(players: int, evaluations: int) -> Bot[Any, Any]:
    from regicide_tui.bots.king_of_the_dead.judge import KingJudge
    from regicide_tui.bots.search.searcher import Searcher
    from regicide_tui.bots.weights import load_net

    return Searcher(KingJudge(load_net("king_of_the_dead", players)), evaluations)


_QUICK = {"squire": 0, "knight": 2_000, "captain": 15_000, "marshal": 60_000}
_DEAR = {"squire": 150, "knight": 800, "captain": 3_000, "marshal": 12_000}
"""Of a game whose thoughts are played on the engine itself."""

MAKERS: Mapping[str, Maker] = {
    "regicide": Maker(_regicide_page, _regicide, _QUICK),
    "duel": Maker(_duel_page, _duel, _QUICK),
    "king_of_the_dead": Maker(_king_page, _king, _DEAR),
}
