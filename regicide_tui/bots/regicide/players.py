"""How the bots of Regicide are made. What the learned ones need is loaded when one is made."""

from typing import Any

from regicide_tui.bots.base import Bot
from regicide_tui.bots.players import QUICK, Maker


def _page() -> Bot[Any, Any]:
    from regicide_tui.bots.regicide.page import options
    from regicide_tui.bots.search.greedy import Greedy

    return Greedy(options)


def _learned(players: int, evaluations: int) -> Bot[Any, Any]:
    from regicide_tui.bots.regicide.thinker import RegicideThinker
    from regicide_tui.bots.weights import load_net

    return RegicideThinker(load_net("regicide", players), evaluations)


MAKER = Maker(_page, _learned, QUICK)
