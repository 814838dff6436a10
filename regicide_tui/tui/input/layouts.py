"""Keyboards of other layouts: which character of a US keyboard stands on a key's place."""

from collections.abc import Mapping
from typing import Literal

Layout = Literal["qwerty", "azerty", "cyrillic"]

_CYRILLIC = dict(
    zip("йцукенгшщзхъфывапролджэячсмитьбю", "qwertyuiop[]asdfghjkl;'zxcvbnm,.", strict=True)
)

PLACES: Mapping[Layout, Mapping[str, str]] = {
    "qwerty": {},
    "azerty": dict(zip("&é\"'(-è_çà", "1234567890", strict=True)),
    "cyrillic": {
        **_CYRILLIC,
        **{letter.upper(): place.upper() for letter, place in _CYRILLIC.items()},
        "і": "s",
        "І": "S",
        "ї": "]",
        "є": "'",
        "ў": "o",
        "Ў": "O",
    },
}
"""The places of what a layout types without Shift instead of a digit or a Latin letter."""
