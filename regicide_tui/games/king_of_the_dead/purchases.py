"""Buying: what a payment is worth, what it must be, and every payment of a hand."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

from regicide_tui.cards import Card
from regicide_tui.games.base import IllegalAction, Pile, Value
from regicide_tui.games.hands import without
from regicide_tui.games.king_of_the_dead.actions import NEWCOMER, Buy
from regicide_tui.games.king_of_the_dead.state import State
from regicide_tui.games.king_of_the_dead.values import (
    COST,
    NEWCOMER_COST,
    NUMBER,
    is_ace,
    is_red,
)

COMPLETE_HAND = 13
"""Of larger hands, payments with a needless card are not listed: they are too many (K-21)."""

Payments = list[tuple[int, Pile]]
"""Payments with what each is worth."""


def on_offer(state: State) -> list[tuple[int, int]]:
    """Return the slots with a card and what each costs; the Newcomer has slot 0 (K-23, K-24)."""
    offer = [(slot, COST[card]) for slot, card in enumerate(state.parade, 1) if card]
    return [(NEWCOMER, NEWCOMER_COST), *offer] if state.newcomer else offer


def accepts(state: State, slot: int, red: bool) -> bool:
    """Tell whether a payment of this colour buys the card of a slot (K-21, K-23)."""
    card = state.parade[slot - 1] if slot else None
    return card is None or is_red(card) != red


def worth(paid: Pile) -> int:
    """Return what a payment is worth: an Ace doubles the highest card, less one (K-22)."""
    numbers = [NUMBER[card] for card in paid if not is_ace(card)]
    return sum(numbers) + (len(paid) - len(numbers)) * (max(numbers) - 1)


def is_payment(cards: Pile) -> bool:
    """Tell whether cards are 2 to 10 of one colour, at least one, with any Aces (K-21, K-22)."""
    if any(card not in NUMBER for card in cards):
        return False
    return len({is_red(card) for card in cards if not is_ace(card)}) == 1


def check_buy(state: State, action: Buy) -> Pile:
    """Return the active hand without the payment.

    Raises `IllegalAction`: `bad_target`, `not_in_hand`, `bad_payment`, `payment_short` or
    `wrong_colour`.
    """
    slot, paid = action.slot, action.cards
    costs = dict(on_offer(state))
    if slot not in costs:
        raise IllegalAction("bad_target", "There is nothing to buy.")
    rest = without(state.sides[state.turn].hand, paid)
    if not is_payment(paid):
        raise IllegalAction("bad_payment", "Pay with 2 to 10 of one colour. You may add Aces.")
    laid, cost = worth(paid), costs[slot]
    if laid < cost:
        raise IllegalAction("payment_short", f"{laid} of {cost} picked, {cost - laid} missing.")
    if not accepts(state, slot, is_red(paid[-1])):
        raise IllegalAction("wrong_colour", "Red cards buy black ones, and black cards buy red.")
    return rest


def purchases(state: State) -> list[Buy]:
    """Return every purchase of the active player once.

    With more than `COMPLETE_HAND` cards in the hand, only those of whose payment no card could
    be removed.
    """
    small = len(state.sides[state.turn].hand) <= COMPLETE_HAND
    found: list[Buy] = []
    for purse in _purses(state):
        payments = _payments(purse.numbers, purse.aces) if small else []
        for slot, cost in purse.offer:
            if small:
                found += [Buy(slot, paid) for laid, paid in payments if laid >= cost]
            else:
                found += [Buy(slot, paid) for paid in _needed(purse, cost)]
    return found


def lists_all(state: State) -> bool:
    """Tell whether `purchases` leaves nothing out."""
    if len(state.sides[state.turn].hand) <= COMPLETE_HAND:
        return True
    return not any(
        len(paid) < len(purse.numbers) + len(purse.aces)
        for purse in _purses(state)
        for _, cost in purse.offer
        for paid in _needed(purse, cost)
    )


class _Purse(Value, frozen=True):
    """What can pay in one colour, ascending, and the slots and costs it can pay for."""

    numbers: Pile
    aces: Pile
    offer: list[tuple[int, int]]


def _purses(state: State) -> Iterator[_Purse]:
    """Give the purse of each colour in the active hand, if there is anything to buy for it."""
    offer = on_offer(state)
    if not offer:
        return
    hand = state.sides[state.turn].hand
    aces = tuple([card for card in hand if is_ace(card)])
    for red in (False, True):
        numbers = tuple([card for card in hand if _pays(card, red)])
        wanted = [(slot, cost) for slot, cost in offer if accepts(state, slot, red)]
        if numbers and wanted:
            yield _Purse(numbers, aces, wanted)


def _pays(card: Card, red: bool) -> bool:
    return card in NUMBER and not is_ace(card) and is_red(card) == red


def _payments(numbers: Pile, aces: Pile) -> Payments:
    """Return every payment of these cards of one colour, each ascending."""
    subsets: list[tuple[int, int, Pile]] = [(0, 0, ())]
    for card, copies in Counter(numbers).items():
        value = NUMBER[card]
        subsets += [
            (total + value * more, value, paid + (card,) * more)
            for total, _, paid in subsets
            for more in range(1, copies + 1)
        ]
    found: Payments = [(total, paid) for total, _, paid in subsets[1:]]
    for doubles in _subsets(aces):
        count = len(doubles)
        found += [(total + count * (top - 1), doubles + paid) for total, top, paid in subsets[1:]]
    return found


def _subsets(cards: Pile) -> list[Pile]:
    """Return every set of these cards that is not empty, each ascending."""
    groups = [[(card,) * n for n in range(copies + 1)] for card, copies in Counter(cards).items()]
    return [sum(parts, ()) for parts in product(*groups)][1:]


def _needed(purse: _Purse, cost: int) -> Iterator[Pile]:
    """Give the payments that would be short without any one of their cards.

    The numbers are laid from the highest down until they are enough, so the last one is needed,
    and with it all others, which are no smaller. An Ace is needed if its worth is.
    """
    by_count: dict[int, list[Pile]] = {0: [()]}
    for some in _subsets(purse.aces):
        by_count.setdefault(len(some), []).append(some)
    for count, doubles in by_count.items():
        for laid, paid in _laid(purse.numbers, count, cost):
            if not count or laid - (NUMBER[paid[-1]] - 1) < cost:
                for some in doubles:
                    yield some + paid


def _laid(numbers: Pile, aces: int, cost: int) -> Iterator[tuple[int, Pile]]:
    """Give the ways to lay numbers from the highest down until, with Aces, they cover the cost."""
    cards = numbers[::-1]
    waiting: list[tuple[int, int, Pile]] = [(0, 0, ())]
    while waiting:
        start, laid, paid = waiting.pop()
        last = None
        for place in range(start, len(cards)):
            card = cards[place]
            if card is last:
                continue  # an equal card was tried in this place
            last = card
            total = laid + NUMBER[card] + (0 if paid else aces * (NUMBER[card] - 1))
            if total >= cost:
                yield total, (card, *paid)
            else:
                waiting.append((place + 1, total, (card, *paid)))
