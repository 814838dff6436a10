"""Whether a key is meant for what stands on the screen, or for what stood there before."""

from time import monotonic

REPEAT = 0.7
"""Seconds within which the same key again may be one that is held down.

The first repeat of a held key comes latest; X waits 0.66 s for it, others less.
"""
STEADY = 0.25
"""A held key repeats faster than this, in seconds; a key that is pressed again comes later."""
REACTION = 0.3
"""Seconds that nobody needs less of to see what has changed by itself, and to act on it."""


class Slips:
    """Tells keys that players have aimed from those that came too fast to be aimed.

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
        """Note that the same key means something else now; a surprise is none of one's own."""
        self._changed = monotonic()
        if surprising:
            self._surprised = self._changed

    @property
    def now(self) -> bool:
        """Whether the last key is a slip."""
        return self._begun < self._changed or self._last_at - self._surprised < REACTION
