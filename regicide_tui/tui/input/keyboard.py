"""Keys as a keyboard sends them: of other layouts, and meant for an earlier screen."""

from collections.abc import Mapping
from time import monotonic
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


REPEAT = 0.7
"""Seconds within which a repeated key may be a key that is held down.

The first repeat has the longest delay: 0.66 s in X, less elsewhere.
"""
STEADY = 0.25
"""A held key repeats within this many seconds; pressing a key again takes longer."""
REACTION = 0.3
"""The least time in seconds that anyone needs to react to an unexpected change."""


class Slips:
    """Distinguishes deliberate keys from keys that came too soon after a change.

    A key, or a click, is a slip if it is one of a series that began before the screen changed,
    or comes just after a change that the player didn't cause.
    """

    def __init__(self) -> None:
        self._last = ""
        self._last_at = self._begun = float("inf")
        self._changed = self._surprised = float("-inf")

    def press(self, key: str) -> None:
        """Note a key, or the place of a click."""
        now = monotonic()
        gap = now - self._last_at
        tapped = gap >= STEADY and now - self._begun >= REPEAT
        if key != self._last or gap >= REPEAT or tapped:
            self._begun = now
        self._last, self._last_at = key, now

    def change(self, *, surprising: bool = False) -> None:
        """Note that keys now mean something else; `surprising` if the player didn't cause that."""
        self._changed = monotonic()
        if surprising:
            self._surprised = self._changed

    @property
    def now(self) -> bool:
        """Whether the last key is a slip."""
        return self._begun < self._changed or self._last_at - self._surprised < REACTION
