"""Requests: each key of a visit has an id, which the journal adds to what the key causes.

An app gets a key only after it has handled the key before, so its last key is the one at work. What
may outlast that, such as an append to a log, keeps its id by `one_request`.
"""

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf
from time import monotonic

_PICTURE_WITHIN = 1.0
"""Seconds after the work of a key within which a picture is taken as its effect.

Textual draws some milliseconds after the work. A key may also change nothing that is seen.
"""


class VisitRequests:
    """The keys of one visit: their ids, and how long each has waited for its picture.

    `note_paint` gets these times in seconds.
    """

    def __init__(self, note_paint: Callable[[float], None] = lambda _: None) -> None:
        self.visit = secrets.token_hex(4)
        """The beginning of all its ids."""
        self._note_paint = note_paint
        self._keys = 0
        self._waits_since: float | None = None
        """When the last key came that waits for a picture, by the monotonic clock."""
        self._done_at = 0.0

    @property
    def last(self) -> str:
        """The id of the last key, or that of the visit before any key."""
        return f"{self.visit}-{self._keys}" if self._keys else self.visit

    @contextmanager
    def entered(self) -> Iterator[None]:
        """Let what happens within this context, and all tasks that it starts, be of the visit."""
        token = _visit.set(self)
        try:
            yield
        finally:
            _visit.reset(token)

    def begin(self, at: float) -> None:
        """Note that the app is given a key that came at this time of the monotonic clock."""
        self._keys += 1
        self._waits_since, self._done_at = at, inf

    def note_done(self) -> None:
        """Note that some work of the last key is done; its picture may follow."""
        self._done_at = monotonic()

    def note_picture(self) -> None:
        """Note that a picture was sent, perhaps the first one after a key."""
        now, since, self._waits_since = monotonic(), self._waits_since, None
        if since is not None and now - self._done_at < _PICTURE_WITHIN:
            self._note_paint(now - since)


_visit: ContextVar[VisitRequests | None] = ContextVar("visit", default=None)
_kept: ContextVar[str] = ContextVar("kept", default="")


def current_request() -> str:
    """Return the id of the key that has caused what happens now; empty outside of visits."""
    if kept := _kept.get():
        return kept
    visit = _visit.get()
    return visit.last if visit is not None else ""


@contextmanager
def one_request() -> Iterator[None]:
    """Keep the id of the current request within this context, also if other keys follow."""
    token = _kept.set(current_request())
    try:
        yield
    finally:
        _kept.reset(token)
        if (visit := _visit.get()) is not None:
            visit.note_done()
