"""Which cards a seat has seen, and how open piles and cards not seen yet are listed. All pure."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby

from msgspec import Struct

from regicide_tui.cards import UNKNOWN, Card, Suit
from regicide_tui.games.base import Pile, Seat
from regicide_tui.games.words import counted
from regicide_tui.play.table import Table
from regicide_tui.tui.paint import part_run
from regicide_tui.tui.reading import Block, Words, words_of
from regicide_tui.tui.symbols import Symbols

_SUITS = tuple(Suit)


def by_suit(cards: Iterable[Card]) -> Pile:
    """Return cards suit by suit, each from the lowest card on; Jesters come last."""
    return tuple(sorted(cards, key=lambda card: (_suit_place(card), card.order)))


def _suit_place(card: Card) -> int:
    return len(_SUITS) if card.suit is None else _SUITS.index(card.suit)


def never_seen(pack: Counter[Card], table: Table, seat: Seat | None) -> Pile:
    """Return the cards of a pack that a seat, or with None everybody, has not seen in this game."""
    shown = _most([table.opening(seat), table.view(seat)])
    for told in table.told(seat):
        shown |= _most(told.events)
    return by_suit((pack - shown).elements())


def _most(values: Iterable[object]) -> Counter[Card]:
    """Return how often each card is shown at once at most."""
    found: Counter[Card] = Counter()
    for value in values:
        found |= Counter(_cards_in(value))
    return found


def _cards_in(value: object) -> Iterator[Card]:
    """Yield all known cards of a view or an event."""
    if isinstance(value, Card):
        if value is not UNKNOWN:
            yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from _cards_in(one)
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from _cards_in(getattr(value, name))


# ---------------------------------------------------------------- pages


def heading(text: str) -> Block:
    """Return the heading of some piles."""
    return Block((words_of(text, "primary+bold"),), level=2)


def pile(name: str, cards: Iterable[Card], symbols: Symbols, *, count: bool = True) -> Block:
    """Return a pile with its cards, or that there is none."""
    known = tuple(cards)
    words = card_words(known, symbols) or words_of("none", "muted")
    size = f" ({len(known)})" if known and count else ""
    return Block(((*words_of(f"{name}{size}:", "muted"), *words),), mark="- ")


def remark(text: str) -> Block:
    """Return a line about a pile that nobody may look through."""
    return Block((words_of(text, "muted"),), mark="- ")


def card_words(cards: Iterable[Card], symbols: Symbols) -> Words:
    """Return cards as words of a text."""
    return tuple([(part_run(card, symbols),) for card in cards])


def unseen_blocks(cards: Pile, told: str, symbols: Symbols) -> list[Block]:
    """Return the page of the cards not seen yet, a line for each suit."""
    blocks = [Block((words_of(told, "muted"),)), heading(counted(len(cards), "card"))]
    for _, same in groupby(cards, key=_suit_place):
        these = tuple(same)
        suit = these[0].suit
        name = suit.name.title() if suit else "Jesters"
        blocks.append(pile(name, these, symbols))
    return blocks
