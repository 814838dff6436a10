"""A terminal for tests: runs a program in a pty, keeps its screen by pyte, and presses keys."""

import codecs
import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from time import monotonic
from types import TracebackType

import pyte

from regicide_tui.tui.input.keyboard import REPEAT

PATIENCE = 30.0
"""Seconds to wait for what must happen."""
QUIET = 0.04
"""Seconds without a byte after which a picture that has changed is whole."""

HELP = "What you can do now"
"""Stands on the screen while the help is open, and never else."""

PROGRAM = (sys.executable, "-m", "regicide_tui")

KEYS = {
    "enter": "\r",
    "escape": "\x1b[27u",  # as kitty sends it: after a lone ESC the program would wait for more
    "space": " ",
    "backspace": "\x7f",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "home": "\x1b[H",
    "end": "\x1b[F",
    "ctrl+l": "\x0c",
    "ctrl+q": "\x11",
    "ctrl+z": "\x1a",
}
_UNFINISHED = re.compile(r"\x1b(?:\[[<>=?]?[0-9;]*[$ ]?|\][^\x07\x1b]*)?$")
UNKNOWN_TO_PYTE = re.compile(r"\x1b\[[<>=][0-9;]*[a-zA-Z]|\x1b\[\?[0-9;]*\$p|\x1bP[^\x1b]*\x1b\\")


def lines_of(screen: pyte.Screen) -> list[str]:
    """Return what stands in a window; `display` also measures each character, which takes long."""
    columns = range(screen.columns)
    rows = [screen.buffer[y] for y in range(screen.lines)]
    return ["".join([row[x].data for x in columns]) for row in rows]


def environment(folder: Path, **more: str) -> dict[str, str]:
    """Return the environment of a program whose home and data are in this folder."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "REGICIDE_TUI_DATA_DIR": str(folder),
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "LANG": "C.UTF-8",
        **more,
    }


class Terminal:
    """A terminal with a program in it. It answers no queries, as the simplest ones do.

    Of one that is `unled` the system does not tell the program that it is gone. A program that is
    `deaf` begins with SIGHUP ignored.
    """

    def __init__(
        self,
        command: Sequence[str],
        folder: Path,
        size: tuple[int, int] = (80, 24),
        *,
        unled: bool = False,
        deaf: bool = False,
        **more_environment: str,
    ) -> None:
        self._master, slave = os.openpty()
        self._open = True
        self._size(*size)
        self.raw = b""
        self._pressed = ""
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._pending = ""
        self._screen = pyte.Screen(*size)
        self._stream = pyte.Stream(self._screen)
        self.process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment(folder, **more_environment),
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            preexec_fn=partial(_prepare, led=not unled, deaf=deaf),
        )
        os.close(slave)

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE)
        self.close()

    # ------------------------------------------------------------ doing

    def press(self, *keys: str) -> None:
        """Press keys, without waiting for what they do."""
        self._pressed = keys[-1]
        data = "".join([KEYS.get(key, key) for key in keys]).encode()
        while data:
            data = data[os.write(self._master, data) :]

    def click(self, words: str, *, at_once: bool = False) -> None:
        """Click where these words stand first, once clicks are heard and nothing moves.

        With `at_once` it does not matter whether anything moves.
        """
        self.until(lambda: b"\x1b[?1000h" in self.raw)
        if not at_once:
            self.settles()
        rows = self.page.split("\n")
        y, x = next((y, row.index(words)) for y, row in enumerate(rows) if words in row)
        self.press(f"\x1b[<0;{x + 1};{y + 1}M", f"\x1b[<0;{x + 1};{y + 1}m")

    def resize(self, width: int, height: int) -> None:
        """Change the size of the window."""
        self.read()
        self._screen.resize(height, width)
        self._size(width, height)

    def scribble(self, text: str) -> None:
        """Write on the screen, as other programs in the same terminal may."""
        self._stream.feed(f"\x1b7\x1b[3;5H{text}\x1b8")

    def kill(self, number: int = signal.SIGKILL) -> None:
        """Send the program a signal."""
        os.kill(self.process.pid, number)

    def close(self) -> None:
        """Close the terminal's window."""
        if self._open:
            self._open = False
            os.close(self._master)

    # ------------------------------------------------------------ waiting

    def read(self, timeout: float = 0.0) -> bool:
        """Read what the program writes in so many seconds; tell whether it was anything."""
        if not (self._open and select.select([self._master], [], [], timeout)[0]):
            return False
        try:
            data = os.read(self._master, 1 << 16)
        except OSError:  # on Linux, this is the end of a pty
            return False
        self.raw += data
        text = self._pending + self._decoder.decode(data)
        held = _UNFINISHED.search(text)
        cut = held.start() if held else len(text)
        self._pending = text[cut:]
        self._stream.feed(UNKNOWN_TO_PYTE.sub("", text[:cut]))
        return bool(data)

    def until(self, condition: Callable[[], bool]) -> None:
        """Wait until something is so."""
        end = monotonic() + PATIENCE
        while not condition():
            assert monotonic() < end, f"waited in vain:\n{self.page}"
            if not self.read(0.05):
                assert self.process.poll() is None or condition(), f"it ended:\n{self.page}"

    def shows(self, *words: str) -> None:
        """Wait until all these words are on the screen."""
        self.until(lambda: all(one in self.page for one in words))

    def changes(self, *keys: str) -> None:
        """Press keys, wait until the screen is another, and until it is whole."""
        before = self.page
        self.press(*keys)
        self.until(lambda: self.page != before)
        self.settles()

    def aims(self, key: str) -> None:
        """Press a key that acts, as people do who look first: not too soon after the same key."""
        if self._pressed == key:
            self.settles(REPEAT)
        self.changes(key)

    def settles(self, quiet: float = QUIET) -> None:
        """Wait until nothing is written any more, and the program isn't kept from writing."""
        end = monotonic() + PATIENCE
        while self.read(quiet) or self._is_running():
            assert monotonic() < end, "it writes without end"

    def _is_running(self) -> bool:
        """Tell whether the program's main thread has something to do; where that is unknown, no."""
        stat = Path(f"/proc/{self.process.pid}/stat")
        return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] == "R"

    def has_done_all(self) -> None:
        """Wait until all keys so far have had their effect: opened by another, the help says so.

        At the table, in a window of 80x24, and with no help open.
        """
        self.press("?")
        self.until(lambda: HELP in self.page)
        self.press("?")
        self.until(lambda: HELP not in self.page)
        self.settles()

    def ends(self, within: float = PATIENCE) -> int:
        """Wait until the program has ended; return its exit code."""
        end = monotonic() + within
        while self.process.poll() is None:
            assert monotonic() < end, f"it goes on:\n{self.page}"
            self.read(0.05)
        while self.read():
            pass
        return self.process.returncode

    # ------------------------------------------------------------ reading

    @property
    def page(self) -> str:
        """What is on the screen."""
        return "\n".join([line.rstrip() for line in lines_of(self._screen)])

    def fill_of(self, words: str, beside: str) -> str:
        """Return the colour behind words in the line in which others stand."""
        rows = self.page.split("\n")
        (y,) = [y for y, row in enumerate(rows) if beside in row]
        return str(self._screen.buffer[y][rows[y].index(words, rows[y].index(beside))].bg)

    @property
    def cursor(self) -> tuple[int, int]:
        """Line and column of the terminal's cursor."""
        return self._screen.cursor.y, self._screen.cursor.x

    @property
    def stopped(self) -> bool:
        """Whether the program has just been suspended."""
        return os.waitid(os.P_PID, self.process.pid, os.WSTOPPED | os.WNOHANG) is not None

    @property
    def restored(self) -> bool:
        """Whether the terminal is as it was: its own screen, cursor, mouse, echo and lines."""
        modes = {b"1049": b"l", b"25": b"h", b"1000": b"l", b"1003": b"l", b"2004": b"l"}
        last = {number: self.raw.rpartition(b"\x1b[?" + number)[2][:1] for number in modes}
        return last == modes and self.echoes

    @property
    def echoes(self) -> bool:
        """Whether it shows what is typed, and passes it on line by line."""
        flags = termios.tcgetattr(self._master)[3]
        return bool(flags & termios.ECHO) and bool(flags & termios.ICANON)

    def _size(self, width: int, height: int) -> None:
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))


def _prepare(*, led: bool, deaf: bool) -> None:
    """Make the pty the terminal of the new session, so that closing it hangs up, if it is `led`."""
    if led:
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    for number in (signal.SIGHUP, signal.SIGINT):  # whoever runs the tests may ignore them
        signal.signal(number, signal.SIG_DFL)
    if deaf:
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
