"""King of the Dead as an encoded state: its layout, and the moves of cards between piles.

An encoded state is one array of numbers: first single fields, then piles, each with room for all
cards of a game. A card is its `Card.order`: 1 is the Ace of Clubs, 52 is the King of Spades. A
Joker is 53. 0 stands for no card or an unknown one. The last card of a pile is its top. Hands and
plays are ascending. The numbers beyond a pile's size have no meaning.

Scored cards leave the game: only their number and their points are stored.
"""

from collections.abc import Callable

from regicide_tui.bots.library import Ints, compiled, ints, ints_of
from regicide_tui.bots.rng import insert_number, shuffle
from regicide_tui.cards import JESTER, PACK, Card
from regicide_tui.games.king_of_the_dead.piles import STARTERS
from regicide_tui.games.king_of_the_dead.state import COST as COST_OF_CARD
from regicide_tui.games.king_of_the_dead.state import NUMBER as NUMBER_OF_CARD
from regicide_tui.games.king_of_the_dead.state import is_red

JOKER = 53
MOST_SEATS = 4
MOST_SLOTS = 8
ROOM = 108
"""The maximum number of cards in a game: two packs with their Jokers."""

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
"""The kind of the actor's open prompt, or `NO_PROMPT`."""
COUNT = 15
"""How many cards the actor may take or still send, or the maximum cost of a card to take."""
SENT = 16
TARGET = 17
GIVEN = 18
"""Two cards in the play area that the answer is about; 0 stands for none."""
POINTS = 20
SCORED = POINTS + MOST_SEATS
PARADE = SCORED + MOST_SEATS
SIZES = PARADE + MOST_SLOTS

# Piles. A player's pile is the number here plus the seat.
GATE = 0
WELL = 1
LOOKED = 2
HANDS = 3
DRAWS = HANDS + MOST_SEATS
DISCARDS = DRAWS + MOST_SEATS
PLAYS = DISCARDS + MOST_SEATS
ACES = PLAYS + MOST_SEATS
"""The Aces of a player's Familiars, the oldest first; their cards are in the next piles."""
KEPT = ACES + MOST_SEATS
PILES = KEPT + MOST_SEATS

CARDS = SIZES + PILES
"""The first index of the cards of all piles."""
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
"""One point of appeal."""

BLACK_SHIFT = 16
"""In sets of numbers, the bits of black cards are this much higher than those of red ones."""
FORMS = 27
"""A card's form is all that matters to the rules: 0 to 12 red, 13 to 25 black, 26 a Joker."""
ACE, JACK, QUEEN, KING = 0, 10, 11, 12


def card_number(card: Card) -> int:
    """Return the number of a known card."""
    return JOKER if card is JESTER else card.order


def table_of(of: Callable[[Card], float]) -> Ints:
    """Return a table of a value for each card, at the card's number; 0 at 0."""
    found = ints(JOKER + 1)
    for card in (*PACK, JESTER):
        found[card_number(card)] = round(of(card))
    return found


RANK = table_of(lambda card: (card.order - 1) // 4 if card.rank else 13)
"""The rank: 0 is an Ace, 12 a King, 13 a Joker."""
BLACKS = table_of(lambda card: not is_red(card))
"""Whether a card is black; a Joker counts as black."""
FORM = table_of(lambda card: (card.order - 1) // 4 + 13 * (not is_red(card)) if card.rank else 26)
NUMBER = table_of(lambda card: NUMBER_OF_CARD.get(card, 0))
"""The number, from an Ace, which is 1, to 10; 0 of royals and Jokers."""
COST = table_of(lambda card: COST_OF_CARD[card])
"""The cost (K-24, K-39)."""
HIGHEST_COST = 10
STARTER = table_of(lambda card: card.rank in STARTERS and card is not JESTER)
"""Whether a card is a starting card (K-1)."""


END, RECALL, SCORE, BUY, PLAY, ANSWER, PASS, WIDE = range(8)
OF_HAND, OF_DISCARD, OF_DRAWS = 1, 2, 3

PLACE_SHIFT = 3
CARD_SHIFT = 7
CARD_BITS = 6
MOST_CARDS = 9
MOST_PLACES = 56
"""The maximum number of cards in a hand that can be named by their places."""


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
def read_cards(encoded: Ints, action: int, cards: Ints) -> int:
    """Write the cards that an action names into `cards`. Return their number."""
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


@compiled
def push(encoded: Ints, pile: int, card: int) -> None:
    """Put a card on a pile."""
    size = encoded[SIZES + pile]
    encoded[CARDS + pile * ROOM + size] = card
    encoded[SIZES + pile] = size + 1


@compiled
def pop(encoded: Ints, pile: int) -> int:
    """Take the top card off a pile. Return 0 if it is empty."""
    size = encoded[SIZES + pile]
    if size == 0:
        return 0
    encoded[SIZES + pile] = size - 1
    return encoded[CARDS + pile * ROOM + size - 1]


@compiled
def top_of(encoded: Ints, pile: int) -> int:
    """Return the top card of a pile, or 0 if it is empty."""
    size = encoded[SIZES + pile]
    return encoded[CARDS + pile * ROOM + size - 1] if size > 0 else 0


@compiled
def insert(encoded: Ints, pile: int, card: int) -> None:
    """Insert a card into an ascending pile."""
    insert_number(encoded, CARDS + pile * ROOM, encoded[SIZES + pile], card)
    encoded[SIZES + pile] += 1


@compiled
def remove(encoded: Ints, pile: int, card: int) -> None:
    """Remove a card from a pile: the copy nearest the top (K-57)."""
    first, size = CARDS + pile * ROOM, encoded[SIZES + pile]
    place = size - 1
    while encoded[first + place] != card:
        place -= 1
    remove_at(encoded, pile, place)


@compiled
def remove_at(encoded: Ints, pile: int, place: int) -> None:
    """Remove the card at this place in a pile, counted from the bottom."""
    first, size = CARDS + pile * ROOM, encoded[SIZES + pile] - 1
    for above in range(first + place, first + size):
        encoded[above] = encoded[above + 1]
    encoded[SIZES + pile] = size


@compiled
def shuffle_pile(encoded: Ints, pile: int, rng: Ints) -> None:
    """Shuffle a pile."""
    shuffle(rng, encoded, CARDS + pile * ROOM, encoded[SIZES + pile])


@compiled
def put_discards_under(encoded: Ints, seat: int) -> None:
    """Put a player's discard pile under the draw pile, in its order."""
    draws, discards = CARDS + (DRAWS + seat) * ROOM, CARDS + (DISCARDS + seat) * ROOM
    size, under = encoded[SIZES + DRAWS + seat], encoded[SIZES + DISCARDS + seat]
    for place in range(size - 1, -1, -1):
        encoded[draws + under + place] = encoded[draws + place]
    for place in range(under):
        encoded[draws + place] = encoded[discards + place]
    encoded[SIZES + DRAWS + seat] = size + under
    encoded[SIZES + DISCARDS + seat] = 0


@compiled
def ensure_draws(encoded: Ints, seat: int, count: int, rng: Ints) -> None:
    """Put the shuffled discard pile under a draw pile with fewer than `count` cards (K-11)."""
    if encoded[SIZES + DRAWS + seat] < count and encoded[SIZES + DISCARDS + seat] > 0:
        shuffle_pile(encoded, DISCARDS + seat, rng)
        put_discards_under(encoded, seat)


@compiled
def draw_for(encoded: Ints, seat: int, owner: int, count: int, rng: Ints) -> None:
    """Move up to `count` cards from the draw pile of `owner` to the hand of `seat`."""
    ensure_draws(encoded, owner, count, rng)
    for _ in range(min(count, encoded[SIZES + DRAWS + owner])):
        insert(encoded, HANDS + seat, pop(encoded, DRAWS + owner))


@compiled
def look(encoded: Ints, count: int, rng: Ints) -> int:
    """Take the top cards of the active draw pile to look at (K-30). Return their number."""
    seat = encoded[TURN]
    ensure_draws(encoded, seat, count, rng)
    size = encoded[SIZES + DRAWS + seat]
    taken = min(count, size)
    first, looked = CARDS + (DRAWS + seat) * ROOM + size - taken, CARDS + LOOKED * ROOM
    for place in range(taken):
        encoded[looked + place] = encoded[first + place]
    encoded[SIZES + LOOKED] = taken
    encoded[SIZES + DRAWS + seat] = size - taken
    return taken


@compiled
def discard_card(encoded: Ints, card: int, rng: Ints) -> None:
    """Discard a card of the active player.

    A Joker is passed to the left, and the top card of the draw pile goes to the Well (K-26, K-27).
    """
    seat = encoded[TURN]
    if card != JOKER:
        push(encoded, DISCARDS + seat, card)
        return
    ensure_draws(encoded, seat, 1, rng)
    banished = pop(encoded, DRAWS + seat)
    if banished > 0:
        push(encoded, WELL, banished)
    push(encoded, DISCARDS + (seat + 1) % encoded[PLAYERS], JOKER)


@compiled
def take_from_gate(encoded: Ints, rng: Ints) -> int:
    """Take the top card of the Gate, or 0; if it is empty, the Well may become the Gate (K-47)."""
    most = MOST_RESHUFFLES_OF_TWO if encoded[PLAYERS] == 2 else MOST_RESHUFFLES
    size = encoded[SIZES + WELL]
    if encoded[SIZES + GATE] == 0 and size > 0 and encoded[RESHUFFLES] < most:
        shuffle_pile(encoded, WELL, rng)
        for place in range(size):
            encoded[CARDS + GATE * ROOM + place] = encoded[CARDS + WELL * ROOM + place]
        encoded[SIZES + GATE] = size
        encoded[SIZES + WELL] = 0
        encoded[RESHUFFLES] += 1
    return pop(encoded, GATE)


@compiled
def lay_in_slot(encoded: Ints, slot: int, card: int, rng: Ints) -> None:
    """Put a card into a slot, counted from 1; a Joker goes to a player and is replaced (K-8)."""
    while card == JOKER:
        seat = (encoded[FIRST] + encoded[JOKERS_SEEN]) % encoded[PLAYERS]
        push(encoded, DRAWS + seat, JOKER)
        encoded[JOKERS_SEEN] += 1
        card = take_from_gate(encoded, rng)
    encoded[PARADE + slot - 1] = card


@compiled
def take_newcomer(encoded: Ints, rng: Ints) -> None:
    """Put the Newcomer, bought or free, on the active discard pile (K-26, K-54)."""
    card = encoded[NEWCOMER]
    encoded[NEWCOMER] = 0
    if card > 0:
        discard_card(encoded, card, rng)


@compiled
def take_from_slot(encoded: Ints, slot: int) -> None:
    """Move the card of a slot to the active hand; the slot stays empty (K-46)."""
    insert(encoded, HANDS + encoded[TURN], encoded[PARADE + slot - 1])
    encoded[PARADE + slot - 1] = 0


@compiled
def deck_size(encoded: Ints, seat: int) -> int:
    """Return how many cards a player owns."""
    size = 0
    for pile in range(HANDS + seat, KEPT + seat + 1, DRAWS - HANDS):
        size += encoded[SIZES + pile]
    return size


RUN_BITS = ints_of(
    [
        0
        if card == 0 or NUMBER[card] == 0
        else 1
        if NUMBER[card] == 1
        else 1 << (NUMBER[card] + BLACK_SHIFT * BLACKS[card])
        for card in range(JOKER + 1)
    ],
)
"""A card's bits in a set of cards for runs: 0 is an Ace, 2 to 10 are red, 18 to 26 black."""


@compiled
def hand_run_bits(encoded: Ints, seat: int) -> int:
    """Return the set of cards for runs in a seat's hand, with the top card of the Well."""
    first, bits = CARDS + (HANDS + seat) * ROOM, RUN_BITS[top_of(encoded, WELL)]
    for place in range(first, first + encoded[SIZES + HANDS + seat]):
        bits |= RUN_BITS[encoded[place]]
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
