"""The page's rules of thumb for Regicide Duel: what each action does at once."""

from typing import NamedTuple

from regicide_tui.cards import CLUBS, DIAMONDS, HEARTS, SPADES, Card
from regicide_tui.games.duel.legal import legal_actions
from regicide_tui.games.duel.preview import PlayPreview, preview
from regicide_tui.games.duel.state import State, holder, other
from regicide_tui.games.laying import Pay, Play
from regicide_tui.games.plays import VALUE


class Taste(NamedTuple):
    """What the page likes, in points for each point or card."""

    damage: float = 1.0
    broken: float = 0.5
    drawn: float = 4.0
    castle: float = 5.0
    healed: float = 0.3
    shield: float = 0.9
    cost: float = 0.7
    card: float = 2.0
    knockout: float = 8.0


TASTE = Taste()
_FIT = {SPADES: 1.15, DIAMONDS: 1.1, CLUBS: 1.2, HEARTS: 1.0}


def options(state: State) -> list[tuple[Play | Pay, float]]:
    """Return every legal action of who must act with its appeal."""
    return [(action, appeal(state, action)) for action in legal_actions(state)]


def appeal(state: State, action: Play | Pay, taste: Taste = TASTE) -> float:
    """Return how good an action looks, in points of damage."""
    if isinstance(action, Pay):
        return -sum([keeping(card) for card in action.cards])
    told = preview(state, action.cards)
    assert isinstance(told, PlayPreview)  # these cards are a play
    gain = taste.damage * told.damage - taste.cost * told.value - taste.card * len(told.cards)
    if told.breaks:
        gain += taste.broken * told.against
    gain += taste.drawn * (told.drawn or 0) - taste.castle * told.castle
    gain += taste.healed * (told.healed or 0)
    if told.shield is not None:
        gain += taste.shield * told.value
    if told.damage > 7 * len(state.hands[other(holder(state))]):
        gain += taste.knockout
    return gain


def keeping(card: Card) -> float:
    """Return how dear a card is to the page."""
    return 2 + VALUE[card] * _FIT.get(card.suit or SPADES, 1.0)
