"""How the bots of King of the Dead are made. A net is loaded only when a bot needs it."""

from typing import TYPE_CHECKING

from regicide_tui.bots.base import Bot
from regicide_tui.bots.factories import EVALUATIONS_ON_ENGINE, BotFactory

if TYPE_CHECKING:
    from regicide_tui.games.king_of_the_dead.actions import Action
    from regicide_tui.games.king_of_the_dead.state import State


def _make_heuristic() -> "Bot[State, Action]":
    from regicide_tui.bots.king_of_the_dead.page import page_candidates
    from regicide_tui.bots.search.heuristic_bot import HeuristicBot

    return HeuristicBot(page_candidates)


def _make_with_net(players: int, evaluations: int) -> "Bot[State, Action]":
    from regicide_tui.bots.king_of_the_dead.evaluator import KingEvaluator
    from regicide_tui.bots.search.search_bot import EngineSearchBot
    from regicide_tui.bots.weights import load_net

    return EngineSearchBot(KingEvaluator(load_net("king_of_the_dead", players)), evaluations)


FACTORY = BotFactory(_make_heuristic, _make_with_net, EVALUATIONS_ON_ENGINE)
