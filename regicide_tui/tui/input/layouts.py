"""Other keyboard layouts, with the US character at the place of each key."""

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
"""For each layout, the US character at the place of each of its own characters."""
