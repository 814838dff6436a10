"""How the app feels in a real pseudo-terminal, against an empty Textual app in the same run.

    python -m tests.bench.screen            measures and writes docs/benchmarks/screen.json

Measured are, at 80x24 in truecolor: the start straight into a saved game until the last byte of
the settled screen; for each key the time and the bytes until the screen is still again; the
bytes of an idle table; and the peak memory. Machines are noisy, so the two programs are started
by turns and what counts are the ratios.
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

from regicide_tui.tui.widgets.zone import FRAME

RESULTS = Path(__file__).parents[2] / "docs" / "benchmarks" / "screen.json"
RUNS = 7
QUIET = 0.12
"""Seconds without a byte after which the screen is taken to be still."""
EMPTY = "from textual.app import App\nclass Empty(App[None]):\n    pass\nEmpty().run()\n"
RIGHT, ENTER = b"\x1b[C", b"\r"
_ANSWERS = {rb"\x1b\[\?2026\$p": b"\x1b[?2026;2$y", rb"\x1b\[\?2048\$p": b"\x1b[?2048;0$y"}


@dataclass
class Answer:
    """What a program wrote after a moment: how many bytes, and when the last one came (ms)."""

    size: int
    milliseconds: float


@dataclass
class Feel:
    """All measurements of one program."""

    starts: list[Answer] = field(default_factory=list)
    keys: list[Answer] = field(default_factory=list)
    turns: list[Answer] = field(default_factory=list)
    idle_bytes: int = 0
    memory_mb: list[float] = field(default_factory=list)


class Terminal:
    """A program in a pseudo-terminal of 80x24."""

    def __init__(self, command: list[str]) -> None:
        self.began = time.perf_counter()
        environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        self.pid, self.master = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
            os.execvpe(command[0], command, environment)

    def settle(self, began: float, quiet: float = QUIET, patience: float = 10.0) -> Answer:
        """Read until nothing has come for `quiet` seconds; wait `patience` for the first byte."""
        size, last = 0, began
        wait = patience
        while select.select([self.master], [], [], wait)[0]:
            data = os.read(self.master, 1 << 16)
            last = time.perf_counter()
            size += len(data)
            wait = quiet
            for question, answer in _ANSWERS.items():
                for _ in re.findall(question, data):
                    os.write(self.master, answer)
        return Answer(size, (last - began) * 1000)

    def press(self, key: bytes) -> Answer:
        """Press a key and wait until the screen is still."""
        began = time.perf_counter()
        os.write(self.master, key)
        return self.settle(began, patience=0.5)

    def take_turn(self, key: bytes) -> Answer:
        """Take a turn: the time to its first picture, and the bytes of all that moves after it."""
        began = time.perf_counter()
        os.write(self.master, key)
        first = self.settle(began, quiet=FRAME / 2, patience=0.5)
        rest = self.settle(began, patience=2 * FRAME)
        return Answer(first.size + rest.size, first.milliseconds)

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
    feel.starts.append(terminal.settle(terminal.began, quiet=0.5))
    feel.memory_mb.append(terminal.peak_memory())
    terminal.close()


def measure_table(feel: Feel, folder: str) -> None:
    """Start into a saved game, move the pointer, take turns."""
    command = [sys.executable, "-m", "regicide_tui", "--data-dir", folder, "resume"]
    terminal = Terminal(command)
    feel.starts.append(terminal.settle(terminal.began, quiet=0.5))
    feel.idle_bytes += terminal.settle(time.perf_counter(), patience=1.5).size
    for _ in range(2):
        terminal.press(RIGHT)
    feel.keys += [terminal.press(RIGHT) for _ in range(20)]
    for _ in range(4):
        feel.turns.append(terminal.take_turn(ENTER))
        terminal.press(b"u")
        terminal.press(RIGHT)
    feel.memory_mb.append(terminal.peak_memory())
    terminal.close()


def make_game(folder: str) -> None:
    """Deal a game and save it, with bytecode compiled as an installed package has it."""
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


def late(values: list[float]) -> float:
    """Return the 95th percentile, rounded."""
    return round(sorted(values)[min(len(values) - 1, round(0.95 * (len(values) - 1)))], 1)


def summary(empty: Feel, table: Feel) -> dict[str, object]:
    """Return the figures that docs/performance.md shows."""
    start_empty = middle([start.milliseconds for start in empty.starts])
    start_table = middle([start.milliseconds for start in table.starts])
    memory_empty, memory_table = middle(empty.memory_mb), middle(table.memory_mb)
    keys = [key.milliseconds for key in table.keys]
    turns = [turn.milliseconds for turn in table.turns]
    return {
        "empty app: start, ms": start_empty,
        "table: start, ms": start_table,
        "start ratio": round(start_table / start_empty, 2),
        "start ratio of the best": round(
            min(start.milliseconds for start in table.starts)
            / min(start.milliseconds for start in empty.starts),
            2,
        ),
        "key, ms, median": middle(keys),
        "key, ms, p95": late(keys),
        "key, bytes, median": middle([float(key.size) for key in table.keys]),
        "turn, ms, median": middle(turns),
        "turn, bytes, median": middle([float(turn.size) for turn in table.turns]),
        "idle, bytes": table.idle_bytes,
        "empty app: memory, MB": memory_empty,
        "table: memory, MB": memory_table,
        "memory ratio": round(memory_table / memory_empty, 2),
        "load of the machine": round(os.getloadavg()[0], 1),
    }


def main() -> None:
    """Measure, print, and write the results."""
    empty, table = Feel(), Feel()
    with tempfile.TemporaryDirectory() as folder:
        make_game(folder)
        for _ in range(RUNS):
            measure_empty(empty)
            measure_table(table, folder)
    results = summary(empty, table)
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    print(RESULTS.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
