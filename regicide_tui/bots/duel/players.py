"""How the bots of Regicide Duel are made. What the learned ones need is loaded when one is made."""

from typing import TYPE_CHECKING

from regicide_tui.bots.base import Bot
from regicide_tui.bots.players import QUICK, Maker

if TYPE_CHECKING:
    from regicide_tui.games.duel.state import State
    from regicide_tui.games.regicide_family.laying import Pay, Play


def _page() -> "Bot[State, Play | Pay]":
    from regicide_tui.bots.duel.page import options
    from regicide_tui.bots.search.greedy import Greedy

    return Greedy(options)


def _learned(players: int, evaluations: int) -> "Bot[State, Play | Pay]":
    from regicide_tui.bots.duel.thinker import DuelThinker
    from regicide_tui.bots.weights import load_net

    return DuelThinker(load_net("duel", players), evaluations)


MAKER = Maker(_page, _learned, QUICK)
