"""The inputs of the net for King of the Dead: a position as seen by a seat and one rival.

The net evaluates guessed positions at the beginning of a turn, so it sees all piles.
"""

from itertools import accumulate

from regicide_tui.bots.king_of_the_dead.card_values import best_run
from regicide_tui.bots.search.steps import reached
from regicide_tui.cards import JESTER, PACK, Card
from regicide_tui.games.base import Seat
from regicide_tui.games.king_of_the_dead.state import RESHUFFLES, State, owned_by
from regicide_tui.games.king_of_the_dead.values import is_red, points

_FORM: dict[Card, int] = {
    card: (card.order - 1) // 4 + 13 * (not is_red(card)) for card in PACK
} | {JESTER: 26}
_FORMS = 27

_LEAD = (*range(-60, -19, 8), *range(-16, 0, 3), 0, 1, *range(4, 17, 3), *range(20, 61, 8))
_GATE = (1, 3, 6, 10, 14, 18, 22, 26, 30, 36, 45, 60)
_WELL = (1, 6, 12, 18, 24, 32)
_LEFT = (1, 2, 3)
_SIZE = tuple(range(4, 24, 2))
_BEST = tuple(range(3, 11))
_SCALES = (_SIZE, _SIZE, _BEST, _BEST, _LEAD, _GATE, _WELL, _LEFT)

_DECKS, _HANDS = 0, 2 * _FORMS
_TRIPLES = _HANDS + 2 * _FORMS
_PARADE = _TRIPLES + 2 * 18
_TOP = _PARADE + _FORMS
_TURN = _TOP + _FORMS
*_STARTS, INPUTS = accumulate(map(len, _SCALES), initial=_TURN + 4)


def features(state: State, seat: Seat, rival: Seat) -> list[int]:
    """Return the inputs that are on. An input that occurs twice stands for two such cards."""
    sides = (state.sides[seat], state.sides[rival])
    on: list[int] = []
    sizes: list[int] = []
    for place, side in enumerate(sides):
        deck = owned_by(side)
        sizes.append(len(deck))
        forms = [_FORM[card] for card in deck]
        on += [_DECKS + _FORMS * place + one for one in forms]
        on += [_HANDS + _FORMS * place + _FORM[card] for card in side.hand]
        on += [_TRIPLES + 18 * place + one for one in _triples(set(forms))]
    on += [_PARADE + _FORM[card] for card in state.parade if card]
    on += [_TOP + _FORM[card] for card in state.well[:1]]
    on.append(_TURN + 2 * state.final_round + (state.turn == seat))
    left = RESHUFFLES[len(state.sides)] - state.reshuffles
    best = [best_run(side.hand, state.well) for side in sides]
    lead = points(sides[0].scores) - points(sides[1].scores)
    figures = (*sizes, *best, lead, len(state.gate), len(state.well), left)
    on += reached(_STARTS, _SCALES, figures)
    return on


def _triples(forms: set[int]) -> list[int]:
    """Return the runs in a deck, by the highest card: 0 to 8 are red, 9 to 17 are black."""
    return [
        9 * (start > 12) + start % 13
        for base in (0, 13)
        for start in range(base, base + 8)
        if start in forms and start + 1 in forms and start + 2 in forms
    ]
