"""What the page values, and the working memory in which candidates are found with their appeals.

An appeal is a whole number, `POINT` of them to a point. The numbers were found by trial. A search
takes from them its candidates, its policy and how a turn ends.
"""

from regicide_tui.bots.king_of_the_dead.state import POINT, ROOM, table_of
from regicide_tui.bots.library import Ints, compiled, ints, ints_of
from regicide_tui.cards import JESTER
from regicide_tui.games.king_of_the_dead.state import NUMBER

MOST_CANDIDATES = 14
"""At most this many actions are considered."""
MOST_OPTIONS = 6
"""Of more options to choose from, the best ones are considered, this many."""
MOST_CARDS = 4
"""At most this many numbers are paid; one less from a hand with more than `MANY` of a colour."""
MANY = 6
MOST_ACES = 2
SMALLEST_DECK = 7
"""Until the last round, the page scores none of its own cards from a deck of this size or less.

Points are worth taking early. But with too few cards there are no runs any more, and nothing can be
bought.
"""
LARGE_DECK = 10

BLOCKED = -2 * POINT
"""The appeal of an action that would have no effect, or that the page avoids for now."""
RUN = 6 * POINT
"""The appeal of a run besides its points, and what the Well's top card in it adds."""
WELL_CARD = 2 * POINT
PURCHASE = POINT * 3 // 2
PRICE = POINT // 2
"""What a card gains for each point of its cost."""
NEWCOMER_PRICE = 6 * PRICE
ROYAL = POINT * -37 // 10
NEIGHBOUR = POINT // 2
"""What a card gains for each card of the deck that may lie beside it in a run."""
DOUBLE = POINT // 2
"""What a card loses if the deck has one of its number and colour."""
CROWD = POINT // 5
"""What a purchase loses for each card that the deck has beyond `LARGE_DECK`."""
ACE_LOSS = POINT * 45 // 100
CARD_LOSS = POINT * 12 // 100
NUMBER_LOSS = POINT * 3 // 100
"""What a payment loses by each Ace and by each number, and for each point of a number."""
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
"""The appeals of powers in points, in the order of their numbers (`powers.py`); by the keys of
`powers.power_key`, but four royals are as three.

With more cards in the hand there is more to score and to buy, so the powers that draw come early.
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
"""How many are kept: those with the greatest appeals, the first of equal ones."""
ACTIONS = 2
APPEALS = ACTIONS + MOST_CANDIDATES
OPTIONS_KEPT = APPEALS + MOST_CANDIDATES
"""How many options of a prompt are kept, and how many spare ones, which are equal to these."""
OPTIONS_SPARE = OPTIONS_KEPT + 1
OPTIONS = OPTIONS_SPARE + 1
"""The options as bits of an action, then the spare ones, then the values of the former."""
SPARE = OPTIONS + MOST_OPTIONS
VALUES = SPARE + MOST_OPTIONS
CHOSEN = VALUES + MOST_OPTIONS
"""Ascending indices of what is chosen from the items."""
ITEMS = CHOSEN + MOST_OPTIONS
"""Cards to choose from, and from `KEYS` on a number for each: items with one number are equal."""
KEYS = ITEMS + ROOM
TOKENS = KEYS + ROOM
"""For each colour and each number from 0 to 10 a card of the hand, and the Well's; `ABSENT` if
there is none. Then two Aces of the hand and the Well's."""
ACE_TOKENS = TOKENS + 2 * 11 * 2
PAYMENTS = ACE_TOKENS + 3
"""For each colour and each cost from 0 to 10 the two best payments: each has a loss, and bits."""
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
    """Add a candidate in its place, if it is among those that are kept."""
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
    """Choose the next `size` of `count` items, ascending, in the place of an unequal one.

    Return whether there is a next choice. Choices of equal items come once, as far as equal items
    lie side by side.
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
