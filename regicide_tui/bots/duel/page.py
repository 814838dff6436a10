"""The page's heuristic for Regicide Duel: what each action does at once."""

from typing import NamedTuple

from regicide_tui.cards import CLUBS, DIAMONDS, HEARTS, PACK, SPADES
from regicide_tui.games.base import Pile
from regicide_tui.games.duel.rules import attack_of, castle_draws, draws, legal_actions
from regicide_tui.games.duel.state import PAY, State, other, shield
from regicide_tui.games.regicide_family.plays import VALUE, Pay, Play, total


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

_FIT = {SPADES: 1.15, DIAMONDS: 1.1, CLUBS: 1.2, HEARTS: 1.0}
CARD_COST = {card: 2 + VALUE[card] * _FIT[card.suit] for card in PACK if card.suit}
"""How much the page wants to keep each card."""


def list_candidates(state: State) -> list[tuple[Play | Pay, float]]:
    """Return all plays, or the cheapest payments, of the seat to act, with their appeals."""
    if state.phase is not PAY:
        return [(play, _appeal(state, play.cards)) for play in legal_actions(state)]
    found = [(pay, -sum([CARD_COST[card] for card in pay.cards])) for pay in legal_actions(state)]
    found.sort(key=lambda option: -option[1])
    return found[:MOST_PAYMENTS]


def _appeal(state: State, cards: Pile) -> float:
    """Return how good a play looks, in points of damage."""
    seat, rival = state.turn, other(state.turn)
    suits = [card.suit for card in cards]
    value, attack, against = total(cards), attack_of(cards), shield(state, rival)
    gain = -HEURISTIC.cost * value - HEURISTIC.card * len(cards)
    healed = min(value, len(state.discard)) if HEARTS in suits else 0
    gain += HEURISTIC.healed * healed
    if DIAMONDS in suits:
        held = len(state.hands[seat]) - len(cards)
        gain += HEURISTIC.drawn * draws(held, value, len(state.tavern) + healed)
        gain -= HEURISTIC.castle * castle_draws(state)
    if SPADES in suits:
        gain += HEURISTIC.shield * value
    if attack >= against:
        gain += HEURISTIC.broken * against + HEURISTIC.damage * (attack - against)
        if attack - against > HEURISTIC.likely * len(state.hands[rival]):
            gain += HEURISTIC.knockout
    return gain
