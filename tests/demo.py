"""The README's animation, recorded in the real app: `make demo`.

A script types the keys of a game with a fixed seed in a terminal. The script also sets the time of
each screen, however long the app took, so the animation only changes when the app does.
"""

import json
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

from tests.terminal.terminal import PROGRAM, Terminal

PICTURE = Path(__file__).parents[1] / "docs" / "pictures" / "demo.gif"
SIZE = (80, 24)
_FONT = "DejaVu Sans Mono"
_WHOLE = 0.4
"""Seconds without a byte after which a screen is complete, even if it is laid out in steps."""
LIMIT = 500_000
"""The maximum size of the file in bytes, since it is loaded with the README."""

SEED = "K22"
STEPS: tuple[tuple[float, tuple[str, ...], str], ...] = (
    (1.4, (), "Settings"),
    (0.8, ("n",), "NEW GAME"),
    (0.8, ("down", "down", *SEED), SEED),
    (1.2, ("enter",), "turn 1"),
    (0.6, ("7",), "16 damage"),
    (1.2, ("1",), "18 damage"),
    (1.0, ("enter",), "PAY 10"),
    (0.6, ("6",), "2 short"),
    (0.8, ("2",), "exactly enough"),
    (0.6, ("enter",), "turn 2"),
    (1.0, ("2",), "the Jack falls"),
    (1.0, ("enter",), "turn 3"),
    (1.8, ("h",), "any win"),
    (0.8, ("enter",), "PAY 1 "),
    (0.6, ("2",), "5♥ = 5"),
    (0.6, ("enter",), "turn 4"),
    (0.6, ("1",), "2 damage"),
    (0.6, ("enter",), "PAY 1 "),
    (0.6, ("1",), "7♣ = 7"),
    (1.4, ("enter",), "EXACT"),
    (2.0, ("enter",), "turn 6"),
)
"""How many seconds each screen is shown, the keys that lead to it, and what must be on it."""


def record(folder: Path) -> Iterator[str]:
    """Play the game; yield the app's output for each screen."""
    (folder / "settings.toml").write_text('theme = "dark"\n', encoding="utf-8")
    read = 0
    with Terminal((*PROGRAM, "--no-motion"), folder, SIZE) as terminal:
        for _, keys, words in STEPS:
            for key in keys:
                terminal.aims(key) if key == "enter" else terminal.changes(key)
            terminal.shows(words)
            terminal.settles(_WHOLE)
            yield terminal.raw[read:].decode()
            read = len(terminal.raw)


def draw(screens: Iterator[str], cast: Path) -> None:
    """Write the screens with their times, and draw them as an animation. This needs agg."""
    starts = accumulate([seconds for seconds, _, _ in STEPS], initial=0.0)
    header = {"version": 2, "width": SIZE[0], "height": SIZE[1]}
    lines = [json.dumps([start, "o", text]) for start, text in zip(starts, screens, strict=False)]
    cast.write_text("\n".join([json.dumps(header), *lines]), encoding="utf-8")
    agg = Path(sysconfig.get_path("scripts"), "agg")
    options = ["--font-family", _FONT, "--last-frame-duration", str(STEPS[-1][0])]
    subprocess.run([agg, *options, str(cast), str(PICTURE)], check=True)


def main() -> int:
    """Draw the animation; return 1 if the file is too large, else 0."""
    with tempfile.TemporaryDirectory() as folder:
        draw(record(Path(folder)), Path(folder, "demo.cast"))
    size, seconds = PICTURE.stat().st_size, sum(seconds for seconds, _, _ in STEPS)
    print(f"{PICTURE}: {seconds:.0f} s, {size} bytes (limit: {LIMIT})")
    return int(size > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
