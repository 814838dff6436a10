"""The parts that the positions of all games are written with (docs/protocol.md)."""

from collections import Counter
from collections.abc import Iterable
from typing import Annotated

import msgspec

from regicide_tui.cards import JESTER, UNKNOWN, cards
from regicide_tui.games.base import Pile
from regicide_tui.games.regicide_family.plays import ROYALS, play_order

Texts = Annotated[list[str], msgspec.Meta(max_length=108)]
"""Cards as texts: two packs with their Jesters at most."""
Count = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Shuffles = Annotated[int, msgspec.Meta(ge=0, le=2**32)]

_PACKS = 2
"""The packs a position may be laid with: drills sometimes want a card twice."""


def texts(pile: Pile) -> list[str]:
    """Return the cards of a pile as texts, the top first."""
    return [card.text for card in pile]


def read_pile(given: list[str]) -> Pile:
    """Return the cards written so, in any case. Raises `ValueError` for what is no known card."""
    found = cards([text.upper() for text in given])
    if UNKNOWN in found:
        raise ValueError("a card is unknown")
    return found


def play_text(played: Pile) -> str:
    """Return the cards of a play as one text: `8D+AC`."""
    return "+".join(texts(played))


def read_play(text: str) -> Pile:
    """Return the cards of a play in canonical order. Raises `ValueError` if there is no card."""
    return tuple(sorted(read_pile(text.split("+")), key=play_order))


def too_often(piles: Iterable[Pile]) -> bool:
    """Tell whether some card lies in these piles more often than two packs have it."""
    return bool(surplus(piles, _PACKS, 2 * _PACKS))


def surplus(piles: Iterable[Pile], packs: int, jesters: int) -> Pile:
    """Return the cards that lie in these piles more often than so many packs and Jesters allow."""
    copies = Counter([card for pile in piles for card in pile])
    return tuple([card for card, n in copies.items() if n > (jesters if card is JESTER else packs)])


def why_surplus(piles: Iterable[Pile], packs: int, jesters: int) -> str:
    """Say which card lies in these piles too often; return an empty text if none does."""
    found = surplus(piles, packs, jesters)
    return f"{found[0]} stands there more often than the game has it" if found else ""


def first_fault(faults: Iterable[tuple[bool, str]]) -> str:
    """Return the sentence of the first fault that is there; an empty text if there is none."""
    return next((sentence for wrong, sentence in faults if wrong), "")


def falls_in_order(royals: Pile) -> bool:
    """Tell whether royals come as a Castle brings them: Jacks, then Queens, then Kings."""
    ranks = [ROYALS.index(card.rank) for card in royals]
    return ranks == sorted(ranks)
