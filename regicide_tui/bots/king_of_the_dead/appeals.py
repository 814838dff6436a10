"""The page's values, and the working memory for finding candidates with their appeals.

An appeal is an integer, with `POINT` to a point. The numbers were found by trial and error. A
search uses them for its candidates, its policy and the end of a turn.
"""

from regicide_tui.bots.king_of_the_dead.state import POINT, ROOM, table_of
from regicide_tui.bots.library import Ints, compiled, ints, ints_of
from regicide_tui.cards import JESTER
from regicide_tui.games.king_of_the_dead.state import NUMBER

MOST_CANDIDATES = 14
"""The maximum number of actions to consider."""
MOST_OPTIONS = 6
"""The maximum number of options to consider, the best ones."""
MOST_CARDS = 4
"""The most numbers in a payment; one less if the hand has more than `MANY` of a colour."""
MANY = 6
MOST_ACES = 2
SMALLEST_DECK = 7
"""Until the last round, the page scores none of its own cards if its deck has at most this many.

Scoring early is good, but with too few cards there are no more runs and no more purchases.
"""
LARGE_DECK = 10

BLOCKED = -2 * POINT
"""The appeal of an action that would have no effect, or that the page avoids for now."""
RUN = 6 * POINT
"""The appeal of a run in addition to its points, and the bonus for the Well's top card."""
WELL_CARD = 2 * POINT
PURCHASE = POINT * 3 // 2
PRICE = POINT // 2
"""What a card gains for each point of its cost."""
NEWCOMER_PRICE = 6 * PRICE
ROYAL = POINT * -37 // 10
NEIGHBOUR = POINT // 2
"""What a card gains for each card in the deck that may be next to it in a run."""
DOUBLE = POINT // 2
"""What a card loses if the deck has another of its number and colour."""
CROWD = POINT // 5
"""What a purchase loses for each card beyond `LARGE_DECK` in the deck."""
ACE_LOSS = POINT * 45 // 100
CARD_LOSS = POINT * 12 // 100
NUMBER_LOSS = POINT * 3 // 100
"""What a payment loses for each Ace, each number, and each point of a number."""
POWER_APPEALS = {
    "J": 10.0,
    "Q": 9.5,
    "K": 6.0,
    "AA": -3.0,
    "22": 7.0,
    "33": 5.0,
    "44": 8.0,
    "55": 3.0,
    "66": 2.0,
    "77": -1.0,
    "88": 6.0,
    "99": 7.5,
    "TT": 7.0,
    "JJ black": 2.0,
    "JJ mixed": 9.0,
    "JJ red": 2.0,
    "QQ black": 4.0,
    "QQ mixed": 10.0,
    "QQ red": 9.0,
    "KK black": 1.0,
    "KK mixed": 6.5,
    "KK red": 6.0,
    "QA red": 3.0,
    "A*": -3.0,
    "J*": 11.0,
    "Q*": 1.0,
    "K*": 10.0,
    "**": 3.0,
    "JJJ": 6.0,
    "QQQ": 6.0,
    "KKK": 6.0,
}
"""The appeals of powers in points, in the order of their numbers (`powers.py`), by the keys of
`powers.power_key`. Four royals count as three.

More cards in hand mean more to score and to buy, so the powers that draw come first.
"""
APPEALS_OF_POWERS = ints_of(round(POINT * points) for points in POWER_APPEALS.values())

_HONOURS = {"A": 4.0, "J": 6.0, "Q": 7.0, "K": 6.0}
IN_DECK = table_of(
    lambda card: POINT * (-6 if card is JESTER else _HONOURS.get(card.rank) or NUMBER[card] - 1)
)
"""The value of a card in its owner's deck. A Joker is a burden."""
IN_HAND = table_of(
    lambda card: POINT * (0.5 if card is JESTER else _HONOURS.get(card.rank) or 0.8 * NUMBER[card])
)
"""The value of a card in the hand now."""

FOUND = 0
"""How many candidates there are."""
LIMIT = 1
"""How many to keep: those with the greatest appeals, the first of equal ones."""
ACTIONS = 2
APPEALS = ACTIONS + MOST_CANDIDATES
OPTIONS_KEPT = APPEALS + MOST_CANDIDATES
"""How many options of a prompt are kept, and how many spare ones that are equal to them."""
OPTIONS_SPARE = OPTIONS_KEPT + 1
OPTIONS = OPTIONS_SPARE + 1
"""The options as bits of an action, then the spare ones, then the values of the options."""
SPARE = OPTIONS + MOST_OPTIONS
VALUES = SPARE + MOST_OPTIONS
CHOSEN = VALUES + MOST_OPTIONS
"""The ascending indices of the chosen items."""
ITEMS = CHOSEN + MOST_OPTIONS
"""Cards to choose from; a number for each follows at `KEYS`, the same for equal items."""
KEYS = ITEMS + ROOM
TOKENS = KEYS + ROOM
"""For each colour and each number from 0 to 10, a card of the hand and the Well's, or `ABSENT`.
Then two Aces of the hand and the Well's."""
ACE_TOKENS = TOKENS + 2 * 11 * 2
PAYMENTS = ACE_TOKENS + 3
"""For each colour and each cost from 0 to 10, the two best payments: each a loss and bits."""
PAYMENT_SIZE = 2
PAYMENTS_OF_COST = 2 * PAYMENT_SIZE
PAYMENTS_OF_COLOUR = 11 * PAYMENTS_OF_COST
WORKING_MEMORY = PAYMENTS + 2 * PAYMENTS_OF_COLOUR

ABSENT = -1


def new_working_memory() -> Ints:
    """Return empty memory."""
    return ints(WORKING_MEMORY)


@compiled
def add_candidate(work: Ints, action: int, appeal: int) -> None:
    """Insert a candidate in order, if it is among those to keep."""
    place = work[FOUND]
    if place < work[LIMIT]:
        work[FOUND] = place + 1
    else:
        place -= 1
        if appeal <= work[APPEALS + place]:
            return
    while place > 0 and work[APPEALS + place - 1] < appeal:
        work[ACTIONS + place] = work[ACTIONS + place - 1]
        work[APPEALS + place] = work[APPEALS + place - 1]
        place -= 1
    work[ACTIONS + place] = action
    work[APPEALS + place] = appeal


@compiled
def choose_first(work: Ints, size: int) -> None:
    """Choose the first `size` items."""
    for place in range(size):
        work[CHOSEN + place] = place


@compiled
def choose_next(work: Ints, count: int, size: int) -> bool:
    """Choose the next `size` of `count` items, ascending, that differ from the current choice.

    Return whether there is a next choice. Choices of equal items come once, provided equal items
    are adjacent.
    """
    for place in range(size - 1, -1, -1):
        item = work[CHOSEN + place]
        following = item + 1
        while following < count and work[KEYS + following] == work[KEYS + item]:
            following += 1
        if following + size - place <= count:
            for other in range(place, size):
                work[CHOSEN + other] = following + other - place
            return True
    return False
