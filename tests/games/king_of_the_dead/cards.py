"""Cards as texts, as the naive second implementation sees them."""

from collections.abc import Iterator
from itertools import combinations

RANKS = "A23456789TJQK"
SUITS = "CDHS"
RED = "DH"


def order(card: str) -> tuple[int, int]:
    """Sort ascending: rank, then suit, Jokers last."""
    return (99, 0) if card == "*" else (RANKS.index(card[0]), SUITS.index(card[1]))


def up(cards: list[str]) -> list[str]:
    """Give the cards in ascending order."""
    return sorted(cards, key=order)


def down(cards: list[str]) -> list[str]:
    """Give the cards as a play names them: high rank first, then C D H S, Jokers last."""
    return sorted(cards, key=lambda c: (1, 0) if c == "*" else (-RANKS.index(c[0]), order(c)[1]))


def number(card: str) -> int:
    """Give the number of a card; 0 for royals and Jokers."""
    return RANKS.index(card[0]) + 1 if card[0] in RANKS[:10] else 0


def cost(card: str) -> int:
    """Give what a card costs."""
    return 0 if card == "*" else number(card) or 10


def red(card: str) -> bool:
    """Tell the colour of a card that is no Joker."""
    return card[1] in RED


def some_of(cards: list[str], count: int | None = None) -> Iterator[list[str]]:
    """Give every multiset of these cards once, the empty one too; or those of `count` cards."""
    seen: set[tuple[str, ...]] = set()
    for size in range(len(cards) + 1) if count is None else [count]:
        for some in combinations(up(cards), size):
            if some not in seen:
                seen.add(some)
                yield list(some)


def holds(pile: list[str], cards: list[str]) -> bool:
    """Tell whether all these cards are there, each as often as named."""
    return all(cards.count(card) <= pile.count(card) for card in cards)
