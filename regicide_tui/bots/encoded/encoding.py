"""Encodes and decodes cards, for the encoded states of all games."""

from collections.abc import Iterable, Sequence

from regicide_tui.bots.arrays import Ints, ints, ints_of
from regicide_tui.bots.encoded import layout
from regicide_tui.cards import JESTER, PACK, Card
from regicide_tui.games.base import Pile

OVERPAY = {"one_at_a_time": layout.ONE_AT_A_TIME, "minimal": layout.MINIMAL, "free": layout.FREE}
_CARDS = (JESTER, JESTER, *PACK)


def card_number(card: Card) -> int:
    """Return the number of a card. For a Jester it is that of the first."""
    return 0 if card is JESTER else card.order + 1


def decode_cards(bits: int) -> Pile:
    """Return the cards of a set of bits, ascending."""
    found: list[Card] = []
    while bits:
        found.append(_CARDS[(bits & -bits).bit_length() - 1])
        bits &= bits - 1
    return tuple(found)


def encode_cards(cards: Pile, jesters: int = 0) -> int:
    """Return cards as a set of bits. `jesters` Jesters have their numbers already."""
    return sum(1 << number for number in number_cards(cards, jesters))


def number_cards(cards: Iterable[Card], jesters: int = 0) -> list[int]:
    """Return the numbers of cards. `jesters` Jesters have their numbers already."""
    numbers: list[int] = []
    for card in cards:
        if card is JESTER:
            numbers.append(min(jesters, 1))
            jesters += 1
        else:
            numbers.append(card_number(card))
    return numbers


def read_hand(encoded: Ints, seat: int) -> list[int]:
    """Return the numbers of the cards of a hand."""
    first = layout.HANDS + seat * layout.HAND_ROOM
    held: list[int] = encoded[first : first + encoded[layout.HAND_SIZE + seat]].tolist()
    return held


def encode_sizes(game: int, hands: Sequence[Pile], *piles: Pile) -> Ints:
    """Return an encoded state without cards, with the sizes of hands and of these piles.

    The piles are Castle, Tavern and discard.
    """
    encoded = ints(layout.LENGTH)
    encoded[layout.GAME] = game
    encoded[layout.PLAYERS] = len(hands)
    for seat, hand in enumerate(hands):
        encoded[layout.HAND_SIZE + seat] = len(hand)
    encoded[layout.CASTLE_SIZE : layout.DISCARD_SIZE + 1] = ints_of(map(len, piles))
    return encoded


def write_cards(
    encoded: Ints,
    hands: Sequence[Pile],
    castle: Pile,
    tavern: Pile,
    discard: Pile,
    jesters: int = 0,
) -> None:
    """Write the cards of all hands and piles into their places. None of them is unknown.

    `jesters` are the Jesters that lie elsewhere.
    """
    piles = [(layout.HANDS + seat * layout.HAND_ROOM, hand) for seat, hand in enumerate(hands)]
    piles += [
        (layout.CASTLE, castle[::-1]),
        (layout.TAVERN, tavern[::-1]),
        (layout.DISCARD, discard[::-1]),
    ]
    for first, cards in piles:
        encoded[first : first + len(cards)] = ints_of(number_cards(cards, jesters))
        jesters += cards.count(JESTER)
