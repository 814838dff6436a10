"""Memory: closed screens are emptied, and garbage is collected in quiet moments.

The parts of an app refer to each other in cycles, which only garbage collection would find. It
takes a few milliseconds per app, so nearly all memory is freed without it: `RemovedParts` empties
what was removed from a screen, and `keep_free_of_cycles` patches Textual's strips and caches, some
of which would become garbage with each key.

For the rest, `GarbageCollector` freezes all living objects every half second: collections skip
frozen objects and examine only new ones. With hundreds of busy apps even that takes 50 ms, so while
there is no garbage among the new objects, they are examined less and less often. From time to time
a full collection examines everything, less often the more visitors there are.
"""

import asyncio
import gc
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from time import monotonic
from typing import TypeVar

from rich.style import Style
from textual.cache import LRUCache
from textual.message_pump import MessagePump
from textual.strip import Strip
from textual.widget import Widget

from regicide_tui.tui.textual_internals import (
    HookedApp,
    calls_after_picture,
    empty,
    has_work,
    hidden_of,
    is_at_work,
    is_drawn,
    links_of,
    stop_animations,
    unlink_layouts_and_styles,
)

LOOK_AGAIN = 0.05
"""Seconds between two checks whether removed widgets can be emptied."""

SECONDS = 0.5
_NEW = 50_000
"""New objects after which Python collects garbage among them automatically."""
_LEAST_SECONDS, _SECONDS_FOR_EACH = 300.0, 20.0
_QUIET_ROUNDS = 10
"""The moment is quiet once no app has done anything in this many rounds of the collector."""
HIDDEN, OF_NEW = 500_000, 25_000
"""More new blocks of memory than these cause a full collection at once: `HIDDEN`, plus `OF_NEW` for
each new app. Fewer are no sign of garbage: in a server's first minutes, its caches fill."""
_SOME = 500
"""With this many garbage objects among the new ones, look again at once."""
_LONGEST_REST = 31
"""New objects are frozen at most this many times in a row without being examined."""
_LONGEST_WAIT = 10
"""A full collection waits for a quiet moment for up to this many of its usual intervals."""

_divide, _crop_extend = Strip.divide, Strip.crop_extend
_clear = LRUCache.clear

_Key = TypeVar("_Key")
_Kept = TypeVar("_Kept")


class RemovedParts:
    """The removed widgets of an app that still have to be emptied."""

    def __init__(self) -> None:
        self._roots: dict[MessagePump, MessagePump] = {}
        """The widgets, each with the root of its removal."""

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._roots)

    def __iter__(self) -> Iterator[MessagePump]:
        """Yield the widgets."""
        yield from self._roots

    def add(self, nodes: Iterable[Widget]) -> None:
        """Note removed widgets, with everything in them."""
        for node in nodes:
            for part in node.walk_children(Widget, with_self=True):
                self._roots |= dict.fromkeys((part, *hidden_of(part)), node)

    def add_late(self, parent: MessagePump, parts: Iterable[MessagePump]) -> None:
        """Note widgets mounted in a screen that was closed while it opened."""
        if parent in self._roots:
            self._roots |= dict.fromkeys(parts, self._roots[parent])

    def empty(self, app: HookedApp) -> None:
        """Empty the widgets, except those that are at work or are called after a frame.

        Nothing happens while messages wait for other parts of the app. Messages may wait for a
        widget that waits for something outside. A call after a frame may use everything that was
        removed together with its widget, so all of that stays intact until then.
        """
        for part, root in [*self._roots.items()]:
            if isinstance(part, Widget):  # it may have got scroll bars since
                self._roots |= dict.fromkeys(hidden_of(part), root)
        if any(map(has_work, {app, *app.parts} - self._roots.keys())):
            return
        calls = [
            call for screen in app.screens_of_all_modes for call in calls_after_picture(screen)
        ]
        called = [one for call in calls for one in _of(*call)]
        needed = {root for part, root in self._roots.items() if part in called or is_at_work(part)}
        left = {part: root for part, root in self._roots.items() if root in needed}
        gone = self._roots.keys() - left.keys()
        stop_animations(app, gone)
        for part in gone:
            _empty_once_done(part)
        self._roots = left

    def empty_all(self, others: Iterable[MessagePump]) -> None:
        """Empty the widgets, and the other parts of their app, which has ended."""
        for part in {*others, *self._roots}:
            _empty_once_done(part)


def _empty_once_done(part: MessagePump) -> None:
    """Empty a part of an app, but only once its message loop has ended."""
    if is_drawn(part) and is_at_work(part):
        asyncio.get_running_loop().call_later(LOOK_AGAIN, _empty_once_done, part)
    else:
        empty(part)


def _of(call: Callable[..., object], asker: MessagePump) -> tuple[object, object]:
    """Return the widget that asked for a call after a frame, and the owner of the method."""
    while isinstance(call, partial):
        call = call.func
    return asker, getattr(call, "__self__", None)


class GarbageCollector:
    """Collects garbage while the server is open."""

    def __init__(self, visitors: Callable[[], int], steps: Callable[[], int]) -> None:
        """`visitors` returns their number, `steps` the number of steps of all apps so far."""
        self._visitors = visitors
        self._steps = steps
        self._seen_steps, self._quiet_rounds = 0, 0
        self._rests, self._rest = 0, 0
        """How often new objects were, and may be, frozen without being examined."""
        self._seen_visitors = visitors()
        self._looked_at = monotonic()
        self._blocks_then, self._visitors_then = sys.getallocatedblocks(), visitors()
        """The blocks of memory and the visitors at the last full collection."""
        self.task = asyncio.ensure_future(self._collect_repeatedly())

    def end(self) -> None:
        """Stop, and let Python collect again."""
        self.task.cancel()

    async def _collect_repeatedly(self) -> None:
        thresholds = gc.get_threshold()
        gc.set_threshold(_NEW, 20, 100)
        gc.freeze()  # modules and the like, which would take a tenth of a second to examine
        try:
            while True:
                self.collect()
                await asyncio.sleep(SECONDS)
        finally:
            gc.set_threshold(*thresholds)
            gc.unfreeze()

    def collect(self) -> None:
        """Collect what is due now, and freeze the living objects."""
        steps = self._steps()
        self._quiet_rounds = self._quiet_rounds + 1 if steps == self._seen_steps else 0
        self._seen_steps = steps
        visitors, seconds = self._visitors(), monotonic() - self._looked_at
        # Counting the frozen objects would walk through all of them: 80 ms for a hundred apps.
        new_blocks = sys.getallocatedblocks() - self._blocks_then
        much = is_much(new_blocks, visitors - self._visitors_then)
        quiet = self._quiet_rounds >= _QUIET_ROUNDS
        look = much or time_to_look(visitors, seconds, quiet=quiet)
        if look:
            gc.unfreeze()
        if look or self._rests >= self._rest or visitors < self._seen_visitors:
            some = gc.collect() > _SOME
            self._rests, self._rest = 0, 0 if some else min(2 * self._rest + 1, _LONGEST_REST)
        else:
            self._rests += 1
        gc.freeze()
        self._seen_visitors = visitors
        if look:
            self._looked_at, self._visitors_then = monotonic(), visitors
            self._blocks_then = sys.getallocatedblocks()


def is_much(new_blocks: int, arrived: int) -> bool:
    """Return whether much garbage may be hidden among the new blocks of memory.

    Since the last full collection, `arrived` more apps have started than ended.
    """
    return new_blocks > HIDDEN + max(0, arrived) * OF_NEW


def time_to_look(visitors: int, seconds: float, *, quiet: bool) -> bool:
    """Return whether a full collection is due, `seconds` after the last one.

    It waits for a quiet moment, but not for ever.
    """
    least = max(_LEAST_SECONDS, visitors * _SECONDS_FOR_EACH)
    return seconds >= (least if quiet else least * _LONGEST_WAIT)


def keep_free_of_cycles() -> None:
    """Patch Textual, whose strips, caches, layouts and styles leave objects in cycles."""
    unlink_layouts_and_styles()
    setattr(Strip, "divide", _divide_or_self)  # noqa: B010
    setattr(Strip, "crop_extend", _crop_extend_or_self)  # noqa: B010
    setattr(LRUCache, "clear", _clear_and_unlink)  # noqa: B010


def _divide_or_self(strip: Strip, cuts: Iterable[int]) -> Sequence[Strip]:
    cuts = [cut for cut in cuts if cut <= strip.cell_length]
    return [strip] if cuts == [strip.cell_length] else _divide(strip, cuts)


def _crop_extend_or_self(strip: Strip, start: int, end: int, style: Style | None) -> Strip:
    whole = start == 0 and end == strip.cell_length
    return strip if whole else _crop_extend(strip, start, end, style)


def _clear_and_unlink(cache: LRUCache[_Key, _Kept]) -> None:
    links = links_of(cache)
    _clear(cache)
    for link in links:
        link.clear()
