"""How the bots of Regicide are made. A net and its code are loaded only when a bot needs them."""

from typing import TYPE_CHECKING

from regicide_tui.bots.base import Bot
from regicide_tui.bots.factories import EVALUATIONS_ON_ENCODED, BotFactory

if TYPE_CHECKING:
    from regicide_tui.games.regicide.state import Action, State


def _make_heuristic() -> "Bot[State, Action]":
    from regicide_tui.bots.base import HeuristicBot
    from regicide_tui.bots.regicide.bot import list_candidates

    return HeuristicBot(list_candidates)


def _make_with_net(players: int, evaluations: int) -> "Bot[State, Action]":
    from regicide_tui.bots.net import load_net
    from regicide_tui.bots.regicide.bot import RegicideBot

    return RegicideBot(load_net("regicide", players), evaluations)


FACTORY = BotFactory(_make_heuristic, _make_with_net, EVALUATIONS_ON_ENCODED)
