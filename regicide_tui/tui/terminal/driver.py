"""A driver for a local terminal that asks for fewer mouse reports and ends after a hangup.

The app doesn't react to the hovering mouse, and on a slow line each report would cost time.
"""

import asyncio
import os
import signal
from collections.abc import Iterator
from io import TextIOWrapper
from selectors import EVENT_READ, SelectSelector
from time import monotonic
from typing import IO, TYPE_CHECKING, cast

from rich.console import Console
from textual.drivers.linux_driver import LinuxDriver

from regicide_tui.tui.startup.early import ALTERNATE, HangupWatch
from regicide_tui.tui.terminal.questions import FORGET_BACKGROUND, KEY_CODES, TerminalInput
from regicide_tui.tui.terminal.wire import Piece, Wire
from regicide_tui.tui.textual_internals import (
    SYNC_END,
    SYNC_START,
    ChopsUpdate,
    CompositorUpdate,
    LayoutUpdate,
    TerminalHooks,
)

if TYPE_CHECKING:
    from regicide_tui.tui.app import RegicideApp
    from regicide_tui.tui.startup.early import EarlyTerminal

_AT_ONCE = 4096
"""Maximum bytes of input that are read at once."""
_MOST_WAITING = 200
"""Maximum messages that wait for the app while more input is read."""
_REST = 0.01
"""Seconds to let the app catch up."""
_PAUSE = 0.1
"""Seconds between two checks whether the app is ending."""


class ClickDriver(TerminalHooks, LinuxDriver):
    """A driver that asks only for clicks and the wheel, and ends the app after a hangup."""

    def __init__(
        self,
        app: "RegicideApp",
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._line = app.hangup_watch
        assert self._file is not None
        self._file = cast("TextIOWrapper", _Screen(self._file, self._line))
        self._early = app.terminal
        self._painted = app.first_picture is not None
        self._input = TerminalInput(self.write)

    def start_application_mode(self) -> None:
        """Take over the terminal, in its state before the first frame if there is one."""
        super().start_application_mode()  # type: ignore[no-untyped-call]
        terminal, self._early, self._painted = self._early, None, False
        if terminal is not None:
            self.attrs_before = terminal.take_over()
        self.watch_size(terminal)
        self.write(f"\x1b[={KEY_CODES};1u")
        self._input.ask(os.environ.get("TERM", ""), os.environ.get("TERM_PROGRAM", ""))
        self.flush()

    def stop_application_mode(self) -> None:
        """Restore the terminal; once the app is ending, ctrl+c is ignored."""
        if cast("RegicideApp", self._app).is_ending:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        self.write(FORGET_BACKGROUND)
        super().stop_application_mode()

    def watch_size(self, terminal: "EarlyTerminal | None") -> None:
        """Post each new size of the window to the app from now on.

        Textual reads the size inside its signal handler. If the next signal arrives at that moment,
        the app gets the new size first and the old one last, and keeps the old one. In the event
        loop, no signal interrupts.
        """
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGWINCH, self._tell_size, terminal)

    def _tell_size(self, terminal: "EarlyTerminal | None") -> None:
        if terminal is not None:
            terminal.note_size()
        self.tell_size()

    def write(self, data: str) -> None:
        """Write data, but don't clear the first frame."""
        if not (self._painted and data == ALTERNATE):
            super().write(data)

    def run_input_thread(self) -> None:
        """Read the input until the app ends or the terminal is gone.

        Textual's own method would read the end of the input in an endless loop, and an error in it
        would end the app as if nothing had happened.
        """
        try:
            self._read_input()
        except Exception as error:  # noqa: BLE001 # the player sees a sentence for any error
            self._app.call_later(cast("RegicideApp", self._app).handle_exception, error)

    def _read_input(self) -> None:
        with SelectSelector() as selector:
            selector.register(self.fileno, EVENT_READ)
            more = True
            while more:
                more = not self.exit_event.is_set()  # input from before the exit is still read
                if selector.select(_pause(self._input.deadline)):
                    data = self._read()
                    if not data:
                        self._line.drop()
                        break
                    found = self._input.feed(data, monotonic())
                else:
                    found = self._input.tick(monotonic())
                for message in found:
                    self.process_message(message)
                while self._app.message_queue_size > _MOST_WAITING:
                    if self.exit_event.wait(_REST):
                        break

    def _read(self) -> bytes:
        """Return the next input; empty if the terminal is gone."""
        try:
            return os.read(self.fileno, _AT_ONCE)
        except OSError:
            return b""

    def ask_for_mouse(self) -> None:
        """Ask for presses and releases, in a protocol that can report columns beyond 223."""
        self.write("\x1b[?1000h\x1b[?1006h")
        self.flush()


def _pause(deadline: float | None) -> float:
    """Return the seconds to wait for input: `_PAUSE`, or less if a deadline comes first."""
    return _PAUSE if deadline is None else min(_PAUSE, max(0.0, deadline - monotonic()))


class _Screen:
    """The output stream. After a write error, the app ends and further output is discarded.

    An error would end Textual's writer thread, and the app would wait for it forever.
    """

    def __init__(self, stream: IO[str], line: HangupWatch) -> None:
        self._stream = stream
        self._line = line

    def write(self, text: str) -> None:
        """Write text, unless the terminal is gone."""
        try:
            self._stream.write(text)
        except OSError:
            self._line.drop()

    def flush(self) -> None:
        """Flush the stream, unless the terminal is gone."""
        try:
            self._stream.flush()
        except OSError:
            self._line.drop()

    def fileno(self) -> int:
        """Return the stream's file descriptor."""
        return self._stream.fileno()


AT_ONCE = 1000
"""Characters that a terminal reads at once, so that a change is not visible half-done."""


class Changes(CompositorUpdate):
    """An update that writes only the cells that change, when Textual renders it.

    A `synchronised` terminal shows a larger change only after it has read all of it.
    """

    def __init__(self, wire: Wire, update: CompositorUpdate, *, synchronised: bool) -> None:
        self._wire = wire
        self._update = update
        self._synchronised = synchronised

    def render_segments(self, console: Console) -> str:
        """Return the characters to write."""
        written = write(self._wire, self._update)
        if self._synchronised and len(written) > AT_ONCE:
            return f"{SYNC_START}{written}{SYNC_END}"
        return written


def write(wire: Wire, update: CompositorUpdate) -> str:
    """Return the characters that show an update on the terminal of a wire."""
    return wire.paint(pieces_of(update), size_of(update))


def is_shown(wire: Wire, update: CompositorUpdate) -> bool:
    """Return whether the terminal of a wire already shows an update."""
    return wire.shows(pieces_of(update), size_of(update))


def size_of(update: CompositorUpdate) -> tuple[int, int] | None:
    """Return the size of the window if an update paints all of it; else None."""
    if not isinstance(update, LayoutUpdate):
        return None
    return update.region.width, update.region.height


def pieces_of(update: CompositorUpdate) -> Iterator[Piece]:
    """Yield the parts of lines that an update shows."""
    match update:
        case LayoutUpdate():
            for y, strips in enumerate(update.strips, update.region.y):
                x = update.region.x
                for strip in strips:
                    yield y, x, strip
                    x += strip.cell_length
        case ChopsUpdate():
            for y, left, right in update.spans:
                ends = update.chop_ends[y]
                for end, (x, chop) in zip(ends, update.chops[y].items(), strict=False):
                    if chop is None or x >= right or end <= left:
                        continue
                    start = max(x, left)
                    yield y, start, chop.crop(start - x, min(end, right) - x)
        case _:
            raise TypeError(f"no way to write {update!r}")
