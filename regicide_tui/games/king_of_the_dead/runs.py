"""Runs: three cards of one colour in sequence. The highest card is scored."""

from itertools import pairwise

from regicide_tui.cards import Card
from regicide_tui.games.base import Pile
from regicide_tui.games.king_of_the_dead.values import NUMBER, is_ace, is_red

RunCards = tuple[Card | None, ...]
"""The low, middle and high card of a run; None is the top card of the Well."""


def order_run(cards: Pile) -> Pile | None:
    """Return three cards as a run from low to high; None if they are no run (K-17, K-18)."""
    if len(cards) != 3 or any(card not in NUMBER for card in cards):
        return None
    aces = [card for card in cards if is_ace(card)]
    numbers = sorted([card for card in cards if not is_ace(card)], key=NUMBER.__getitem__)
    if len(aces) > 1 or len({is_red(card) for card in numbers}) > 1:
        return None
    steps = [NUMBER[high] - NUMBER[low] for low, high in pairwise(numbers)]
    match steps, aces:
        case [1, 1], []:
            return tuple(numbers)
        case [1], [ace]:
            return (ace, *numbers)
        case [2], [ace]:
            return (numbers[0], ace, numbers[1])
    return None


def runs(hand: Pile, well: Pile) -> list[RunCards]:
    """Return every run of a hand with the top card of the Well once, each from low to high."""
    tokens: list[tuple[Card, Card | None]] = [(card, card) for card in dict.fromkeys(hand)]
    tokens += [(card, None) for card in well[:1]]
    found: list[RunCards] = []
    for red in (True, False):
        by_number: list[list[Card | None]] = [[] for _ in range(11)]
        for card, token in tokens:
            number = NUMBER.get(card, 0)
            if number > 1 and is_red(card) == red:
                by_number[number].append(token)
        aces = [token for card, token in tokens if is_ace(card)]
        for top in range(3, 11):
            for high in by_number[top]:
                middles, lows = by_number[top - 1], by_number[top - 2]
                found += [(low, middle, high) for middle in middles for low in lows]
                found += [(ace, middle, high) for middle in middles for ace in aces]
                found += [(low, ace, high) for ace in aces for low in lows]
    return found


def fill_in_well_card(run: RunCards, well: Pile) -> Pile:
    """Return the cards of a run, with the top card of the Well in place of None."""
    return tuple([well[0] if card is None else card for card in run])


def known_cards(run: RunCards) -> Pile:
    """Return the cards of a run without the Well's card."""
    return tuple([card for card in run if card is not None])
