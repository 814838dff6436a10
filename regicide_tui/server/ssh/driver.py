"""Textual's driver for a remote terminal: characters come from a line and go to it.

It uses no thread and no signal, and asks nothing of the machine on which it runs. Everything about
the terminal comes by the line.
"""

import asyncio
from codecs import getincrementaldecoder
from collections import deque
from collections.abc import Callable
from typing import Protocol

from textual import events
from textual.app import App
from textual.geometry import Size
from textual.message import Message

from regicide_tui.server.requests import VisitRequests
from regicide_tui.server.turns import Work
from regicide_tui.tui.textual_internals import ForgetfulParser, HookedDriver

LARGEST = Size(300, 100)
"""The largest picture. In a larger window it stands in the corner."""
_LONE_ESCAPE = 0.1
"""Seconds after which a lone escape character was the escape key itself."""
_LONGEST_SEQUENCE = 4096
"""Characters without a complete key after which the parser starts afresh."""

BEGIN = (
    "\x1b[22;2t"  # remember the title of the window
    "\x1b[?1049h"  # the other screen
    "\x1b[?25l"  # no cursor
    "\x1b[?7l"  # no wrapping
    "\x1b[?1000h\x1b[?1006h"  # clicks, but no motion: the mouse would send each step
    "\x1b[?2004h"  # pasted text is marked as such
    "\x1b[>1u"  # distinct codes for all keys, where the terminal supports them
    "\x1b[?2026$p"  # does it support synchronized output?
)
END = "\x1b[<u\x1b[?2004l\x1b[?1006l\x1b[?1000l\x1b[?7h\x1b[?25h\x1b[?1049l\x1b[23;2t\x1b[m"


class Line(Protocol):
    """What the driver needs of the line to a remote terminal."""

    size: tuple[int, int]
    """Columns and rows."""
    on_input: Callable[[bytes], None]
    """Called with typed bytes."""
    on_resize: Callable[[int, int], None]
    """Called with the new size of the window."""

    def write(self, text: str) -> None:
        """Send characters; they are buffered if need be."""
        ...

    def hold_back(self, held: bool) -> None:
        """Buffer what is typed from now on, or pass it on again."""
        ...

    def forget_typed(self) -> None:
        """Drop what is buffered."""
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
        self._work: Work = app.work  # type: ignore[attr-defined]
        self._requests: VisitRequests = app.requests  # type: ignore[attr-defined]
        self._clear_up: Callable[[], None] = app.clear_up  # type: ignore[attr-defined]
        super().__init__(app, debug=debug, mouse=mouse, size=clamp_size(*self._line.size))
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._parser = ForgetfulParser()
        self._chars_without_key = 0
        self._escape_timer: asyncio.TimerHandle | None = None
        self.keys: deque[Message] = deque()
        self.busy = False
        """Whether the app still handles the last key."""
        self.key_time = 0.0
        """When the last key came that the app was given, by the monotonic clock."""

    # ------------------------------------------------------------ the terminal

    def write(self, data: str) -> None:
        """Send characters to the terminal."""
        self._line.write(data)

    def start_application_mode(self) -> None:
        """Take over the terminal."""
        self.write(BEGIN)
        self._line.on_input, self._line.on_resize = self.receive, self._resize

    def disable_input(self) -> None:
        """Ignore further input."""
        self._line.on_input = _ignore
        self.keys.clear()
        if self._escape_timer is not None:
            self._escape_timer.cancel()

    def stop_application_mode(self) -> None:
        """Give the terminal back as it was."""
        self.disable_input()
        self.write(END)

    def _resize(self, width: int, height: int) -> None:
        size = Size(*clamp_size(width, height))
        self.note_size(size)
        self.post(events.Resize(size, size))

    # ------------------------------------------------------------ the keys

    def receive(self, data: bytes) -> None:
        """Take what the client has typed; a lone escape counts as a key after a moment."""
        if self._escape_timer is not None:
            self._escape_timer.cancel()
            self._escape_timer = None
        text = self._decode(data)
        self.keys += self._parse(text)
        self._pass_next_key()
        if self._parser.waits:
            self._escape_timer = self.call_later(_LONE_ESCAPE, self._end_escape)

    def _end_escape(self) -> None:
        """Take a lone escape character as the escape key."""
        self.keys += self._parser.tick()
        self._pass_next_key()

    def _pass_next_key(self) -> None:
        """Give the app the next key once it has handled the one before, with all its consequences.

        So a key acts on the screen that the key before it has opened, and many keys at once cause
        no more concurrent work than one key.
        """
        if self.busy:
            self._line.hold_back(bool(self.keys))
        elif self.keys:
            self.busy = True
            key = self.keys.popleft()
            self.key_time = key.time
            self._requests.begin(key.time)
            self.process_message(key)
            self._work.when_idle(self._note_key_done)

    def forget_typed(self) -> None:
        """Drop the keys that wait, and half a key."""
        if self._escape_timer is not None:
            self._escape_timer.cancel()
        self._parser, self._chars_without_key = ForgetfulParser(), 0
        self.keys.clear()
        self._line.forget_typed()

    def _note_key_done(self) -> None:
        self.busy = False
        self._requests.note_done()
        if self.keys:
            self._clear_up()  # before the next key: with keys without end there is no other moment
        else:
            self._line.hold_back(False)
        self._pass_next_key()

    def _parse(self, text: str) -> list[Message]:
        """Return the messages of typed text, without sequences that make no sense."""
        found: list[Message] = []
        for char in text:
            try:
                messages = [*self._parser.feed(char)]
            except Exception:  # noqa: BLE001
                messages, self._chars_without_key = [], _LONGEST_SEQUENCE
            found += messages
            self._chars_without_key = 0 if messages else self._chars_without_key + 1
            if self._chars_without_key >= _LONGEST_SEQUENCE:
                self._parser, self._chars_without_key = ForgetfulParser(), 0
        return found

    def process_message(self, message: Message) -> None:
        """Pass a message on, except a size: the size of the window comes only by the line."""
        if not isinstance(message, events.Resize):
            super().process_message(message)

    def send_message(self, message: Message) -> None:
        """Pass a message to the app, which runs in this loop."""
        self.post(message)


def clamp_size(width: int, height: int) -> tuple[int, int]:
    """Return the nearest size that can be drawn."""
    return min(max(width, 1), LARGEST.width), min(max(height, 1), LARGEST.height)


def _ignore(_: bytes) -> None:
    """Ignore input."""
