"""The layout of an encoded state of King of the Dead.

An encoded state is one array of numbers: first single figures, then piles, each with room for all
cards of a game. A card is its `Card.order`: 1 is the Ace of Clubs, 52 is the King of Spades. A
Joker is 53. 0 stands for no card, or for one that is not known. The last card of a pile is its top.
Hands and plays are ascending. The numbers beyond a pile's size have no meaning.

Scored cards have left the game. Of them there is only their number and their points.
"""

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
