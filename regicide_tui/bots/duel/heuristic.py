"""The page's heuristic for Regicide Duel: what each action does at once."""

from typing import NamedTuple

from regicide_tui.cards import CLUBS, DIAMONDS, HEARTS, PACK, SPADES
from regicide_tui.games.base import Pile
from regicide_tui.games.duel.rules import PlayPreview, legal_actions, preview
from regicide_tui.games.duel.state import PAY, State, other
from regicide_tui.games.regicide_family.plays import VALUE, Pay, Play


class Heuristic(NamedTuple):
    """What the page values, in points for each point or card. The numbers were found by trial."""

    damage: float = 1.0
    broken: float = 0.5
    drawn: float = 4.0
    castle: float = 5.0
    healed: float = 0.3
    shield: float = 0.9
    cost: float = 0.7
    card: float = 2.0
    knockout: float = 8.0
    likely: float = 7.0
    """The value that a card of the rival's hand is assumed to have."""


HEURISTIC = Heuristic()

MOST_PAYMENTS = 8
"""At most this many payments are considered, the cheapest ones."""

_FIT = {CLUBS: 1.2, DIAMONDS: 1.1, HEARTS: 1.0, SPADES: 1.15}
CARD_COST = {card: 2 + VALUE[card] * _FIT[card.suit] for card in PACK if card.suit}
"""How much the page wants to keep each card, by its value and its suit."""


def list_candidates(state: State) -> list[tuple[Play | Pay, float]]:
    """Return all plays, or the cheapest payments, of the seat to act, with their appeals."""
    if state.phase is not PAY:
        return [(play, _appeal_of_play(state, play.cards)) for play in legal_actions(state)]
    found = [(pay, -sum([CARD_COST[card] for card in pay.cards])) for pay in legal_actions(state)]
    found.sort(key=lambda option: -option[1])
    return found[:MOST_PAYMENTS]


def _appeal_of_play(state: State, cards: Pile) -> float:
    """Return how good a play looks, in points of damage."""
    effect = preview(state, cards)
    assert isinstance(effect, PlayPreview)  # these cards are a play
    gain = -HEURISTIC.cost * effect.value - HEURISTIC.card * len(cards)
    gain += HEURISTIC.healed * (effect.healed or 0)
    gain += HEURISTIC.drawn * (effect.drawn or 0)
    gain -= HEURISTIC.castle * effect.castle
    if effect.shield is not None:
        gain += HEURISTIC.shield * effect.value
    if effect.attack >= effect.against:
        gain += HEURISTIC.broken * effect.against + HEURISTIC.damage * effect.damage
        if effect.damage > HEURISTIC.likely * len(state.hands[other(state.turn)]):
            gain += HEURISTIC.knockout
    return gain
