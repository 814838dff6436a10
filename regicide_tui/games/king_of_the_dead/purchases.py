"""Purchases: the value of a payment, its rules, and every payment of a hand."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

from regicide_tui.cards import Card
from regicide_tui.games.base import IllegalAction, Pile, Value
from regicide_tui.games.hands import remove_cards
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
"""For larger hands, payments with a needless card are not listed: they are too many (K-21)."""

Payments = list[tuple[int, Pile]]
"""Payments, each with its value."""


def slots_on_offer(state: State) -> list[tuple[int, int]]:
    """Return the slots that hold a card and their costs; slot 0 is the Newcomer (K-23, K-24)."""
    offer = [(slot, COST[card]) for slot, card in enumerate(state.parade, 1) if card]
    return [(NEWCOMER, NEWCOMER_COST), *offer] if state.newcomer else offer


def accepts_colour(state: State, slot: int, red: bool) -> bool:
    """Return whether a payment of this colour can buy the card of a slot (K-21, K-23)."""
    card = state.parade[slot - 1] if slot else None
    return card is None or is_red(card) != red


def payment_value(paid: Pile) -> int:
    """Return the value of a payment: each Ace adds the highest card's value less 1 (K-22)."""
    numbers = [NUMBER[card] for card in paid if not is_ace(card)]
    return sum(numbers) + (len(paid) - len(numbers)) * (max(numbers) - 1)


def is_payment(cards: Pile) -> bool:
    """Return whether cards are 2 to 10, one or more, of one colour, with any Aces (K-21, K-22)."""
    if any(card not in NUMBER for card in cards):
        return False
    return len({is_red(card) for card in cards if not is_ace(card)}) == 1


def check_buy(state: State, action: Buy) -> Pile:
    """Return the active hand without the payment.

    Raises `IllegalAction`: `bad_target`, `not_in_hand`, `bad_payment`, `payment_short` or
    `wrong_colour`.
    """
    slot, paid = action.slot, action.cards
    costs = dict(slots_on_offer(state))
    if slot not in costs:
        raise IllegalAction("bad_target", "There is nothing to buy.")
    rest = remove_cards(state.sides[state.turn].hand, paid)
    if not is_payment(paid):
        raise IllegalAction("bad_payment", "Pay with 2 to 10 of one colour. You may add Aces.")
    laid, cost = payment_value(paid), costs[slot]
    if laid < cost:
        raise IllegalAction("payment_short", f"{laid} of {cost} picked, {cost - laid} missing.")
    if not accepts_colour(state, slot, is_red(paid[-1])):
        raise IllegalAction("wrong_colour", "Red cards buy black ones, and black cards buy red.")
    return rest


def purchases(state: State) -> list[Buy]:
    """Return every purchase of the active player once.

    If the hand has more than `COMPLETE_HAND` cards, the list holds only purchases whose payment
    needs all of its cards.
    """
    small = len(state.sides[state.turn].hand) <= COMPLETE_HAND
    found: list[Buy] = []
    for purse in _paying_cards(state):
        payments = _payments(purse.numbers, purse.aces) if small else []
        for slot, cost in purse.offer:
            if small:
                found += [Buy(slot, paid) for laid, paid in payments if laid >= cost]
            else:
                found += [Buy(slot, paid) for paid in _minimal_payments(purse, cost)]
    return found


def lists_all_purchases(state: State) -> bool:
    """Return whether `purchases` lists every purchase."""
    if len(state.sides[state.turn].hand) <= COMPLETE_HAND:
        return True
    return not any(
        len(paid) < len(purse.numbers) + len(purse.aces)
        for purse in _paying_cards(state)
        for _, cost in purse.offer
        for paid in _minimal_payments(purse, cost)
    )


class _PayingCards(Value):
    """The cards of one colour that can pay, ascending, and the slots and costs they can pay for."""

    numbers: Pile
    aces: Pile
    offer: list[tuple[int, int]]


def _paying_cards(state: State) -> Iterator[_PayingCards]:
    """Yield the paying cards of each colour of the active hand for which there is an offer."""
    offer = slots_on_offer(state)
    if not offer:
        return
    hand = state.sides[state.turn].hand
    aces = tuple([card for card in hand if is_ace(card)])
    for red in (False, True):
        numbers = tuple([card for card in hand if _pays(card, red)])
        wanted = [(slot, cost) for slot, cost in offer if accepts_colour(state, slot, red)]
        if numbers and wanted:
            yield _PayingCards(numbers, aces, wanted)


def _pays(card: Card, red: bool) -> bool:
    return card in NUMBER and not is_ace(card) and is_red(card) == red


def _payments(numbers: Pile, aces: Pile) -> Payments:
    """Return every payment with these cards of one colour, each ascending."""
    subsets: list[tuple[int, int, Pile]] = [(0, 0, ())]
    for card, copies in Counter(numbers).items():
        value = NUMBER[card]
        subsets += [
            (total + value * more, value, paid + (card,) * more)
            for total, _, paid in subsets
            for more in range(1, copies + 1)
        ]
    found: Payments = [(total, paid) for total, _, paid in subsets[1:]]
    for added in _subsets(aces):
        count = len(added)
        found += [(total + count * (top - 1), added + paid) for total, top, paid in subsets[1:]]
    return found


def _subsets(cards: Pile) -> list[Pile]:
    """Return every non-empty subset of these cards, each ascending."""
    groups = [[(card,) * n for n in range(copies + 1)] for card, copies in Counter(cards).items()]
    return [sum(parts, ()) for parts in product(*groups)][1:]


def _minimal_payments(purse: _PayingCards, cost: int) -> Iterator[Pile]:
    """Yield the payments that would be too small without any one of their cards.

    Number cards are added from the highest down until they are enough. So the last one is needed,
    and so are the others, which are not smaller. An Ace is needed if its value is needed.
    """
    by_count: dict[int, list[Pile]] = {0: [()]}
    for some in _subsets(purse.aces):
        by_count.setdefault(len(some), []).append(some)
    for count, equals in by_count.items():
        for laid, paid in _minimal_number_cards(purse.numbers, count, cost):
            if not count or laid - (NUMBER[paid[-1]] - 1) < cost:
                for some in equals:
                    yield some + paid


def _minimal_number_cards(numbers: Pile, aces: int, cost: int) -> Iterator[tuple[int, Pile]]:
    """Yield the ways to add number cards from the highest down until, with Aces, they cover `cost`.

    Each comes with its value.
    """
    cards = numbers[::-1]
    waiting: list[tuple[int, int, Pile]] = [(0, 0, ())]
    while waiting:
        start, laid, paid = waiting.pop()
        last = None
        for place in range(start, len(cards)):
            card = cards[place]
            if card is last:
                continue  # an equal card was tried here
            last = card
            total = laid + NUMBER[card] + (0 if paid else aces * (NUMBER[card] - 1))
            if total >= cost:
                yield total, (card, *paid)
            else:
                waiting.append((place + 1, total, (card, *paid)))
