"""The inputs of the net for King of the Dead: a position seen by a seat and one opponent.

The net evaluates guessed positions at the beginning of a turn, so it sees all piles.
"""

from itertools import accumulate, chain

from regicide_tui.bots.king_of_the_dead.state import (
    CARDS,
    DRAWS,
    FINAL_ROUND,
    FORM,
    FORMS,
    GATE,
    HANDS,
    KEPT,
    MOST_RESHUFFLES,
    MOST_RESHUFFLES_OF_TWO,
    PARADE,
    PLAYERS,
    POINTS,
    RESHUFFLES,
    ROOM,
    SIZES,
    TURN,
    WELL,
    best_run,
    deck_size,
    hand_run_bits,
    top_of,
)
from regicide_tui.bots.library import Ints, compiled, ints_of

_SIZE = tuple(range(4, 24, 2))
_BEST = tuple(range(3, 11))
_LEAD = (*range(-60, -19, 8), *range(-16, 0, 3), 0, 1, *range(4, 17, 3), *range(20, 61, 8))
_GATE = (1, 3, 6, 10, 14, 18, 22, 26, 30, 36, 45, 60)
_WELL = (1, 6, 12, 18, 24, 32)
_LEFT = (1, 2, 3)
_ALL_SCALES = (_SIZE, _SIZE, _BEST, _BEST, _LEAD, _GATE, _WELL, _LEFT)
_SCALES = ints_of(chain(*_ALL_SCALES))
"""The thresholds of all figures, with an input for each that is on if the figure reaches it."""
_ENDS = ints_of(accumulate(map(len, _ALL_SCALES)))
_RUNS_OF_COLOUR = 9
_RUNS = 2 * _RUNS_OF_COLOUR

_DECKS, _HANDS = 0, 2 * FORMS
_TRIPLES = _HANDS + 2 * FORMS
_PARADE = _TRIPLES + 2 * _RUNS
_TOP = _PARADE + FORMS
_TURN = _TOP + FORMS
_FIGURES = _TURN + 4
INPUTS = _FIGURES + len(_SCALES)
MOST_INPUTS = 2 * ROOM + INPUTS
"""The maximum number of inputs that are on: each card counts in a deck and in a hand."""


@compiled
def write_features(encoded: Ints, seat: int, on: Ints) -> int:
    """Write the inputs that are on for a seat. Return their number.

    An input that occurs twice stands for two such cards. The seat is compared with the opponent who
    has the most points.
    """
    rival = _strongest_rival(encoded, seat)
    count = 0
    for place in range(2):
        count = _write_side(encoded, rival if place else seat, place, on, count)
    for slot in range(2 * encoded[PLAYERS]):
        card = encoded[PARADE + slot]
        if card > 0:
            on[count] = _PARADE + FORM[card]
            count += 1
    if encoded[SIZES + WELL] > 0:
        on[count] = _TOP + FORM[top_of(encoded, WELL)]
        count += 1
    on[count] = _TURN + 2 * encoded[FINAL_ROUND] + (1 if encoded[TURN] == seat else 0)
    count += 1
    step = 0
    for scale in range(len(_ENDS)):
        figure = _figure(encoded, seat, rival, scale)
        while step < _ENDS[scale] and figure >= _SCALES[step]:
            on[count] = _FIGURES + step
            count += 1
            step += 1
        step = _ENDS[scale]
    return count


@compiled
def _figure(encoded: Ints, seat: int, rival: int, scale: int) -> int:
    """Return the figure of a scale: the sizes, the best runs, the lead, Gate, Well and refills."""
    if scale < 2:
        return deck_size(encoded, rival if scale else seat)
    if scale < 4:
        return best_run(hand_run_bits(encoded, rival if scale > 2 else seat))
    if scale == 4:
        return encoded[POINTS + seat] - encoded[POINTS + rival]
    if scale == 5:
        return encoded[SIZES + GATE]
    if scale == 6:
        return encoded[SIZES + WELL]
    most = MOST_RESHUFFLES_OF_TWO if encoded[PLAYERS] == 2 else MOST_RESHUFFLES
    return most - encoded[RESHUFFLES]


@compiled
def _strongest_rival(encoded: Ints, seat: int) -> int:
    """Return the opponent with the most points, the first of equal ones clockwise."""
    players = encoded[PLAYERS]
    best = (seat + 1) % players
    for step in range(2, players):
        rival = (seat + step) % players
        if encoded[POINTS + rival] > encoded[POINTS + best]:
            best = rival
    return best


@compiled
def _write_side(encoded: Ints, seat: int, place: int, on: Ints, count: int) -> int:
    """Write the inputs for the cards of a player: 0 is the seat, 1 the opponent."""
    forms, decks = 0, _DECKS + FORMS * place
    for pile in range(HANDS + seat, KEPT + seat + 1, DRAWS - HANDS):
        first = CARDS + pile * ROOM
        for index in range(first, first + encoded[SIZES + pile]):
            form = FORM[encoded[index]]
            forms |= 1 << form
            on[count] = decks + form
            count += 1
    first = CARDS + (HANDS + seat) * ROOM
    for index in range(first, first + encoded[SIZES + HANDS + seat]):
        on[count] = _HANDS + FORMS * place + FORM[encoded[index]]
        count += 1
    triples = forms & forms >> 1 & forms >> 2
    for colour in range(2):
        for low in range(_RUNS_OF_COLOUR - 1):
            if triples >> 13 * colour + low & 1:
                on[count] = _TRIPLES + _RUNS * place + _RUNS_OF_COLOUR * colour + low
                count += 1
    return count
