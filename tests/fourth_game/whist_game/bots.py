"""A bot for Little Whist that goes by rules of thumb."""

from regicide_tui.bots.base import Bot
from regicide_tui.bots.players import Maker
from regicide_tui.bots.search.greedy import Greedy

from .game import GAME
from .state import Play, State, rank, taker


def options(view: State) -> list[tuple[Play, float]]:
    """Return every legal action and its appeal: win a trick cheaply, or lose a low card."""
    return [(action, _appeal(view, action)) for action in GAME.legal_actions(view)]


def _appeal(view: State, action: Play) -> float:
    after = GAME.reduce(view, action).state
    trick = len(view.played) - 1
    wins = taker(after, trick) == view.actor
    trump = action.card.suit is view.trump
    return (40.0 if wins else 0.0) - rank(action.card) - (13.0 if trump else 0.0)


def _page() -> Bot[State, Play]:
    return Greedy(options)


MAKER = Maker(_page)
