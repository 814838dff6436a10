"""Which numbers are legal at a table, and the encoded action that a number chooses.

These are the numbers of `env/actions/play_and_pay.py`, under the printed rules. `picked` are places
in the hand as bits; the lowest card has place 0.
"""

from regicide_tui.bots.duel.rules import DUE
from regicide_tui.bots.encoded.state import (
    CHOOSE,
    DUEL,
    GAME,
    HAND_ROOM,
    HAND_SIZE,
    HANDS,
    JESTER_CARDS,
    PAYING,
    PHASE,
    PLAY,
    PLAYERS,
    SUFFER,
    TURN,
    VALUE,
    encode_cards,
)
from regicide_tui.bots.encoded.state import CHOOSING as CHOICE
from regicide_tui.bots.encoded.state import FLIPPING as FLIP
from regicide_tui.bots.encoded.state import YIELDING as YIELD
from regicide_tui.bots.library import Bytes, Ints, Shorts, compiled, ints_of
from regicide_tui.bots.regicide.rules import JESTERS, due, may_yield
from regicide_tui.env.actions.play_and_pay import (
    CHOOSING,
    DONE,
    FIRST_NAMED_CARD,
    FIRST_NAMED_WHOLE,
    FIRST_PAYMENT,
    FLIPPING,
    PLAYS,
    YIELDING,
)

_MOST_OF_COMBO = ints_of([0, 5, 3, 2, 2])
"""How many cards of a rank can be played together, by rank from the Ace (R-11): up to ten."""

PLAY_CARDS = ints_of(map(encode_cards, PLAYS))
"""The cards of each play, as bits, by its number."""


_OTHERS = 53
"""The cards that an Ace may join, with a place for the Jester."""
_SUITS = 16
"""The sets of suits, as bits."""


def _number_plays() -> tuple[Ints, Ints]:
    """Return the numbers of pairs with an Ace, and of combos; -1 where there is no play."""
    pairs, combos = ints_of([-1] * 4 * _OTHERS), ints_of([-1] * 5 * _SUITS)
    for number, cards in enumerate(PLAYS):
        orders = sorted(card.order - 1 for card in cards)
        if len(orders) == 2 and orders[0] < 4:
            pairs[orders[0] * _OTHERS + orders[1] + 1] = number
        elif len(orders) > 1:
            suits = sum(1 << (order & 3) for order in orders)
            combos[(orders[0] >> 2) * _SUITS + suits] = number
    return pairs, combos


PAIRS, COMBOS = _number_plays()


@compiled
def card_kind(card: int) -> int:
    """Return the number of an encoded card in the action space: both Jesters have one."""
    return max(0, card - 1)


@compiled
def _rank(card: int) -> int:
    """Return 0 for an Ace, and so on; less than 0 for a Jester."""
    return (card - JESTER_CARDS) >> 2


@compiled
def _owed(encoded: Ints) -> int:
    return encoded[DUE] if encoded[GAME] == DUEL else due(encoded)


@compiled
def _mark(mask: Bytes, listed: Shorts, count: int, number: int) -> int:
    """Mark a legal number if it isn't marked yet. Return how many are marked.

    Both Jesters have the same number.
    """
    if mask[number] == 1:
        return count
    mask[number] = 1
    listed[count] = number
    return count + 1


# ---------------------------------------------------------------- actions without cards


@compiled
def _mark_named(encoded: Ints, mask: Bytes, listed: Shorts, first: int) -> int:
    """Mark the legal actions without cards. Only Regicide has them. Return how many there are."""
    count = 0
    if encoded[GAME] == DUEL:
        return count
    if encoded[PHASE] == CHOOSE:
        for steps in range(encoded[PLAYERS]):
            count = _mark(mask, listed, count, first + CHOOSING + steps)
        return count
    if encoded[PHASE] == PLAY and may_yield(encoded):
        count = _mark(mask, listed, count, first + YIELDING)
    if encoded[JESTERS] > 0:
        count = _mark(mask, listed, count, first + FLIPPING)
    return count


@compiled
def _named_action(encoded: Ints, place: int) -> int:
    if place == YIELDING:
        return YIELD
    if place == FLIPPING:
        return FLIP
    return CHOICE | (encoded[TURN] + place - CHOOSING) % encoded[PLAYERS]


# ---------------------------------------------------------------- card by card


@compiled
def pick_place(encoded: Ints, picked: int, number: int) -> int:
    """Add the first card of this number after the picked ones. Return the places."""
    first, place = HANDS + encoded[TURN] * HAND_ROOM, 0
    while picked >> place:
        place += 1
    while card_kind(encoded[first + place]) != number:
        place += 1
    return picked | 1 << place


@compiled
def mark_cards(encoded: Ints, picked: int, mask: Bytes, listed: Shorts) -> int:
    """Mark the numbers that can follow, card by card. Return how many there are.

    The mask must be all 0. After an action's last card, no number can follow.
    """
    seat, count = encoded[TURN], 0
    first, size = HANDS + seat * HAND_ROOM, encoded[HAND_SIZE + seat]
    if picked == 0:
        count = _mark_named(encoded, mask, listed, FIRST_NAMED_CARD)
    if encoded[PHASE] == PLAY:
        if picked == 0:
            return _mark_single(encoded, first, size, mask, listed, count)
        return _mark_more_of_play(encoded, picked, first, size, mask, listed)
    if encoded[PHASE] == SUFFER:
        return _mark_more_of_payment(encoded, picked, first, size, mask, listed, count)
    return count


@compiled
def _mark_single(
    encoded: Ints, first: int, size: int, mask: Bytes, listed: Shorts, count: int
) -> int:
    """Mark each card of the hand. Return how many numbers are marked."""
    for place in range(size):
        count = _mark(mask, listed, count, card_kind(encoded[first + place]))
    return count


@compiled
def _mark_more_of_play(
    encoded: Ints, picked: int, first: int, size: int, mask: Bytes, listed: Shorts
) -> int:
    """Mark the cards that can join a play, and `DONE` if there are any.

    Rulings R-10, R-11, R-12, R-13, D-4, D-5.
    """
    cards, lowest, after = 0, -1, 0
    for place in range(size):
        if picked >> place & 1:
            cards += 1
            after = place + 1
            if lowest < 0:
                lowest = encoded[first + place]
    rank, count = _rank(lowest), 0
    for place in range(after, size):
        card = encoded[first + place]
        joins_ace = rank == 0 and cards == 1
        joins_combo = 1 <= rank <= 4 and _rank(card) == rank and cards < _MOST_OF_COMBO[rank]
        if joins_ace or joins_combo:
            count = _mark(mask, listed, count, card_kind(card))
    if count > 0:
        count = _mark(mask, listed, count, DONE)
    return count


@compiled
def _mark_more_of_payment(
    encoded: Ints, picked: int, first: int, size: int, mask: Bytes, listed: Shorts, count: int
) -> int:
    """Mark the cards with which a payment can still become sufficient (R-42, D-17)."""
    paid, after, rest = 0, 0, 0
    for place in range(size):
        if picked >> place & 1:
            paid += VALUE[encoded[first + place]]
            after = place + 1
    for place in range(after, size):
        rest += VALUE[encoded[first + place]]
    owed = _owed(encoded)
    if paid >= owed:
        return count
    for place in range(after, size):
        if paid + rest >= owed:
            count = _mark(mask, listed, count, card_kind(encoded[first + place]))
        rest -= VALUE[encoded[first + place]]
    return count


@compiled
def build_picked(encoded: Ints, picked: int) -> int:
    """Return the encoded action with the cards at these places."""
    first, place = HANDS + encoded[TURN] * HAND_ROOM, 0
    action = PAYING if encoded[PHASE] == SUFFER else 0
    while picked >> place:
        if picked >> place & 1:
            action |= 1 << encoded[first + place]
        place += 1
    return action


@compiled
def build_named(encoded: Ints, number: int) -> int:
    """Return the encoded action for a number of the smaller space that chooses no cards."""
    return _named_action(encoded, number - FIRST_NAMED_CARD)


# ---------------------------------------------------------------- whole actions


@compiled
def mark_whole(encoded: Ints, sums: Ints, mask: Bytes, listed: Shorts) -> int:
    """Mark all legal whole actions. The mask must be all 0. Return how many are legal."""
    seat = encoded[TURN]
    first, size = HANDS + seat * HAND_ROOM, encoded[HAND_SIZE + seat]
    count = _mark_named(encoded, mask, listed, FIRST_NAMED_WHOLE)
    if encoded[PHASE] == PLAY:
        count = _mark_single(encoded, first, size, mask, listed, count)
        return _mark_groups(encoded, first, size, mask, listed, count)
    if encoded[PHASE] == SUFFER:
        return _mark_payments(encoded, first, size, sums, mask, listed, count)
    return count


@compiled
def _mark_groups(
    encoded: Ints, first: int, size: int, mask: Bytes, listed: Shorts, count: int
) -> int:
    """Mark the plays of two or more cards. Return how many numbers are marked."""
    place = 0
    while place < size:
        rank, suits, after = _rank(encoded[first + place]), 0, place
        while after < size and _rank(encoded[first + after]) == rank:
            suits |= 1 << ((encoded[first + after] - JESTER_CARDS) & 3)
            after += 1
        if rank == 0:
            for ace in range(place, after):
                for other in range(ace + 1, size):
                    row = (encoded[first + ace] - 2) * _OTHERS
                    pair = PAIRS[row + encoded[first + other] - 1]
                    count = _mark(mask, listed, count, pair)
        elif 1 <= rank <= 4 and after - place > 1:
            for some in range(3, suits + 1):
                if some & ~suits == 0 and COMBOS[rank * _SUITS + some] >= 0:
                    count = _mark(mask, listed, count, COMBOS[rank * _SUITS + some])
        place = after
    return count


@compiled
def _mark_payments(
    encoded: Ints, first: int, size: int, sums: Ints, mask: Bytes, listed: Shorts, count: int
) -> int:
    """Mark the sufficient payments that need their highest card (R-42, D-17)."""
    owed = _owed(encoded)
    both = size > 1 and encoded[first + 1] == 1  # a single one of two Jesters is always the first
    sums[0] = 0
    for place in range(size):
        value, bit = VALUE[encoded[first + place]], 1 << place
        for lower in range(bit):
            total = sums[lower] + value
            sums[bit | lower] = total
            if sums[lower] < owed <= total and not (both and (bit | lower) & 3 == 2):
                count = _mark(mask, listed, count, FIRST_PAYMENT - 1 + (bit | lower))
    return count


@compiled
def build_whole(encoded: Ints, number: int) -> int:
    """Return the encoded action for a number of the larger space."""
    if number >= FIRST_NAMED_WHOLE:
        return _named_action(encoded, number - FIRST_NAMED_WHOLE)
    if number >= FIRST_PAYMENT:
        return build_picked(encoded, number - FIRST_PAYMENT + 1)
    if number == 0:  # the Jester: the hand may contain only the second one
        return 1 << encoded[HANDS + encoded[TURN] * HAND_ROOM]
    return PLAY_CARDS[number]
