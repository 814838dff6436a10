"""The layout of an encoded state of King of the Dead.

An encoded state is one array of numbers: first single figures, then piles, each with room for all
cards of a game. A card is its `Card.order`: 1 is the Ace of Clubs, 52 is the King of Spades. A
Joker is 53. 0 stands for no card, or for one that is not known. The last card of a pile is its top.
Hands and plays are ascending. The numbers beyond a pile's size have no meaning.

Scored cards have left the game. Of them there is only their number and their points.
"""

from collections.abc import Callable

from regicide_tui.bots.king_of_the_dead.page import value_in_deck, value_in_hand
from regicide_tui.bots.library import Ints, compiled, ints
from regicide_tui.cards import JESTER, PACK, Card
from regicide_tui.games.king_of_the_dead.piles import STARTERS
from regicide_tui.games.king_of_the_dead.state import COST as COST_OF_CARD
from regicide_tui.games.king_of_the_dead.state import NUMBER as NUMBER_OF_CARD
from regicide_tui.games.king_of_the_dead.state import is_red

JOKER = 53
RANK_COUNT = 13
MOST_SEATS = 4
MOST_SLOTS = 8
ROOM = 108
"""The most cards of a game: two packs with their Jokers."""

# Indices of the encoded state.
PLAYERS = 0
TURN = 1
FIRST = 2
"""The first player of the round."""
ACTOR = 3
"""The seat that must act."""
OVER = 4
FINAL_ROUND = 5
RESHUFFLES = 6
JOKERS_SEEN = 7
NEWCOMER = 8
HAND_DRAW = 9
WELL_CARD_STAYS = 10
WILD_ACES = 11
DEITIES = 12
SELF_TARGET = 13
PROMPT = 14
"""The kind of the prompt that waits for the actor, or `NO_PROMPT`."""
COUNT = 15
"""How many cards the actor may take or still send, or the highest cost of a card to take."""
SENT = 16
TARGET = 17
GIVEN = 18
"""Two cards of the play area that the answer is about; 0 stands for none."""
POINTS = 20
SCORED = POINTS + MOST_SEATS
PARADE = SCORED + MOST_SEATS
SIZES = PARADE + MOST_SLOTS

# Piles. A pile of a player is the number here plus the seat.
GATE = 0
WELL = 1
LOOKED = 2
HANDS = 3
DRAWS = HANDS + MOST_SEATS
DISCARDS = DRAWS + MOST_SEATS
PLAYS = DISCARDS + MOST_SEATS
ACES = PLAYS + MOST_SEATS
"""The Aces of a player's Familiars, the oldest first, and in the next piles their cards."""
KEPT = ACES + MOST_SEATS
PILES = KEPT + MOST_SEATS

CARDS = SIZES + PILES
"""From here on are the cards of all piles."""
LENGTH = CARDS + PILES * ROOM

# Prompts, in the order of docs/rules-king-of-the-dead.md.
(
    NO_PROMPT,
    CORRUPT,
    LITURGY,
    FAMILIAR,
    SUPPLANT,
    ABSCOND,
    ACCEDE,
    SEARCH,
    SCRY,
    FORETELL,
    ORDER,
    BESTIR,
    DECANT,
    DECANT_TAKE,
    LITURGY_PLUS,
    SEPULCHER,
    EXHUME,
    CONSECRATE,
    PILLAGE_TARGET,
    PILLAGE,
    VOID_HAND,
    VOID_TARGET,
    VOID_DISCARD,
    ENCUMBER,
    ENCUMBER_TARGET,
    DEVILRY,
) = range(26)

MOST_RESHUFFLES_OF_TWO = 3
MOST_RESHUFFLES = 2
"""How many times the Well becomes the Gate with more than two players (K-48)."""


POINT = 600
"""A point of value."""

BLACK_SHIFT = 16
"""Where numbers are bits of a set, those of black cards are this much higher than red ones."""
FORMS = 27
"""What matters to the rules about a card is its form: 0 to 12 red, 13 to 25 black, 26 a Joker."""
ACE, JACK, QUEEN, KING = 0, 10, 11, 12


def card_number(card: Card) -> int:
    """Return the number of a card that is known."""
    return JOKER if card is JESTER else card.order


def _table(of: Callable[[Card], float]) -> Ints:
    """Return the figures of all cards, each at the card's number; 0 at 0."""
    found = ints(JOKER + 1)
    for card in (*PACK, JESTER):
        found[card_number(card)] = round(of(card))
    return found


RANK = _table(lambda card: (card.order - 1) // 4 if card.rank else 13)
"""The rank: 0 is an Ace, 12 a King, 13 a Joker."""
BLACKS = _table(lambda card: not is_red(card))
"""Whether a card is black; a Joker counts as black."""
FORM = _table(lambda card: (card.order - 1) // 4 + 13 * (not is_red(card)) if card.rank else 26)
NUMBER = _table(lambda card: NUMBER_OF_CARD.get(card, 0))
"""The number, from an Ace, which is 1, to 10; 0 of royals and Jokers."""
COST = _table(lambda card: COST_OF_CARD[card])
"""The cost (K-24, K-39)."""
HIGHEST_COST = 10
IN_DECK = _table(lambda card: POINT * value_in_deck(card))
"""The value in its owner's deck."""
IN_HAND = _table(lambda card: POINT * value_in_hand(card))
"""The value in the hand now."""
STARTER = _table(lambda card: card.rank in STARTERS and card is not JESTER)
"""Whether a card is one with which a player begins (K-1)."""


END, RECALL, SCORE, BUY, PLAY, ANSWER, PASS, WIDE = range(8)
OF_HAND, OF_DISCARD, OF_DRAWS = 1, 2, 3

PLACE_SHIFT = 3
CARD_SHIFT = 7
CARD_BITS = 6
MOST_CARDS = 9
MOST_PLACES = 56
"""At most this many cards of a hand can be named by their places."""


@compiled
def kind_of(action: int) -> int:
    """Return the kind of an action."""
    return action & 7


@compiled
def place_of(action: int) -> int:
    """Return the place of an action."""
    return action >> PLACE_SHIFT & 15


@compiled
def card_of(action: int, index: int) -> int:
    """Return one card of an action, or 0 if it has fewer."""
    return action >> (CARD_SHIFT + CARD_BITS * index) & 63


@compiled
def card_bits(card: int, index: int) -> int:
    """Return what a card at this index adds to the number of an action."""
    return card << (CARD_SHIFT + CARD_BITS * index)


@compiled
def read_cards(encoded: Ints, action: int, cards: Ints) -> int:
    """Write the cards that an action names into `cards`. Return how many they are."""
    count = 0
    if action & 7 == WIDE:
        first = CARDS + (HANDS + encoded[ACTOR]) * ROOM
        places = action >> CARD_SHIFT
        for place in range(MOST_PLACES):
            if places >> place & 1:
                cards[count] = encoded[first + place]
                count += 1
        return count
    left = action >> CARD_SHIFT
    while left > 0:
        cards[count] = left & 63
        left >>= CARD_BITS
        count += 1
    return count
