"""The parts that the positions of all games are written with (docs/protocol.md)."""

from typing import Annotated

import msgspec

from regicide_tui.cards import UNKNOWN, cards
from regicide_tui.games.base import Pile

Texts = Annotated[list[str], msgspec.Meta(max_length=108)]
"""Cards as texts: two packs with their Jesters at most."""
Count = Annotated[int, msgspec.Meta(ge=0, le=1000)]


def texts(pile: Pile) -> list[str]:
    """Return the cards of a pile as texts, the top first."""
    return [card.text for card in pile]


def read_pile(given: list[str]) -> Pile:
    """Return the cards written so, in any case. Raises `ValueError` for what is no known card."""
    found = cards([text.upper() for text in given])
    if UNKNOWN in found:
        raise ValueError("a card is unknown")
    return found
