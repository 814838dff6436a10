"""How the bots of King of the Dead are made; what the learned ones need is loaded late."""

from typing import Any

from regicide_tui.bots.base import Bot
from regicide_tui.bots.players import DEAR, Maker


def _page() -> Bot[Any, Any]:
    from regicide_tui.bots.king_of_the_dead.page import careful_options
    from regicide_tui.bots.search.greedy import Greedy

    return Greedy(careful_options)


def _learned(players: int, evaluations: int) -> Bot[Any, Any]:
    from regicide_tui.bots.king_of_the_dead.judge import KingJudge
    from regicide_tui.bots.search.searcher import Searcher
    from regicide_tui.bots.weights import load_net

    return Searcher(KingJudge(load_net("king_of_the_dead", players)), evaluations)


MAKER = Maker(_page, _learned, DEAR)
