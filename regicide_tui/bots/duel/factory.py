"""How the bots of Regicide Duel are made. A net is loaded only when a bot needs it."""

from typing import Any

from regicide_tui.bots.base import Bot
from regicide_tui.bots.factories import EVALUATIONS_ON_ENCODED, BotFactory


def _make_page() -> Bot[Any, Any]:
    from regicide_tui.bots.duel.page import list_candidates
    from regicide_tui.bots.search.heuristic_bot import HeuristicBot

    return HeuristicBot(list_candidates)


def _make_with_net(players: int, evaluations: int) -> Bot[Any, Any]:
    from regicide_tui.bots.duel.bot import DuelBot
    from regicide_tui.bots.weights import load_net

    return DuelBot(load_net("duel", players), evaluations)


FACTORY = BotFactory(_make_page, _make_with_net, EVALUATIONS_ON_ENCODED)
