"""How the bots of King of the Dead are made. A net is loaded only when a bot needs it."""

from typing import TYPE_CHECKING

from regicide_tui.bots.base import Bot
from regicide_tui.bots.factories import BotFactory

if TYPE_CHECKING:
    from regicide_tui.games.king_of_the_dead.actions import Action
    from regicide_tui.games.king_of_the_dead.state import State

EVALUATIONS = {"squire": 150, "knight": 800, "captain": 3_000, "marshal": 40_000}
"""The evaluations of each level: an evaluation is an action that is played, not only rated."""


def _make_heuristic() -> "Bot[State, Action]":
    from regicide_tui.bots.base import HeuristicBot
    from regicide_tui.bots.king_of_the_dead.page import list_candidates

    return HeuristicBot(list_candidates)


def _make_with_net(players: int, evaluations: int) -> "Bot[State, Action]":
    from regicide_tui.bots.king_of_the_dead.bot import KingBot
    from regicide_tui.bots.net import load_net

    return KingBot(load_net("king_of_the_dead", players), evaluations)


FACTORY = BotFactory(_make_heuristic, _make_with_net, EVALUATIONS)
