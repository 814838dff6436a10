"""The page's heuristic for Regicide Duel: the immediate effects of each action."""

from regicide_tui.cards import CLUBS, DIAMONDS, HEARTS, PACK, SPADES
from regicide_tui.games.base import Pile
from regicide_tui.games.duel.rules import PlayPreview, legal_actions, preview
from regicide_tui.games.duel.state import PAY, State, other
from regicide_tui.games.regicide_family.plays import VALUE, Pay, Play

# The page's values, in points for each point or card, found by trial and error.
_DAMAGE = 1.0
_BROKEN = 0.5
_DRAWN = 4.0
_CASTLE = 5.0
_HEALED = 0.3
_SHIELD = 0.9
_COST = 0.7
_CARD = 2.0
_KNOCKOUT = 8.0
_LIKELY = 7.0
"""The assumed value of a card in the opponent's hand."""

MOST_PAYMENTS = 8
"""The maximum number of payments to consider, the cheapest ones first."""

_FIT = {CLUBS: 1.2, DIAMONDS: 1.1, HEARTS: 1.0, SPADES: 1.15}
CARD_COST = {card: 2 + VALUE[card] * _FIT[card.suit] for card in PACK if card.suit}
"""How much the page wants to keep each card, by its value and its suit."""


def list_candidates(state: State) -> list[tuple[Play | Pay, float]]:
    """Return all plays or the cheapest payments of the seat to act, with their appeals."""
    if state.phase is not PAY:
        return [(play, _appeal_of_play(state, play.cards)) for play in legal_actions(state)]
    found = [(pay, -sum([CARD_COST[card] for card in pay.cards])) for pay in legal_actions(state)]
    found.sort(key=lambda option: -option[1])
    return found[:MOST_PAYMENTS]


def _appeal_of_play(state: State, cards: Pile) -> float:
    """Return how good a play looks, in points of damage."""
    effect = preview(state, cards)
    assert isinstance(effect, PlayPreview)  # these cards are a legal play
    gain = -_COST * effect.value - _CARD * len(cards)
    gain += _HEALED * (effect.healed or 0)
    gain += _DRAWN * (effect.drawn or 0)
    gain -= _CASTLE * effect.castle
    if effect.shield is not None:
        gain += _SHIELD * effect.value
    if effect.attack >= effect.against:
        gain += _BROKEN * effect.against + _DAMAGE * effect.damage
        if effect.damage > _LIKELY * len(state.hands[other(state.turn)]):
            gain += _KNOCKOUT
    return gain
