"""Suits, ranks and cards, and how they are written: `8D`, `AC`, `*` for a Jester.

A card is one of 54 shared objects. Cards are compared by identity, the fastest comparison in
Python. All Jesters are the same object, because they look the same.
"""

from collections.abc import Iterable

from regicide_tui.enums import TextEnum


class Suit(TextEnum):
    """The four suits, in the order of the notation (R-14)."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"


CLUBS, DIAMONDS, HEARTS, SPADES = Suit
RANKS = "A23456789TJQK"
ROYALS = "JQK"
"""The ranks of the royals."""


class Card:
    """One card: a rank and a suit; a Jester and an unknown card have neither.

    `order` sorts ascending: Jester, then rank A to K, then suit C D H S, then unknown cards.
    Make cards with `card()` or `cards()`, never directly.
    """

    __slots__ = ("order", "rank", "suit", "text")

    rank: str
    suit: Suit | None
    text: str
    order: int

    def __init__(self, rank: str, suit: Suit | None, text: str, order: int) -> None:
        for name, value in zip(self.__slots__, (order, rank, suit, text), strict=True):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a card never changes: cannot set {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a card never changes: cannot delete {name}")

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"card({self.text!r})"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return card, (self.text,)


JESTER = Card("", None, "*", 0)
UNKNOWN = Card("", None, "?", 99)
PACK = tuple(
    Card(rank, suit, rank + suit.value, 1 + 4 * number + place)
    for number, rank in enumerate(RANKS)
    for place, suit in enumerate(Suit)
)
_BY_TEXT = {one.text: one for one in (*PACK, JESTER, UNKNOWN)}


def card(text: str) -> Card:
    """Return the card written as `text` (upper case; `?` is an unknown card).

    Raises `ValueError` if there is no such card.
    """
    try:
        return _BY_TEXT[text]
    except KeyError:
        raise ValueError(f"{text[:20]!r} is not a card") from None


def cards(texts: str | Iterable[str]) -> tuple[Card, ...]:
    """Return the cards of `"8D AC"` or of `["8D", "AC"]`, in that order.

    Raises `ValueError` if one of the strings is not a card.
    """
    return tuple(card(text) for text in (texts.split() if isinstance(texts, str) else texts))


def ascending(some: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards in ascending order, which is the order of hands and payments."""
    return tuple(sorted(some, key=_order))


def play_order(card: Card) -> tuple[int, int]:
    """Return the sort key for the cards of a play: highest rank first, then C D H S (R-14)."""
    suit = (card.order - 1) % 4
    return suit - card.order, suit


def _order(one: Card) -> int:
    return one.order
