"""The page's heuristic for Regicide Duel: what each action does at once.

Games that measure a net in training need it on encoded states, too.
"""

from typing import NamedTuple

from regicide_tui.bots.duel.afterstate import A_BROKEN, A_ROYAL_DRAWN, PLACES, write_afterstate
from regicide_tui.bots.encoded.afterstate import A_DRAWS, A_DUE, A_HEALED, A_KEPT, A_SUITS, A_VALUE
from regicide_tui.bots.encoded.state import (
    HAND_ROOM,
    HAND_SIZE,
    HANDS,
    JESTER_CARDS,
    PHASE,
    PLAY,
    SPADES,
    TURN,
    card_number,
)
from regicide_tui.bots.library import Ints, compiled, floats_of, ints
from regicide_tui.cards import PACK
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

_FIT = (1.2, 1.1, 1.0, 1.15)
CARD_COST = {card: 2 + VALUE[card] * _FIT[(card_number(card) - 2) & 3] for card in PACK}
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


_DAMAGE, _BROKEN, _DRAWN, _CASTLE, _HEALED, _SHIELD, _COST, _CARD, _KNOCKOUT, _LIKELY = HEURISTIC


_CARD_COSTS = floats_of([0.0] * JESTER_CARDS + [*CARD_COST.values()])


@compiled
def choose_by_heuristic(encoded: Ints, actions: Ints, count: int) -> int:
    """Return the index of the action with the greatest appeal, the first of equal ones."""
    after = ints(PLACES)
    held = ints(HAND_ROOM)
    best, most = 0, 0.0
    for index in range(count):
        appeal = appeal_of(encoded, actions[index], held, after)
        if index == 0 or appeal > most:
            best, most = index, appeal
    return best


@compiled
def appeal_of(encoded: Ints, action: int, held: Ints, after: Ints) -> float:
    """Return the appeal of an action, in points of damage."""
    seat = encoded[TURN]
    if encoded[PHASE] != PLAY:
        cost, first = 0.0, HANDS + seat * HAND_ROOM
        for place in range(encoded[HAND_SIZE + seat]):
            card = encoded[first + place]
            if action >> card & 1:
                cost += float(_CARD_COSTS[card])
        return -cost
    write_afterstate(encoded, seat, action, held, after)
    laid = encoded[HAND_SIZE + seat] - after[A_KEPT]
    gain = _HEALED * after[A_HEALED] - _COST * after[A_VALUE] - _CARD * laid
    gain += _DRAWN * after[A_DRAWS] - _CASTLE * after[A_ROYAL_DRAWN]
    gain += _BROKEN * after[A_BROKEN] + _DAMAGE * after[A_DUE]
    if after[A_SUITS] >> SPADES & 1:
        gain += _SHIELD * after[A_VALUE]
    if after[A_DUE] > _LIKELY * encoded[HAND_SIZE + 1 - seat]:
        gain += _KNOCKOUT
    return gain
