"""The cards that a seat hasn't seen, and piles and cards as blocks. All functions are pure."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

from regicide_tui.cards import PACK, Card, Suit
from regicide_tui.games.base import Pile
from regicide_tui.games.words import counted
from regicide_tui.play.table import TableView
from regicide_tui.tui.pages.reading import Block, Words, table_of, words_of
from regicide_tui.tui.rendering.colours import SUIT_STYLES
from regicide_tui.tui.rendering.paint import Run, Symbols, card_style
from regicide_tui.tui.table.table_model import CardOnTable, cards_in

_SUITS = tuple(Suit)
_CHIP = 3
"""Cells of a card in text."""


def by_suit(cards: Iterable[Card]) -> Pile:
    """Return cards by suit, from low to high; Jesters come last."""
    return tuple(sorted(cards, key=lambda card: (_suit_place(card), card.order)))


def _suit_place(card: Card) -> int:
    return len(_SUITS) if card.suit is None else _SUITS.index(card.suit)


def never_seen(pack: Counter[Card], table: TableView) -> Pile:
    """Return the cards of a pack that the viewer hasn't seen; for a spectator, that nobody has."""
    shown = _most([table.first, table.state])
    for told in table.told:
        shown |= _most(told.events)
    return by_suit((pack - shown).elements())


def _most(values: Iterable[object]) -> Counter[Card]:
    """Return the largest number of copies of each card that any one value shows."""
    found: Counter[Card] = Counter()
    for value in values:
        found |= Counter(cards_in(value))
    return found


def tops_of_piles(piles: Iterable[tuple[str, Pile]]) -> list[CardOnTable]:
    """Return the top cards of piles by the names of the piles; an empty pile has none."""
    return [CardOnTable(cards[0], f"the top of the {name}") for name, cards in piles if cards]


# ---------------------------------------------------------------- pages


def heading(text: str) -> Block:
    """Return a heading above piles."""
    return Block((words_of(text, "primary+bold"),), level=2)


def card_words(cards: Iterable[Card], symbols: Symbols) -> Words:
    """Return cards as words, each on a ground of paper."""
    return tuple([(chip(card, symbols),) for card in cards])


def pile(
    name: str,
    cards: Iterable[Card],
    symbols: Symbols,
    *,
    count: bool = True,
    words: Callable[[Pile, Symbols], Words] = card_words,
) -> Block:
    """Return a pile with its cards as `words`, or with the word `none`."""
    known = tuple(cards)
    size = f" ({len(known)})" if known and count else ""
    shown = words(known, symbols) or words_of("none", "muted")
    return Block(((*words_of(f"{name}{size}:", "muted"), *shown),), mark="- ")


def remark(text: str) -> Block:
    """Return a line about a pile that players may not look through."""
    return Block((words_of(text, "muted"),), mark="- ")


def closed_piles(
    discard: Pile, tavern: Pile, castle: Pile, symbols: Symbols, known: Sequence[Card] = ()
) -> list[Block]:
    """Return the piles of Regicide and its Duel: only the tops are open; `known` are the Tavern's.

    Rulings R-7, D-20.
    """
    top = [pile("Top of the Tavern", known, symbols, count=False)] if known else []
    return [
        heading("Piles"),
        pile("Top of the discard pile", discard[:1], symbols, count=False),
        remark(f"Discard pile: {counted(len(discard), 'card')}; only its top is open"),
        *top,
        remark(f"Tavern: {counted(len(tavern), 'card')}"),
        remark(f"Castle: {counted(len(castle), 'card')}"),
    ]


def chip(card: Card, symbols: Symbols) -> Run:
    """Return a card as a word on paper; all words are equally wide."""
    return on_paper(f"{symbols.card_text(card):>{_CHIP}}", card)


def on_paper(word: str, card: Card) -> Run:
    """Return a word on paper, in the ink of a card."""
    ink = f"ink-{card_style(card)}" if card.suit else "J:a"
    return Run(word, f"{ink}/paper+bold")


def unseen_blocks(cards: Pile, told: str, symbols: Symbols) -> list[Block]:
    """Return the page of unseen cards: a line for each suit, a column for each rank."""
    rows: list[tuple[Words, ...]] = []
    for place, same in groupby(cards, key=_suit_place):
        these = tuple(same)
        suit = _SUITS[place] if place < len(_SUITS) else None
        name = suit.name.title() if suit else symbols.card_text(these[0])
        single = suit and len({*these}) == len(these)
        words = _in_columns(these, suit, symbols) if single and suit else card_words(these, symbols)
        label = words_of(f"{name} ({len(these)})", SUIT_STYLES[suit] if suit else "muted")
        rows += [(label, words), ((), ())]
    told_first = [Block((words_of(told, "muted"),)), heading(counted(len(cards), "card"))]
    return [*told_first, *(table_of(rows) if rows else [])]


def _in_columns(cards: Pile, suit: Suit, symbols: Symbols) -> Words:
    """Return the cards of a suit in columns, with a dot for each card that is not among them."""
    dot = (Run(f"{symbols.unknown:>{_CHIP - 1}} ", "faint"),)
    whole = sorted([card for card in PACK if card.suit is suit], key=lambda card: card.order)
    return tuple([(chip(card, symbols),) if card in cards else dot for card in whole])
