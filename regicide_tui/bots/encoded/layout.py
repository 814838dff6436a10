"""The layout of an encoded state: what all games have.

An encoded state is one array of numbers, on which fast bots search. A card is a number in the order
of `Card.order`: the Jesters are 0 and 1, then 2 is the Ace of Clubs, up to 53 for the King of
Spades. Each pile has its size and its cards. Hands are ascending. The top of Castle, Tavern and
discard is the last card. The numbers beyond a pile's size have no meaning.

An action is also a number: a kind, and below it a set of cards as bits, or a seat.
"""

from regicide_tui.bots.arrays import ints_of

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
"""The seat to act or, in a game that is over, the seat that could not go on."""
RESULT = 4
COMBOS = 5
OVERPAY = 6
CASTLE_SIZE = 7
TAVERN_SIZE = 8
DISCARD_SIZE = 9
TABLE_SIZE = 10
HAND_SIZE = 11
GAME_SPECIFIC = HAND_SIZE + SEATS
"""From here on are the fields that only one of the games has."""
CASTLE = GAME_SPECIFIC + 12
HANDS = CASTLE + ROYALS
TAVERN = HANDS + SEATS * HAND_ROOM
DISCARD = TAVERN + CARDS
TABLE = DISCARD + CARDS
LENGTH = TABLE + 3 * CARDS
"""There is room for all cards on the table and in each of two shields."""

# Games.
REGICIDE, DUEL = range(2)

# Phases. In SUFFER the seat to act must pay.
PLAY, CHOOSE, SUFFER, OVER = range(4)

# Results: all have won, or the seat that could not go on has lost, and its partners too.
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
