"""How the bots of Regicide are made. What the learned ones need is loaded when one is made."""

from typing import TYPE_CHECKING

from regicide_tui.bots.base import Bot
from regicide_tui.bots.players import QUICK, Maker

if TYPE_CHECKING:
    from regicide_tui.games.regicide.actions import Action
    from regicide_tui.games.regicide.state import State


def _page() -> "Bot[State, Action]":
    from regicide_tui.bots.regicide.page import options
    from regicide_tui.bots.search.greedy import Greedy

    return Greedy(options)


def _learned(players: int, evaluations: int) -> "Bot[State, Action]":
    from regicide_tui.bots.regicide.thinker import RegicideThinker
    from regicide_tui.bots.weights import load_net

    return RegicideThinker(load_net("regicide", players), evaluations)


MAKER = Maker(_page, _learned, QUICK)
