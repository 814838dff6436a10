"""Makes text from people harmless: no controls, no bidi, few accents per letter, limited width."""

import unicodedata

from rich.cells import cell_len, set_cell_size

from regicide_tui.printable import VARIATION_SELECTORS

_DROPPED = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Categories of characters to drop: controls, formats (including bidi) and non-characters."""
_MARKS = ("Mn", "Me")
_MOST_MARKS = 2
"""The maximum number of accents per letter."""
_BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and patterns without a stroke: they look like spaces but aren't."""


def make_harmless(text: str, width: int) -> str:
    """Return text of at most `width` cells, without double spaces and invisible characters."""
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", text[: 20 * width]):
        category = unicodedata.category(char)
        marks = marks + 1 if category in _MARKS or not cell_len(char) else 0
        if char.isspace() or char in _BLANKS:
            kept.append(" ")
        elif category not in _DROPPED and char not in VARIATION_SELECTORS and marks <= _MOST_MARKS:
            kept.append(char)
    tidy = " ".join("".join(kept).split())
    return tidy if cell_len(tidy) <= width else set_cell_size(tidy, width).rstrip()
