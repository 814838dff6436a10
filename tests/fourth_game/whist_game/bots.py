"""A bot for Little Whist that plays by a heuristic."""

from regicide_tui.bots.base import Bot, HeuristicBot
from regicide_tui.bots.roster import BotFactory

from .game import GAME
from .state import Play, State, rank, taker


def list_candidates(view: State) -> list[tuple[Play, float]]:
    """Return every legal action and its appeal: win a trick cheaply, or lose a low card."""
    return [(action, _appeal(view, action)) for action in GAME.legal_actions(view)]


def _appeal(view: State, action: Play) -> float:
    after = GAME.reduce(view, action).state
    trick = len(view.played) - 1
    wins = taker(after, trick) == view.actor
    trump = action.card.suit is view.trump
    return (40.0 if wins else 0.0) - rank(action.card) - (13.0 if trump else 0.0)


def _make_heuristic() -> Bot[State, Play]:
    return HeuristicBot(list_candidates)


FACTORY = BotFactory(_make_heuristic)
