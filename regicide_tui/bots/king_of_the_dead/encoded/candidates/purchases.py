"""The candidate purchases: for each card on offer two payments that lose little."""

from regicide_tui.bots.king_of_the_dead.encoded.candidates.working_memory import (
    BLOCKED,
    CHOSEN,
    ITEMS,
    KEYS,
    PAYMENT_SIZE,
    PAYMENTS,
    PAYMENTS_OF_COLOUR,
    PAYMENTS_OF_COST,
    add_candidate,
    choose_first,
    choose_next,
)
from regicide_tui.bots.king_of_the_dead.encoded.piles import deck_size
from regicide_tui.bots.king_of_the_dead.encoded.state import (
    BLACK_SHIFT,
    BLACKS,
    BUY,
    CARD_BITS,
    CARD_SHIFT,
    CARDS,
    COST,
    DRAWS,
    FINAL_ROUND,
    FORM,
    HANDS,
    HIGHEST_COST,
    KEPT,
    NEWCOMER,
    NUMBER,
    PARADE,
    PLACE_SHIFT,
    PLAYERS,
    POINT,
    ROOM,
    SIZES,
    TURN,
)
from regicide_tui.bots.king_of_the_dead.page import (
    ACE_LOSS,
    CARD_LOSS,
    HEURISTIC,
    LARGE_DECK,
    MANY,
    MOST_ACES,
    MOST_CARDS,
    NUMBER_LOSS,
)
from regicide_tui.bots.library import Ints, compiled, ints_of
from regicide_tui.games.king_of_the_dead.state import NEWCOMER_COST

_ACE_LOSS = round(POINT * HEURISTIC.loss * ACE_LOSS)
_CARD_LOSS = round(POINT * HEURISTIC.loss * CARD_LOSS)
_NUMBER_LOSS = round(POINT * HEURISTIC.loss * NUMBER_LOSS)
_PURCHASE = round(POINT * HEURISTIC.purchase)
_PRICE = round(POINT * HEURISTIC.price)
_ROYAL = round(POINT * HEURISTIC.royal)
_NEIGHBOUR = round(POINT * HEURISTIC.neighbour)
_DOUBLE = round(POINT * HEURISTIC.double)
_CROWD = round(POINT * HEURISTIC.crowd)
_NEWCOMER = round(POINT * HEURISTIC.price * HEURISTIC.newcomer)
_ALL_NUMBERS = (1 << 11) - 2
_COMPANY = ints_of(
    [
        (_NEIGHBOUR * ((near >> 1 & 1) + (near >> 3 & 1)))
        + (_NEIGHBOUR * ((near & 1) + (near >> 4)) // 2)
        - _DOUBLE * (near >> 2 & 1)
        for near in range(32)
    ],
)
"""What a card gains from the numbers of the deck, from two less to two more: a bit for each."""
_NO_PAYMENT = 1 << 40
"""Stands in place of a loss."""


@compiled
def write_purchases(encoded: Ints, work: Ints) -> None:
    """Add the purchases of the active player (K-21, K-22, K-23, K-24)."""
    payments = _write_payments(encoded, work, 0)
    payments += _write_payments(encoded, work, 1)
    if payments == 0:
        return
    seat = encoded[TURN]
    deck = _numbers_owned(encoded, seat)
    common = _PURCHASE - _CROWD * max(0, deck_size(encoded, seat) - LARGE_DECK)
    if encoded[NEWCOMER] > 0:
        _add_newcomer(encoded, work, common + _NEWCOMER)
    offered = 0
    for slot in range(1, 2 * encoded[PLAYERS] + 1):
        card = encoded[PARADE + slot - 1]
        if card > 0 and not offered >> FORM[card] & 1:
            offered |= 1 << FORM[card]
            value = common + _rate_card(card, deck)
            best = PAYMENTS + PAYMENTS_OF_COLOUR * (1 - BLACKS[card])
            best += PAYMENTS_OF_COST * COST[card]
            _add_purchase(encoded, work, slot, value, best)
            _add_purchase(encoded, work, slot, value, best + PAYMENT_SIZE)


@compiled
def _numbers_owned(encoded: Ints, seat: int) -> int:
    """Return the numbers that a player owns: a bit for each number and colour."""
    found = 0
    for pile in range(HANDS + seat, KEPT + seat + 1, DRAWS - HANDS):
        first = CARDS + pile * ROOM
        for place in range(first, first + encoded[SIZES + pile]):
            card = encoded[place]
            found |= 1 << (NUMBER[card] + BLACK_SHIFT * BLACKS[card])
    return found


@compiled
def _rate_card(card: int, deck: int) -> int:
    """Return what a card brings: its cost, and the runs that it may be in."""
    value, number = _PRICE * COST[card], NUMBER[card]
    if number == 0:
        return value + _ROYAL
    owned = deck >> BLACK_SHIFT * BLACKS[card] & _ALL_NUMBERS
    return value + _COMPANY[owned << 2 >> number & 31]


@compiled
def _add_purchase(encoded: Ints, work: Ints, slot: int, value: int, payment: int) -> None:
    """Add the purchase of what has a value with the payment at an index, if there is one."""
    loss = work[payment]
    if loss != _NO_PAYMENT:
        appeal = BLOCKED if encoded[FINAL_ROUND] else value - loss
        add_candidate(work, BUY | slot << PLACE_SHIFT | work[payment + 1], appeal)


@compiled
def _add_newcomer(encoded: Ints, work: Ints, value: int) -> None:
    """Add purchases of the Newcomer with the two best payments of both colours (K-23)."""
    red = PAYMENTS + PAYMENTS_OF_COST * NEWCOMER_COST
    black = red + PAYMENTS_OF_COLOUR
    for _ in range(2):
        if work[red] < work[black]:
            _add_purchase(encoded, work, 0, value, red)
            red += PAYMENT_SIZE
        else:
            _add_purchase(encoded, work, 0, value, black)
            black += PAYMENT_SIZE


@compiled
def _write_payments(encoded: Ints, work: Ints, colour: int) -> int:
    """Write the two best payments in one colour for each cost. Return how many numbers can pay."""
    seat = encoded[TURN]
    first = PAYMENTS + PAYMENTS_OF_COLOUR * colour
    for payment in range(first, first + PAYMENTS_OF_COLOUR, PAYMENT_SIZE):
        work[payment] = _NO_PAYMENT
    count, aces, ace_bits = 0, 0, 0
    hand = CARDS + (HANDS + seat) * ROOM
    for place in range(hand, hand + encoded[SIZES + HANDS + seat]):
        card = encoded[place]
        if NUMBER[card] == 1 and aces < MOST_ACES:
            ace_bits |= card << CARD_SHIFT + CARD_BITS * aces
            aces += 1
        elif NUMBER[card] > 1 and BLACKS[card] == colour:
            work[ITEMS + count] = card
            work[KEYS + count] = FORM[card]
            count += 1
    most = MOST_CARDS if count <= MANY else MOST_CARDS - 1
    for size in range(1, min(most, count) + 1):
        more = True
        choose_first(work, size)
        while more:
            _rate_payment(work, first, size, aces, ace_bits)
            more = choose_next(work, count, size)
    return count


@compiled
def _rate_payment(work: Ints, first: int, size: int, aces: int, ace_bits: int) -> None:
    """Rate the chosen cards as a payment, alone and with each number of Aces (K-22)."""
    value, loss, cards, top = 0, 0, 0, 0
    for place in range(size):
        card = work[ITEMS + work[CHOSEN + place]]
        top = NUMBER[card]
        value += top
        loss += _CARD_LOSS + _NUMBER_LOSS * top
        cards |= card << CARD_SHIFT + CARD_BITS * place
    for count in range(aces + 1):
        bits = ace_bits & ((1 << CARD_SHIFT + CARD_BITS * count) - 1)
        _keep_payment(work, first, value, loss, bits | cards << CARD_BITS * count)
        value += top - 1
        loss += _ACE_LOSS


@compiled
def _keep_payment(work: Ints, first: int, value: int, loss: int, bits: int) -> None:
    """Keep a payment for each cost for which it is one of the best two so far.

    If it is none of them for one cost, it is none of them for a lower one.
    """
    for cost in range(min(value, HIGHEST_COST), 0, -1):
        best = first + PAYMENTS_OF_COST * cost
        second = best + PAYMENT_SIZE
        if loss >= work[second]:
            return
        if loss < work[best]:
            work[second] = work[best]
            work[second + 1] = work[best + 1]
            second = best
        work[second] = loss
        work[second + 1] = bits
