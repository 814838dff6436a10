"""Textual's driver for a terminal of this machine, with less mouse, and an end when the line drops.

Nothing here goes by where the mouse hovers, and on a slow line each report would cost its time.
"""

import asyncio
import os
import signal
from codecs import getincrementaldecoder
from contextlib import suppress
from io import TextIOWrapper
from selectors import EVENT_READ, SelectSelector
from typing import IO, TYPE_CHECKING, Any, cast

from textual.drivers.linux_driver import LinuxDriver

from regicide_tui.tui.terminal.early import ALTERNATE
from regicide_tui.tui.terminal.hangup import HangupWatch
from regicide_tui.tui.textual_internals import ParseError, TerminalHooks, XTermParser

if TYPE_CHECKING:
    from regicide_tui.tui.navigation import HomeApp
    from regicide_tui.tui.terminal.early import EarlyTerminal

_AT_ONCE = 4096
"""Bytes of input that are read at once."""
_PAUSE = 0.1
"""Seconds after which an escape that nothing followed is a key of its own."""


class ClickDriver(TerminalHooks, LinuxDriver):
    """Hears of clicks and of the wheel alone, and ends the app when the terminal is gone."""

    def __init__(self, app: "HomeApp", **more: Any) -> None:
        super().__init__(app, **more)
        self._line = app.hangup_watch
        assert self._file is not None
        self._file = cast("TextIOWrapper", _Screen(self._file, self._line))
        self._early = app.terminal
        self._painted = app.first_picture is not None

    def start_application_mode(self) -> None:
        """Take over the terminal, as it was before the first picture if there is one."""
        super().start_application_mode()  # type: ignore[no-untyped-call]
        terminal, self._early, self._painted = self._early, None, False
        if terminal is not None:
            self.attrs_before = terminal.take_over()
        self.watch_size(terminal)

    def watch_size(self, terminal: "EarlyTerminal | None") -> None:
        """Tell the app from now on when the window changes its size.

        Textual asks for the size where the signal interrupts it. If the next signal comes just
        then, the app is told the new size first and the old one last, and keeps the old one. In the
        loop no signal comes between.
        """
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGWINCH, self._tell_size, terminal)

    def _tell_size(self, terminal: "EarlyTerminal | None") -> None:
        if terminal is not None:
            terminal.note_size()
        self.tell_size()

    def write(self, data: str) -> None:
        """Write something, but do not clear a picture that stands there already."""
        if not (self._painted and data == ALTERNATE):
            super().write(data)

    def run_input_thread(self) -> None:
        """Read what is typed until the app ends, or the terminal is gone.

        Textual itself would read the end of the input for ever, as fast as it can.
        """
        parser = XTermParser()
        decoder = getincrementaldecoder("utf-8")("replace")
        with SelectSelector() as selector:
            selector.register(self.fileno, EVENT_READ)
            more = True
            while more:
                more = not self.exit_event.is_set()  # what was typed until then is still read
                if selector.select(_PAUSE):
                    data = self._read()
                    if not data:
                        self._line.drop()
                        break
                    for message in parser.feed(decoder.decode(data)):
                        self.process_message(message)
                for message in parser.tick():
                    self.process_message(message)
        with suppress(EOFError, ParseError):
            for _ in parser.feed(""):
                pass

    def _read(self) -> bytes:
        """Return what was typed; nothing if the terminal is gone."""
        try:
            return os.read(self.fileno, _AT_ONCE)
        except OSError:
            return b""

    def ask_for_mouse(self) -> None:
        """Ask for presses and releases, with places beyond column 223."""
        self.write("\x1b[?1000h\x1b[?1006h")
        self.flush()


class _Screen:
    """The stream on which is drawn. What can't be written any more is lost, and the app ends.

    An error would end Textual's writer; then the app would wait for it, and not end.
    """

    def __init__(self, stream: IO[str], line: HangupWatch) -> None:
        self._stream = stream
        self._line = line

    def write(self, text: str) -> None:
        """Write a text, if there is still a terminal."""
        try:
            self._stream.write(text)
        except OSError:
            self._line.drop()

    def flush(self) -> None:
        """Bring to the terminal what was written."""
        try:
            self._stream.flush()
        except OSError:
            self._line.drop()

    def fileno(self) -> int:
        """Return the number of the stream."""
        return self._stream.fileno()
