"""The parts that the positions of all games share (docs/protocol.md)."""

from collections import Counter
from collections.abc import Iterable
from typing import Annotated

import msgspec

from regicide_tui.cards import JESTER, ROYALS, UNKNOWN, cards
from regicide_tui.games.base import Pile
from regicide_tui.games.regicide_family.plays import play_order

Texts = Annotated[list[str], msgspec.Meta(max_length=108)]
"""Cards as texts: at most two packs with their Jesters."""
Count = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Shuffles = Annotated[int, msgspec.Meta(ge=0, le=2**32)]

_PACKS = 2
"""The number of packs that a position may use: exercises may need a card twice."""


def card_texts(pile: Pile) -> list[str]:
    """Return the cards of a pile as texts, the top first."""
    return [card.text for card in pile]


def read_pile(given: list[str]) -> Pile:
    """Return the cards of these texts, in any case. Raises `ValueError` if one is no card."""
    found = cards([text.upper() for text in given])
    if UNKNOWN in found:
        raise ValueError("a card is unknown")
    return found


def play_text(played: Pile) -> str:
    """Return the cards of a play as one text: `8D+AC`."""
    return "+".join(card_texts(played))


def read_play(text: str) -> Pile:
    """Return the cards of a play in canonical order. Raises `ValueError` if there is no card."""
    return tuple(sorted(read_pile(text.split("+")), key=play_order))


def exceeds_two_packs(piles: Iterable[Pile]) -> bool:
    """Return whether these piles hold some card more often than two packs do."""
    return bool(surplus(piles, _PACKS, 2 * _PACKS))


def surplus(piles: Iterable[Pile], packs: int, jesters: int) -> Pile:
    """Return the cards that these piles hold beyond `packs` packs and `jesters` Jesters."""
    copies = Counter([card for pile in piles for card in pile])
    return tuple([card for card, n in copies.items() if n > (jesters if card is JESTER else packs)])


def why_surplus(piles: Iterable[Pile], packs: int, jesters: int) -> str:
    """Return a sentence about a card that these piles hold too often; an empty text if none."""
    found = surplus(piles, packs, jesters)
    return f"{found[0]} stands there more often than the game has it" if found else ""


def first_fault(faults: Iterable[tuple[bool, str]]) -> str:
    """Return the sentence of the first fault that is present; an empty text if none is."""
    return next((sentence for wrong, sentence in faults if wrong), "")


def is_in_castle_order(royals: Pile) -> bool:
    """Return whether royals have the order of a Castle: Jacks, then Queens, then Kings."""
    ranks = [ROYALS.index(card.rank) for card in royals]
    return ranks == sorted(ranks)
