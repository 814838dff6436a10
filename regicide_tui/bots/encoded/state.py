"""The common part of the layout of encoded states.

An encoded state is one array of numbers, on which fast bots search. A card is a number in the order
of `Card.order`: the Jesters are 0 and 1, then 2 is the Ace of Clubs, up to 53 for the King of
Spades. Each pile has its size and its cards. Hands are ascending. The last card of Castle, Tavern
and discard is the top one. The numbers beyond a pile's size have no meaning.

An action is also a number: a kind, and below it a set of cards as bits, or a seat.
"""

from collections.abc import Iterable, Sequence

from regicide_tui.bots.library import Ints, compiled, ints, ints_of
from regicide_tui.cards import JESTER, PACK, Card, play_order
from regicide_tui.games.base import Pile
from regicide_tui.games.regicide_family.plays import Pay, Play

CARDS = 54
JESTER_CARDS = 2
HAND_ROOM = 8
SEATS = 4
ROYALS = 12

# Indices of the encoded state.
GAME = 0
PLAYERS = 1
PHASE = 2
TURN = 3
"""The seat to act or, in a finished game, the seat that couldn't act."""
RESULT = 4
COMBOS = 5
OVERPAY = 6
CASTLE_SIZE = 7
TAVERN_SIZE = 8
DISCARD_SIZE = 9
TABLE_SIZE = 10
HAND_SIZE = 11
GAME_SPECIFIC = HAND_SIZE + SEATS
"""The first index of the fields of only one game."""
CASTLE = GAME_SPECIFIC + 12
HANDS = CASTLE + ROYALS
TAVERN = HANDS + SEATS * HAND_ROOM
DISCARD = TAVERN + CARDS
TABLE = DISCARD + CARDS
LENGTH = TABLE + 3 * CARDS
"""Room for all cards on the table and in each of two shields."""

# Games.
REGICIDE, DUEL = range(2)

# Phases. In SUFFER the seat to act must pay.
PLAY, CHOOSE, SUFFER, OVER = range(4)

# Results: all players win, or the seat that couldn't act loses with its partners.
NONE, WON, LOST = range(3)

# Overpay: which payments are legal (R-42, D-17).
ONE_AT_A_TIME, MINIMAL, FREE = range(3)

# Kinds of action. A play has no kind, only its set of cards.
PAYING = 1 << 56
YIELDING = 2 << 56
CHOOSING = 3 << 56
FLIPPING = 4 << 56
KIND = 7 << 56
MOST_ACTIONS = 320

_VALUES = [0, 0, *[value for value in (*range(1, 11), 10, 15, 20) for _ in range(4)]]
VALUE = ints_of(_VALUES)

FIRST_ACE = 2
FIRST_ROYAL = 42
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)


@compiled
def suits_and_value(encoded: Ints, first: int, size: int) -> tuple[int, int]:
    """Return the suits of `size` cards as bits, and the sum of their values; no Jesters."""
    suits, value = 0, 0
    for place in range(first, first + size):
        card = encoded[place]
        suits |= 1 << ((card - 2) & 3)
        value += VALUE[card]
    return suits, value


@compiled
def hand_value(encoded: Ints, seat: int) -> int:
    """Return the sum of the values of a hand."""
    values = 0
    for place in range(encoded[HAND_SIZE + seat]):
        values += VALUE[encoded[HANDS + seat * HAND_ROOM + place]]
    return values


OVERPAY_NUMBERS = {"one_at_a_time": ONE_AT_A_TIME, "minimal": MINIMAL, "free": FREE}
_CARDS = (JESTER, JESTER, *PACK)


def card_number(card: Card) -> int:
    """Return the number of a card. For a Jester, it is that of the first."""
    return 0 if card is JESTER else card.order + 1


def decode_cards(bits: int) -> Pile:
    """Return the cards of a set of bits, ascending."""
    found: list[Card] = []
    while bits:
        found.append(_CARDS[(bits & -bits).bit_length() - 1])
        bits &= bits - 1
    return tuple(found)


def encode_cards(cards: Pile, jesters: int = 0) -> int:
    """Return cards as a set of bits. The numbers of `jesters` Jesters are already in use."""
    return sum(1 << number for number in number_cards(cards, jesters))


def number_cards(cards: Iterable[Card], jesters: int = 0) -> list[int]:
    """Return the numbers of cards. The numbers of `jesters` Jesters are already in use."""
    numbers: list[int] = []
    for card in cards:
        if card is JESTER:
            numbers.append(min(jesters, 1))
            jesters += 1
        else:
            numbers.append(card_number(card))
    return numbers


def read_hand(encoded: Ints, seat: int) -> list[int]:
    """Return the numbers of the cards in a hand."""
    first = HANDS + seat * HAND_ROOM
    held: list[int] = encoded[first : first + encoded[HAND_SIZE + seat]].tolist()
    return held


def encode_sizes(game: int, hands: Sequence[Pile], *piles: Pile) -> Ints:
    """Return an encoded state without cards, with the sizes of hands and of these piles.

    The piles are Castle, Tavern and discard.
    """
    encoded = ints(LENGTH)
    encoded[GAME] = game
    encoded[PLAYERS] = len(hands)
    for seat, hand in enumerate(hands):
        encoded[HAND_SIZE + seat] = len(hand)
    encoded[CASTLE_SIZE : DISCARD_SIZE + 1] = ints_of(map(len, piles))
    return encoded


def write_cards(
    encoded: Ints,
    hands: Sequence[Pile],
    castle: Pile,
    tavern: Pile,
    discard: Pile,
    jesters: int = 0,
) -> None:
    """Write the cards of all hands and piles into their places. All cards must be known.

    `jesters` is the number of Jesters elsewhere.
    """
    piles = [(HANDS + seat * HAND_ROOM, hand) for seat, hand in enumerate(hands)]
    piles += [
        (CASTLE, castle[::-1]),
        (TAVERN, tavern[::-1]),
        (DISCARD, discard[::-1]),
    ]
    for first, cards in piles:
        encoded[first : first + len(cards)] = ints_of(number_cards(cards, jesters))
        jesters += cards.count(JESTER)


def decode_play_or_pay(number: int) -> Play | Pay:
    """Return the play or payment for a number."""
    cards = decode_cards(number & ~KIND)
    return Pay(cards) if number & KIND else Play(tuple(sorted(cards, key=play_order)))


def encode_play_or_pay(action: Play | Pay, encoded: Ints) -> int:
    """Return the number of a play or payment of the seat to act in an encoded state."""
    second = 0 not in read_hand(encoded, encoded[TURN])  # the hand contains only the second Jester
    return encode_cards(action.cards, second) | PAYING * isinstance(action, Pay)
