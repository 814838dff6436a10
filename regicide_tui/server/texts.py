"""Make texts from people harmless: no controls, no bidi, few accents on a letter, bounded width."""

import secrets
import unicodedata

from rich.cells import cell_len, set_cell_size

from regicide_tui.printable import VARIATION_SELECTORS

_DROPPED = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Categories of characters: controls, formats (bidi among them), and what is no character."""
_MARKS = ("Mn", "Me")
_MOST_MARKS = 2
"""The most accents on one letter."""
_BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and patterns without a stroke: they look like a blank, but are no blanks."""
_LETTERS = "23456789bcdfghjkmnpqrstvwxz"
"""There are no vowels, so no word arises by chance. No two characters look alike."""
_INVITATION = 12
"""The characters of an invitation."""
_COLOURS = ("amber", "azure", "black", "copper", "golden", "green", "ivory", "purple", "silver")
_THINGS = ("bell", "castle", "crown", "gate", "goblet", "lance", "raven", "throne", "tower")


def make_harmless(text: str, width: int) -> str:
    """Return a text of at most `width` cells, without double blanks and invisible characters."""
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


def make_invitation() -> str:
    """Return the word of an invitation, which is pasted: there are some 10^17 such words."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_INVITATION))


def make_table_password() -> str:
    """Return a password for a private table that is easy to say and hard to guess.

    There are some eight thousand million passwords. An address that brings a new name each minute
    needs about half a year to try half of them.
    """
    numbers = f"{secrets.randbelow(10_000):04}-{secrets.randbelow(10_000):04}"
    return f"{secrets.choice(_COLOURS)}-{secrets.choice(_THINGS)}-{numbers}"
