"""The candidate purchases: for each card on offer a few payments that lose little."""

from collections.abc import Iterator
from itertools import combinations

from regicide_tui.bots.king_of_the_dead.card_values import Form, form
from regicide_tui.cards import Card
from regicide_tui.games.base import Pile
from regicide_tui.games.king_of_the_dead.actions import Buy
from regicide_tui.games.king_of_the_dead.rules import accepts_colour, payment_value, slots_on_offer
from regicide_tui.games.king_of_the_dead.state import NUMBER, State, in_order, is_ace, is_red

MOST_CARDS = 4
"""At most this many numbers are laid; one less from a hand with many of one colour."""
PAYMENTS_PER_CARD = 2
"""At most this many payments are considered for each card."""

MANY = 6
MOST_ACES = 2
ACE_LOSS = 1.5
CARD_LOSS = 0.4
NUMBER_LOSS = 0.1
"""What a payment loses by each Ace and by each number, and for each point of a number."""


def rate_payments(hand: Pile, red: bool) -> list[tuple[int, float, Pile]]:
    """Return payments in one colour: the value, the loss and the cards of each, least loss first.

    Of payments that are the same to the rules there is one.
    """
    numbers = [card for card in hand if card in NUMBER and not is_ace(card) and is_red(card) == red]
    aces = [card for card in hand if is_ace(card)][:MOST_ACES]
    most = MOST_CARDS if len(numbers) <= MANY else MOST_CARDS - 1
    seen: set[tuple[Form, ...]] = set()
    found: list[tuple[int, float, Pile]] = []
    for some in _sets(numbers, most):
        for count in range(len(aces) + 1):
            paid = (*aces[:count], *some)
            key = tuple([form(card) for card in paid])
            if key not in seen:
                seen.add(key)
                found.append((payment_value(paid), _payment_loss(paid), paid))
    found.sort(key=lambda one: one[1])
    return found


def _sets(numbers: list[Card], most: int) -> Iterator[Pile]:
    for size in range(1, most + 1):
        yield from combinations(numbers, size)


def _payment_loss(paid: Pile) -> float:
    """Return what a payment loses: its cards could have served this turn."""
    return sum(
        [ACE_LOSS if is_ace(card) else CARD_LOSS + NUMBER_LOSS * NUMBER[card] for card in paid]
    )


def rate_purchases(state: State) -> list[tuple[Buy, float]]:
    """Return purchases of the active player, each with the loss of its payment."""
    hand = state.sides[state.turn].hand
    purses = {red: rate_payments(hand, red) for red in (False, True)}
    found: list[tuple[Buy, float]] = []
    offered: set[Form] = set()
    for slot, cost in slots_on_offer(state):
        card = state.parade[slot - 1] if slot else None
        if card is not None:
            if form(card) in offered:
                continue
            offered.add(form(card))
        choices = [
            (loss, paid)
            for red, purse in purses.items()
            if accepts_colour(state, slot, red)
            for value, loss, paid in purse
            if value >= cost
        ]
        choices.sort(key=lambda way: way[0])
        found += [(Buy(slot, in_order(paid)), loss) for loss, paid in choices[:PAYMENTS_PER_CARD]]
    return found
