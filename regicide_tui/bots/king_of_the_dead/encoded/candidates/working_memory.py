"""Reused memory in which candidate actions are found: one array of numbers.

The candidates lie from `ACTIONS` and `APPEALS` on, the greatest appeal first, in
six-hundredths of a point. Everything else is in use only while they are being found.
"""

from regicide_tui.bots.king_of_the_dead import page
from regicide_tui.bots.king_of_the_dead.encoded.state import POINT, ROOM
from regicide_tui.bots.king_of_the_dead.page import MOST_CANDIDATES, MOST_OPTIONS
from regicide_tui.bots.library import Ints, compiled, ints

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
LENGTH = PAYMENTS + 2 * PAYMENTS_OF_COLOUR

ABSENT = -1
BLOCKED = round(POINT * page.BLOCKED)
"""The appeal of an action that would have no effect, or that the page avoids for now."""


def new_working_memory() -> Ints:
    """Return empty memory."""
    return ints(LENGTH)


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
