"""A position of Regicide Duel as the net sees it: which of its inputs are on, for one seat.

The net is asked about guessed positions, so it sees both hands.
"""

from itertools import accumulate

from regicide_tui.bots.search.steps import reached
from regicide_tui.cards import CLUBS, PACK, Card
from regicide_tui.games.base import Pile, Seat
from regicide_tui.games.duel.state import PAY, State, becomes_shield, other, shield
from regicide_tui.games.plays import VALUE, total

_PLACE = {card: place for place, card in enumerate(PACK)}
_HITS: dict[Card, int] = {card: VALUE[card] * (2 if card.suit is CLUBS else 1) for card in PACK}

_SHIELD = (1, 5, 9, 12, 15, 18, 21, 26, 31, 41)
_HAND = (1, 5, 9, 13, 17, 21, 26, 31, 36, 41, 46, 51, 61, 71)
_PILE = (1, 3, 5, 8, 12, 16, 20, 25)
_CASTLE = tuple(range(1, 13))
_DUE = (1, 4, 7, 10, 13, 16, 19, 22, 26, 30)
_EDGE = (-30, -22, -16, -11, -7, -4, -1, 1, 4, 8, 14, 22)
_COUNT = tuple(range(1, 9))

_SCALES = (
    *(_SHIELD, _SHIELD, _HAND, _HAND, _COUNT, _COUNT, _EDGE, _EDGE, _DUE, _DUE),
    *(_PILE, _PILE, _CASTLE),
)
_TO_MOVE = 4

*_STARTS, INPUTS = accumulate(map(len, _SCALES), initial=2 * len(PACK) + _TO_MOVE)


def strongest(hand: Pile) -> int:
    """Return about the largest attack a hand can make, pairs of equal numbers left aside."""
    if not hand:
        return 0
    hit = max([_HITS[card] for card in hand])
    for card in hand:
        if card.rank == "A":
            rest = [one for one in hand if one is not card]
            if rest and card.suit is CLUBS:
                hit = max(hit, 2 * (1 + max([VALUE[one] for one in rest])))
            elif rest:
                hit = max(hit, *[_HITS[one] + _HITS[one] // VALUE[one] for one in rest])
    return hit


def features(state: State, seat: Seat) -> list[int]:
    """Return the inputs that are on for a seat that sees everything."""
    foe = other(seat)
    own, rival = state.hands[seat], state.hands[foe]
    on = [_PLACE[card] for card in own]
    on += [len(PACK) + _PLACE[card] for card in rival]
    paying = state.phase is PAY
    on.append(2 * len(PACK) + 2 * paying + (state.turn == seat))
    shields = [shield(state, seat), shield(state, foe)]
    if paying and becomes_shield(state.played):
        shields[state.turn != seat] += total(state.played)
    worth, rivals_worth = total(own), total(rival)
    figures = (
        *shields,
        worth,
        rivals_worth,
        len(own),
        len(rival),
        strongest(own) - shields[1] - rivals_worth,
        strongest(rival) - shields[0] - worth,
        state.due if state.turn != seat else 0,
        state.due if state.turn == seat else 0,
        len(state.tavern),
        len(state.discard),
        len(state.castle),
    )
    on += reached(_STARTS, _SCALES, figures)
    return on
