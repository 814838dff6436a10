"""Runs of three cards on an encoded state."""

from regicide_tui.bots.king_of_the_dead.encoded.candidates.working_memory import (
    ABSENT,
    ACE_TOKENS,
    BLOCKED,
    PAYMENTS,
    TOKENS,
    add_candidate,
)
from regicide_tui.bots.king_of_the_dead.encoded.piles import deck_size, top_of
from regicide_tui.bots.king_of_the_dead.encoded.state import (
    BLACK_SHIFT,
    BLACKS,
    CARD_BITS,
    CARD_SHIFT,
    CARDS,
    FINAL_ROUND,
    FORM,
    HANDS,
    JOKER,
    NUMBER,
    POINT,
    ROOM,
    SCORE,
    SIZES,
    TURN,
    WELL,
)
from regicide_tui.bots.king_of_the_dead.page import HEURISTIC, SMALLEST_DECK
from regicide_tui.bots.library import Ints, compiled, ints_of

_RUN = round(POINT * HEURISTIC.run)
_WITH_WELL_CARD = round(POINT * HEURISTIC.well)

_RUN_BITS = ints_of(
    [
        0
        if card == 0 or NUMBER[card] == 0
        else 1
        if NUMBER[card] == 1
        else 1 << (NUMBER[card] + BLACK_SHIFT * BLACKS[card])
        for card in range(JOKER + 1)
    ],
)
"""What a card adds to a set of cards for runs: bit 0 is an Ace, 2 to 10 are red, 18 to 26 black."""


@compiled
def run_bits(card: int) -> int:
    """Return what a card adds to a set of cards for runs."""
    return _RUN_BITS[card]


@compiled
def hand_run_bits(encoded: Ints, seat: int) -> int:
    """Return the set of cards for runs that a seat has in hand, with the top card of the Well."""
    first, bits = CARDS + (HANDS + seat) * ROOM, _RUN_BITS[top_of(encoded, WELL)]
    for place in range(first, first + encoded[SIZES + HANDS + seat]):
        bits |= _RUN_BITS[encoded[place]]
    return bits


@compiled
def best_run(bits: int) -> int:
    """Return the points of the best run of a set of cards, or 0 (K-17, K-18)."""
    numbers = bits & ~1
    beside, apart = numbers & numbers << 1, numbers & numbers << 2
    runs = beside | apart if bits & 1 else beside & apart
    runs |= runs >> BLACK_SHIFT
    for points in range(10, 2, -1):
        if runs >> points & 1:
            return points
    return 0


@compiled
def write_runs(encoded: Ints, work: Ints) -> None:
    """Add every run of the active hand and the top card of the Well; of equal ones, the first."""
    if best_run(hand_run_bits(encoded, encoded[TURN])) == 0:
        return
    _collect_tokens(encoded, work)
    well = NUMBER[top_of(encoded, WELL)]
    may_score = encoded[FINAL_ROUND] > 0 or deck_size(encoded, encoded[TURN]) > SMALLEST_DECK
    for colour in range(2):
        for top in range(3, 11):
            for source in range(2):
                high = work[TOKENS + 2 * (11 * colour + top) + source]
                if high != ABSENT:
                    points = NUMBER[high] if high > 0 else well
                    token = TOKENS + 2 * (11 * colour + top)
                    if may_score or high == 0:
                        _add_runs(work, token, high, _RUN + POINT * points, _WITH_WELL_CARD)
                    else:
                        _add_runs(work, token, high, BLOCKED, 0)


@compiled
def _collect_tokens(encoded: Ints, work: Ints) -> None:
    """Write one card of each form of the hand, and the Well's, which is 0 in an action."""
    seat = encoded[TURN]
    for token in range(TOKENS, PAYMENTS):
        work[token] = ABSENT
    first = CARDS + (HANDS + seat) * ROOM
    for place in range(first, first + encoded[SIZES + HANDS + seat]):
        card = encoded[place]
        number = NUMBER[card]
        token = TOKENS + 2 * (11 * BLACKS[card] + number)
        if number > 1 and work[token] == ABSENT:
            work[token] = card
        elif number == 1 and work[ACE_TOKENS] == ABSENT:
            work[ACE_TOKENS] = card
        elif number == 1 and FORM[card] != FORM[work[ACE_TOKENS]] and work[ACE_TOKENS + 1] < 0:
            work[ACE_TOKENS + 1] = card
    top = top_of(encoded, WELL)
    if NUMBER[top] > 1:
        work[TOKENS + 2 * (11 * BLACKS[top] + NUMBER[top]) + 1] = 0
    elif NUMBER[top] == 1:
        work[ACE_TOKENS + 2] = 0


@compiled
def _add_runs(work: Ints, token: int, high: int, appeal: int, bonus: int) -> None:
    """Add the runs with this high card, whose tokens begin at `token`.

    `bonus` is added to the appeal if the Well's card is in a run.
    """
    for middle in (token - 2, token - 1):
        for low in (token - 4, token - 3):
            _add_run(work, work[low], work[middle], high, appeal, bonus)
    for middle in (token - 2, token - 1):
        for ace in range(ACE_TOKENS, ACE_TOKENS + 3):
            _add_run(work, work[ace], work[middle], high, appeal, bonus)
    for ace in range(ACE_TOKENS, ACE_TOKENS + 3):
        for low in (token - 4, token - 3):
            _add_run(work, work[low], work[ace], high, appeal, bonus)


@compiled
def _add_run(work: Ints, low: int, middle: int, high: int, appeal: int, bonus: int) -> None:
    if low != ABSENT and middle != ABSENT:
        cards = low | middle << CARD_BITS | high << 2 * CARD_BITS
        if 0 in (low, middle, high):
            appeal += bonus
        add_candidate(work, SCORE | cards << CARD_SHIFT, appeal)
