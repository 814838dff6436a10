"""Textual's driver for a remote terminal, at the end of a line.

It uses no threads or signals, and doesn't depend on the machine on which it runs. Everything about
the terminal arrives on the line.
"""

import asyncio
from collections.abc import Callable, Iterable
from time import monotonic
from typing import Protocol

from textual import events
from textual.app import App
from textual.geometry import Size
from textual.message import Message

from regicide_tui.server.apps.admission import Keys
from regicide_tui.tui.startup.early import WIDTH_QUESTION
from regicide_tui.tui.terminal.questions import FORGET_BACKGROUND, KEY_CODES, TerminalInput
from regicide_tui.tui.textual_internals import HookedDriver

LARGEST = Size(300, 100)
"""The largest frame. A larger window shows it in the corner."""

BEGIN = (
    "\x1b[22;2t"  # remember the title of the window
    "\x1b[?1049h"  # the other screen
    "\x1b[?25l"  # no cursor
    "\x1b[?7l"  # no wrapping
    "\x1b[?2004h"  # pasted text is marked as such
    f"\x1b[>{KEY_CODES}u"  # distinct codes for all keys, where the terminal supports them
)
_CLICKS = "\x1b[?1000h\x1b[?1006h"
"""Asks for clicks only: with motion, the mouse would send each step."""
_NO_CLICKS = "\x1b[?1006l\x1b[?1000l"
END = (
    f"{FORGET_BACKGROUND}\x1b[<u\x1b[?2004l{_NO_CLICKS}\x1b[?7h\x1b[?25h\x1b[?1049l\x1b[23;2t\x1b[m"
)


class Line(Protocol):
    """The line to a remote terminal, as an app and its driver need it."""

    size: tuple[int, int]
    """Columns and rows."""
    on_input: Callable[[bytes, float], None]
    """Called with typed bytes, and their time by the monotonic clock."""
    on_resize: Callable[[int, int], None]
    """Called with the new size of the window."""
    on_drained: Callable[[], None]
    """Called when the client reads again."""
    has_ended: bool
    """Whether nothing more will be typed."""
    last_key: float
    """When bytes last arrived, by the monotonic clock."""

    @property
    def is_clogged(self) -> bool:
        """Whether the client has stopped reading."""
        ...

    @property
    def has_more(self) -> bool:
        """Whether typed bytes are waiting to be passed on."""
        ...

    def write(self, text: str) -> None:
        """Send characters, buffered if necessary."""
        ...

    def hold_back(self, held: bool) -> None:
        """Buffer further input, or pass it on again."""
        ...

    def give_back(self, data: bytes) -> None:
        """Put unused input back, in front of the buffer."""
        ...

    def forget_typed(self) -> None:
        """Drop the buffered input."""
        ...

    def close(self) -> None:
        """Stop sending and receiving."""
        ...


class LineDriver(HookedDriver):
    """Drives the terminal at the end of the app's `line`."""

    def __init__(
        self,
        app: App[str],
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        self._line: Line = app.line  # type: ignore[attr-defined]
        super().__init__(app, debug=debug, mouse=mouse, size=clamp_size(*self._line.size))
        self._term: str = app.visitor.term  # type: ignore[attr-defined]
        self._plain: bool = not app.visitor.writes_utf8  # type: ignore[attr-defined]
        self._input = TerminalInput(self.write)
        self._rest_timer: asyncio.TimerHandle | None = None
        self.keys = Keys(
            app.work,  # type: ignore[attr-defined]
            app.requests,  # type: ignore[attr-defined]
            self.process_message,
            self._line.hold_back,
            app.clear_up,  # type: ignore[attr-defined]
        )

    # ------------------------------------------------------------ the terminal

    def write(self, data: str) -> None:
        """Send characters to the terminal."""
        self._line.write(data)

    def start_application_mode(self) -> None:
        """Take over the terminal."""
        self.write(BEGIN if self._plain else BEGIN + WIDTH_QUESTION)
        if self._mouse:
            self.write(_CLICKS)
        self._input.ask(self._term, "")
        self._line.on_input, self._line.on_resize = self.receive, self._resize

    def take_mouse(self, wanted: bool) -> None:
        """Ask for clicks, or leave the mouse to the terminal, which then selects text."""
        if wanted != self._mouse:
            self._mouse = wanted
            self.write(_CLICKS if wanted else _NO_CLICKS)

    def disable_input(self) -> None:
        """Ignore further input."""
        self._line.on_input = _ignore
        self.keys.forget()
        self._cancel_timer()

    def stop_application_mode(self) -> None:
        """Restore the terminal."""
        self.disable_input()
        self.write(END)

    def _resize(self, width: int, height: int) -> None:
        size = Size(*clamp_size(width, height))
        self.note_size(size)
        self.keys.take_size(events.Resize(size, size))

    # ------------------------------------------------------------ the keys

    def receive(self, data: bytes, came: float) -> None:
        """Decode bytes of the client that arrived at `came` by the monotonic clock."""
        self._take(self._input.feed(data, came))

    def _end_rest(self) -> None:
        """Time out unfinished input, such as a lone ESC."""
        self._take(self._input.tick(monotonic()))

    def _take(self, found: Iterable[Message]) -> None:
        """Queue the keys, and schedule the timeout of unfinished input."""
        self._cancel_timer()
        self.keys.take(found)
        deadline = self._input.deadline
        if deadline is not None and not self._line.has_more:
            self._rest_timer = self.call_later(max(0.0, deadline - monotonic()), self._end_rest)

    def _cancel_timer(self) -> None:
        if self._rest_timer is not None:
            self._rest_timer.cancel()
            self._rest_timer = None

    def forget_typed(self) -> None:
        """Drop the waiting keys, and an unfinished one."""
        self._cancel_timer()
        self._input.forget()
        self.keys.waiting.clear()
        self._line.forget_typed()

    def send_message(self, message: Message) -> None:
        """Pass a message to the app, which runs in this loop."""
        self.post(message)


def clamp_size(width: int, height: int) -> tuple[int, int]:
    """Return the nearest size that can be drawn."""
    return min(max(width, 1), LARGEST.width), min(max(height, 1), LARGEST.height)


def _ignore(_: bytes, __: float) -> None:
    """Ignore input."""
