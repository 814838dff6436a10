"""Between cards and rows of numbers, both ways."""

from collections.abc import Iterable, Sequence

import numpy as np

from regicide_tui.bots.compiled import Ints
from regicide_tui.bots.rows import layout as at
from regicide_tui.cards import JESTER, PACK, Card
from regicide_tui.games.base import Pile

OVERPAY = {"one_at_a_time": at.ONE_AT_A_TIME, "minimal": at.MINIMAL, "free": at.FREE}
_CARDS = (JESTER, JESTER, *PACK)


def number_of(card: Card) -> int:
    """Return the number of a card; of a Jester, that of the first."""
    return 0 if card is JESTER else card.order + 1


def cards_of(bits: int) -> Pile:
    """Return the cards of a set of bits, ascending."""
    found: list[Card] = []
    while bits:
        found.append(_CARDS[(bits & -bits).bit_length() - 1])
        bits &= bits - 1
    return tuple(found)


def bits_of(cards: Pile, jesters: int = 0) -> int:
    """Return cards as a set of bits; their first Jester is the next one after so many."""
    return sum(1 << number for number in apart(cards, jesters))


def apart(cards: Iterable[Card], jesters: int = 0) -> list[int]:
    """Return the numbers of cards; each Jester is the next one, after `jesters` seen before."""
    numbers: list[int] = []
    for card in cards:
        if card is JESTER:
            numbers.append(min(jesters, 1))
            jesters += 1
        else:
            numbers.append(number_of(card))
    return numbers


def hand_of(row: Ints, seat: int) -> list[int]:
    """Return the numbers of the cards of a hand."""
    first = at.HANDS + seat * at.HAND_ROOM
    held: list[int] = row[first : first + row[at.HAND_SIZE + seat]].tolist()
    return held


def row_of_sizes(game: int, hands: Sequence[Pile], *piles: Pile) -> Ints:
    """Return a row with the sizes of hands, Castle, Tavern and discard, but none of their cards."""
    row = np.zeros(at.LENGTH, dtype=np.int64)
    row[at.GAME] = game
    row[at.PLAYERS] = len(hands)
    for seat, hand in enumerate(hands):
        row[at.HAND_SIZE + seat] = len(hand)
    row[at.CASTLE_SIZE : at.DISCARD_SIZE + 1] = [len(pile) for pile in piles]
    return row


def lay_open(
    row: Ints,
    hands: Sequence[Pile],
    castle: Pile,
    tavern: Pile,
    discard: Pile,
    jesters: int = 0,
) -> None:
    """Write the cards of all hands and piles, of which none is unknown, into their places.

    `jesters` are those that lie elsewhere.
    """
    piles = [(at.HANDS + seat * at.HAND_ROOM, hand) for seat, hand in enumerate(hands)]
    piles += [(at.CASTLE, castle[::-1]), (at.TAVERN, tavern[::-1]), (at.DISCARD, discard[::-1])]
    for first, cards in piles:
        row[first : first + len(cards)] = apart(cards, jesters)
        jesters += cards.count(JESTER)
