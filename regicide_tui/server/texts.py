"""Texts from people, made harmless: no controls, no bidi, no towers of accents, not too wide."""

import unicodedata

from rich.cells import cell_len, set_cell_size

_DROPPED = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Categories of characters: controls, formats (bidi among them), and what is no character."""
_MARKS = ("Mn", "Me")
_MOST_MARKS = 2
"""The accents on one letter."""


def harmless(text: str, width: int) -> str:
    """Return a text in at most so many cells, with single blanks and without what isn't seen."""
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", text[: 20 * width]):
        category = unicodedata.category(char)
        marks = marks + 1 if category in _MARKS else 0
        if char.isspace():
            kept.append(" ")
        elif category not in _DROPPED and marks <= _MOST_MARKS:
            kept.append(char)
    tidy = " ".join("".join(kept).split())
    return tidy if cell_len(tidy) <= width else set_cell_size(tidy, width).rstrip()
