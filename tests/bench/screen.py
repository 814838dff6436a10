"""How the app feels in a real pseudo-terminal, compared with an empty Textual app.

    python -m tests.bench.screen            measures and writes docs/benchmarks/screen.json

At 80x24 in truecolor, it measures:

- the start into a saved game, until the first screen and until the last byte of the settled one;
- for each key, the time and the bytes until the screen is still again;
- the bytes of an idle table, and the peak memory.

Bytes are counted uncompressed, and as the server compresses them for SSH, in one stream for each
program. Machines are noisy, so both programs run alternately, and only the ratios count.
"""

import fcntl
import json
import os
import pty
import re
import select
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from dataclasses import dataclass, field
from pathlib import Path

from regicide_tui.server.ssh.compression import Deflater
from regicide_tui.tui.widgets.table import FRAME

RESULTS = Path(__file__).parents[2] / "docs" / "benchmarks" / "screen.json"
RUNS = 7
QUIET = 0.12
"""Seconds without a byte after which the screen counts as still."""
EMPTY = "from textual.app import App\nclass Empty(App[None]):\n    pass\nEmpty().run()\n"
RIGHT, PICK, ENTER = b"\x1b[C", b" ", b"\r"
_MOUSE = b"\x1b[?1000h"
"""The first output of an app as it takes over the terminal."""
_ANSWERS = {rb"\x1b\[\?2026\$p": b"\x1b[?2026;2$y", rb"\x1b\[\?2048\$p": b"\x1b[?2048;0$y"}


@dataclass
class Answer:
    """A program's output after a moment: its bytes, and the time of the last one (ms)."""

    size: int
    compressed: int
    milliseconds: float


@dataclass
class Feel:
    """All measurements of one program."""

    starts: list[Answer] = field(default_factory=list)
    pictures: list[Answer] = field(default_factory=list)
    """The first screens, shown before the app took over, until they were complete."""
    keys: list[Answer] = field(default_factory=list)
    picks: list[Answer] = field(default_factory=list)
    turns: list[Answer] = field(default_factory=list)
    idle_bytes: int = 0
    memory_mb: list[float] = field(default_factory=list)


class Terminal:
    """A program in a pseudo-terminal of 80x24."""

    def __init__(self, command: list[str], folder: str = "") -> None:
        self.began = time.perf_counter()
        self._deflater = Deflater()
        environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        environment["REGICIDE_TUI_DATA_DIR"] = folder
        self.pid, self.master = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
            os.execvpe(command[0], command, environment)

    def settle(self, began: float, quiet: float = QUIET, patience: float = 10.0) -> Answer:
        """Read until no byte arrives for `quiet` seconds; wait `patience` for the first one."""
        written, last = b"", began
        wait = patience
        while select.select([self.master], [], [], wait)[0]:
            data = os.read(self.master, 1 << 16)
            last = time.perf_counter()
            written += data
            wait = quiet
            for question, answer in _ANSWERS.items():
                for _ in re.findall(question, data):
                    os.write(self.master, answer)
        return self._answer(written, last - began)

    def _answer(self, written: bytes, seconds: float) -> Answer:
        return Answer(len(written), len(self._deflater.compress(written)), seconds * 1000)

    def start(self, taken_over: bytes) -> tuple[Answer, Answer]:
        """Wait until the app has `taken_over` from the first screen, and until it is still.

        Return the first screen, and the output after it until the end of the start.
        """
        data, first, picture, last = b"", 0, self.began, self.began
        while select.select([self.master], [], [], QUIET * 4 if taken_over in data else 10.0)[0]:
            data += os.read(self.master, 1 << 16)
            last = time.perf_counter()
            if taken_over not in data:
                first, picture = len(data), last
            for question, answer in _ANSWERS.items():
                if re.search(question, data):
                    data = re.sub(question, b"", data)
                    os.write(self.master, answer)
        return (
            self._answer(data[:first], picture - self.began),
            self._answer(data[first:], last - self.began),
        )

    def press(self, key: bytes) -> Answer:
        """Press a key and wait until the screen is still."""
        began = time.perf_counter()
        os.write(self.master, key)
        return self.settle(began, patience=0.5)

    def take_turn(self, key: bytes) -> Answer:
        """Take a turn: return the time to its first frame, and the bytes of all later ones."""
        began = time.perf_counter()
        os.write(self.master, key)
        first = self.settle(began, quiet=FRAME / 2, patience=0.5)
        rest = self.settle(began, patience=2 * FRAME)
        return Answer(
            first.size + rest.size, first.compressed + rest.compressed, first.milliseconds
        )

    def peak_memory(self) -> float:
        """Return the peak resident memory in megabytes."""
        status = Path(f"/proc/{self.pid}/status").read_text(encoding="ascii")
        found = re.search(r"VmHWM:\s+(\d+) kB", status)
        return int(found[1]) / 1024 if found else 0.0

    def close(self) -> None:
        """End the program."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.master)


def measure_empty(feel: Feel) -> None:
    """Start an empty Textual app."""
    terminal = Terminal([sys.executable, "-c", EMPTY])
    feel.starts.append(terminal.start(_MOUSE)[1])
    feel.memory_mb.append(terminal.peak_memory())
    terminal.close()


def measure_table(feel: Feel, folder: str) -> None:
    """Start into a saved game, move the cursor, take turns."""
    command = [sys.executable, "-m", "regicide_tui", "resume"]
    terminal = Terminal(command, folder)
    picture, start = terminal.start(_MOUSE)
    feel.pictures.append(picture)
    feel.starts.append(start)
    feel.idle_bytes += terminal.settle(time.perf_counter(), patience=1.5).size
    for _ in range(2):
        terminal.press(RIGHT)
    feel.keys += [terminal.press(RIGHT) for _ in range(20)]
    for _ in range(4):
        feel.picks.append(terminal.press(PICK))
        terminal.press(PICK)
        terminal.press(RIGHT)
    for _ in range(4):
        feel.turns.append(terminal.take_turn(ENTER))
        terminal.press(b"u")
        terminal.press(RIGHT)
    feel.memory_mb.append(terminal.peak_memory())
    terminal.close()


def measure_menu(feel: Feel, folder: str) -> None:
    """Start into the menu."""
    command = [sys.executable, "-m", "regicide_tui"]
    terminal = Terminal(command, folder)
    picture, start = terminal.start(_MOUSE)
    feel.pictures.append(picture)
    feel.starts.append(start)
    terminal.close()


def measure_text(feel: Feel, folder: str) -> None:
    """Start a text session, until it has printed its menu."""
    terminal = Terminal([sys.executable, "-m", "regicide_tui", "text"], folder)
    feel.starts.append(terminal.settle(terminal.began))
    terminal.close()


def make_game(folder: str) -> None:
    """Deal a game and save it, which also compiles the bytecode as in an installed package."""
    script = (
        "from pathlib import Path; from regicide_tui.play.dealing import deal;"
        "from regicide_tui.play.history import Start; from regicide_tui.play.saves import files;"
        "files.write(Path({!r}) / 'saves' / 'game.save', deal(Start('regicide', 1, '7F3K', {{}})))"
    )
    subprocess.run([sys.executable, "-m", "compileall", "-q", "regicide_tui"], check=True)
    subprocess.run([sys.executable, "-c", script.format(folder)], check=True)


def middle(values: list[float]) -> float:
    """Return the median, rounded."""
    return round(statistics.median(values), 1)


def _sizes(name: str, answers: list[Answer]) -> dict[str, float]:
    """Return the bytes of answers, uncompressed and compressed."""
    return {
        f"{name}, bytes, median": middle([float(answer.size) for answer in answers]),
        f"{name}, bytes compressed, median": middle(
            [float(answer.compressed) for answer in answers]
        ),
    }


def late(values: list[float]) -> float:
    """Return the 95th percentile, rounded."""
    return round(sorted(values)[min(len(values) - 1, round(0.95 * (len(values) - 1)))], 1)


def summary(empty: Feel, table: Feel, menu: Feel, text: Feel) -> dict[str, object]:
    """Return the results for docs/performance.md."""
    start_empty = middle([start.milliseconds for start in empty.starts])
    start_table = middle([start.milliseconds for start in table.starts])
    memory_empty, memory_table = middle(empty.memory_mb), middle(table.memory_mb)
    picture = middle([picture.milliseconds for picture in table.pictures])
    menu_picture = middle([picture.milliseconds for picture in menu.pictures])
    best_empty = min(start.milliseconds for start in empty.starts)
    keys = [key.milliseconds for key in table.keys]
    turns = [turn.milliseconds for turn in table.turns]
    return {
        "empty app: start, ms": start_empty,
        "table: start, ms": start_table,
        "first picture of the table, ms": picture,
        "first picture of the table, ratio": round(picture / start_empty, 2),
        "first picture of the table, ratio of the best": round(
            min(picture.milliseconds for picture in table.pictures) / best_empty, 2
        ),
        "first picture of the menu, ratio of the best": round(
            min(picture.milliseconds for picture in menu.pictures) / best_empty, 2
        ),
        "first picture of the menu, ratio": round(menu_picture / start_empty, 2),
        "menu: start ratio": round(
            middle([start.milliseconds for start in menu.starts]) / start_empty, 2
        ),
        "text session: start ratio": round(
            middle([start.milliseconds for start in text.starts]) / start_empty, 2
        ),
        "start ratio": round(start_table / start_empty, 2),
        "start ratio of the best": round(
            min(start.milliseconds for start in table.starts) / best_empty, 2
        ),
        "key, ms, median": middle(keys),
        "key, ms, p95": late(keys),
        **_sizes("key", table.keys),
        **_sizes("picked card", table.picks),
        "turn, ms, median": middle(turns),
        **_sizes("turn", table.turns),
        **_sizes("first picture of the table", table.pictures),
        "idle, bytes": table.idle_bytes,
        "empty app: memory, MB": memory_empty,
        "table: memory, MB": memory_table,
        "memory ratio": round(memory_table / memory_empty, 2),
        "load of the machine": round(os.getloadavg()[0], 1),
    }


def main() -> None:
    """Measure, print, and write the results."""
    empty, table, menu, text = Feel(), Feel(), Feel(), Feel()
    with tempfile.TemporaryDirectory() as folder:
        make_game(folder)
        for _ in range(RUNS):
            measure_empty(empty)
            measure_menu(menu, folder)
            measure_text(text, folder)
            measure_table(table, folder)
    results = summary(empty, table, menu, text)
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    print(RESULTS.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
