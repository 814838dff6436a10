"""How the bots of Regicide Duel are made. A net is loaded only when a bot needs it."""

from typing import TYPE_CHECKING

from regicide_tui.bots.base import Bot
from regicide_tui.bots.factories import EVALUATIONS_ON_ENCODED, BotFactory

if TYPE_CHECKING:
    from regicide_tui.games.duel.state import State
    from regicide_tui.games.regicide_family.plays import Pay, Play


def _make_heuristic() -> "Bot[State, Play | Pay]":
    from regicide_tui.bots.base import HeuristicBot
    from regicide_tui.bots.duel.page import list_candidates

    return HeuristicBot(list_candidates)


def _make_with_net(players: int, evaluations: int) -> "Bot[State, Play | Pay]":
    from regicide_tui.bots.duel.bot import DuelBot
    from regicide_tui.bots.net import load_net

    return DuelBot(load_net("duel", players), evaluations)


FACTORY = BotFactory(_make_heuristic, _make_with_net, EVALUATIONS_ON_ENCODED)
