"""How the bots of King of the Dead are made; what the learned ones need is loaded late."""

from typing import TYPE_CHECKING

from regicide_tui.bots.base import Bot
from regicide_tui.bots.players import DEAR, Maker

if TYPE_CHECKING:
    from regicide_tui.games.king_of_the_dead.actions import Action
    from regicide_tui.games.king_of_the_dead.state import State


def _page() -> "Bot[State, Action]":
    from regicide_tui.bots.king_of_the_dead.page import careful_options
    from regicide_tui.bots.search.greedy import Greedy

    return Greedy(careful_options)


def _learned(players: int, evaluations: int) -> "Bot[State, Action]":
    from regicide_tui.bots.king_of_the_dead.judge import KingJudge
    from regicide_tui.bots.search.searcher import Searcher
    from regicide_tui.bots.weights import load_net

    return Searcher(KingJudge(load_net("king_of_the_dead", players)), evaluations)


MAKER = Maker(_page, _learned, DEAR)
