"""The start of the app, which holds the terminal before it imports any library.

Until the app starts, the terminal shows the first frame and keeps early keys.
"""

import gc
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from threading import Lock, Thread, Timer
from types import SimpleNamespace
from typing import TextIO

from regicide_tui.errors import NO_TERMINAL, CliError
from regicide_tui.lean import import_msgspec
from regicide_tui.printable import PrintableStream
from regicide_tui.terminal import find_obstacle, wait_for_hang_up

ALTERNATE = "\x1b[?1049h"
"""Opens and clears the alternate screen, on which the app draws."""
WIDTH_QUESTION = "\x1b[2;1H▀♠★\x1b[6n\x1b[2K"
"""Asks for the cursor position after characters of ambiguous width, and erases them at once."""
WIDTH_COLUMN = 4
"""The cursor's column if each takes one cell."""
_HIDDEN = "\x1b[?25l"
_BACK = b"\x1b[?1049l\x1b[?25h"
_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")


class EarlyTerminal:
    """Holds the terminal until the app takes it over, or restores it.

    Input is not echoed and is kept for the app. `ctrl+c` ends the process at once.
    """

    def __init__(self, keyboard: TextIO, screen: TextIO) -> None:
        self._keyboard = keyboard.fileno()
        self._screen = screen
        self._attributes: list[int | list[bytes | int]] | None = None
        self._held = False
        self._shown = False
        self.resized = False
        """Whether the window was resized, so that its contents are unknown."""

    def hold(self) -> None:
        """Keep the input from now on, and restore the terminal if a signal ends the process."""
        import termios
        import tty

        before = termios.tcgetattr(self._keyboard)
        quiet = termios.tcgetattr(self._keyboard)
        quiet[tty.LFLAG] &= ~(termios.ECHO | termios.ICANON | termios.IEXTEN)
        quiet[tty.IFLAG] &= ~(
            termios.IXON | termios.IXOFF | termios.ICRNL | termios.INLCR | termios.IGNCR
        )
        quiet[tty.CC][termios.VMIN], quiet[tty.CC][termios.VTIME] = 1, 0
        for key in (termios.VSUSP, termios.VQUIT):  # these keys would leave the terminal unrestored
            quiet[tty.CC][key] = b"\0"
        self._attributes, self._held = before, True
        for name in _SIGNALS:
            signal.signal(getattr(signal, name), self._end)
        signal.signal(signal.SIGWINCH, self.note_size)
        termios.tcsetattr(self._keyboard, termios.TCSANOW, quiet)

    def show(self, written: str) -> None:
        """Show a frame on the alternate screen."""
        self._shown = True
        self._screen.write(ALTERNATE + _HIDDEN + written)
        self._screen.flush()

    def note_size(self, *_: object) -> None:
        """Note that the window was resized."""
        self.resized = True

    def take_over(self) -> list[int | list[bytes | int]] | None:
        """Hand the terminal over to the app; return its original attributes."""
        self._held = False
        return self._attributes

    def give_back(self) -> None:
        """Restore the terminal, unless the app has taken it over."""
        if not self._held:
            return
        self._held = False
        import termios

        with suppress(OSError, ValueError):
            if self._shown:
                # Bypass the stream: a signal may have interrupted one of its writes.
                os.write(self._screen.fileno(), _BACK)
        with suppress(termios.error):
            termios.tcsetattr(self._keyboard, termios.TCSANOW, self._attributes or [])

    def _end(self, number: int, _: object) -> None:
        try:
            self.give_back()
        finally:
            os._exit(128 + number)


def hold_terminal() -> EarlyTerminal | None:
    """Hold the terminal of this process; return None if that can't be done, as on Windows."""
    keyboard, screen = sys.__stdin__, sys.__stderr__
    if os.name == "nt" or keyboard is None or screen is None:
        return None
    terminal = EarlyTerminal(keyboard, screen)
    try:
        terminal.hold()
    except Exception:  # noqa: BLE001
        terminal.give_back()
        return None
    return terminal


GRACE_SECONDS = 0.6
"""Seconds that the app has for an orderly end once its terminal is gone."""
_GONE = 128 + 1
"""The exit code of a process whose terminal is gone, as after SIGHUP."""


class HangupWatch:
    """Watches the terminal of this process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._dropped = False
        self.on_exit: Callable[[], None] = lambda: None
        """Called even if the app doesn't end in an orderly way; it ends other processes."""

    def watch(self, terminal: int) -> None:
        """End this process when a terminal is gone; do nothing on systems that can't watch it."""
        Thread(target=self._wait, args=(terminal,), name="line", daemon=True).start()

    def drop(self) -> None:
        """Treat the terminal as gone: ask the app to end, and end the process shortly after."""
        with self._lock:
            if self._dropped:
                return
            self._dropped = True
        last = Timer(GRACE_SECONDS, self._end)
        last.daemon = True
        last.start()
        os.kill(os.getpid(), signal.SIGHUP)

    def _end(self) -> None:
        with suppress(Exception):
            self.on_exit()
        os._exit(_GONE)

    def _wait(self, terminal: int) -> None:
        if wait_for_hang_up(terminal):
            self.drop()


def start_app(arguments: SimpleNamespace, _: PrintableStream) -> int:
    """Run the app; return the exit code. Raises `CliError`."""
    gc.disable()  # until the first frame is shown: collecting costs more than it frees
    _refuse_useless_terminal(arguments)
    line = HangupWatch()
    line.watch(sys.stdin.fileno())
    terminal = hold_terminal()
    try:
        import_msgspec()
        from regicide_tui.tui.startup.app import open_app

        return open_app(arguments, line, terminal)
    except KeyboardInterrupt:  # before the app takes over the keyboard
        return 130
    finally:
        if terminal is not None:
            terminal.give_back()


def _refuse_useless_terminal(arguments: SimpleNamespace) -> None:
    """Refuse wrong arguments, and then a terminal in which Textual would fail."""
    why_not = find_obstacle(sys.stdin, sys.__stderr__, os.environ, os.name == "nt")
    if why_not:
        from regicide_tui.tui.startup.app import prepare

        prepare(arguments)
        raise CliError(why_not, NO_TERMINAL)
