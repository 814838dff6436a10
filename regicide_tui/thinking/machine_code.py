"""Compiles the bots in a process of its own; meanwhile Python thinks for them.

`python -m regicide_tui.thinking.machine_code` compiles them and ends. With `--while-asked` it also
ends when the program ends that has started it.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from threading import Thread

from filelock import FileLock

from regicide_tui import games
from regicide_tui.bots.code_folder import COMPILES, CodeFolder, find_code_folder, note_ready
from regicide_tui.bots.roster import default_evaluations, list_levels
from regicide_tui.games.base import Seat
from regicide_tui.games.built_in import BUILT_IN
from regicide_tui.play.dealing import deal
from regicide_tui.play.history import Start
from regicide_tui.play.table import Table
from regicide_tui.terminal import wait_for_hang_up
from regicide_tui.thinking.questions import (
    Question,
    ReviewQuestion,
    answer,
    observe,
    question,
)

_MODULE = "regicide_tui.thinking.machine_code"
_WHILE_ASKED = "--while-asked"
_POLITE = 10
"""How much the process lowers its priority: bots that think in Python and the screen come first."""
_MEASURED = 0.2
"""The least seconds for which the speed is measured."""
_LITTLE = 0.001
"""The effort of the questions that make numba compile: every function is needed once."""
_OLD = 7 * 24 * 60 * 60.0
"""Seconds after which the machine code of other versions is deleted."""


class MachineCode:
    """The machine code of the bots as a program sees it that asks them."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def begin(self) -> bool:
        """Start to compile, unless all code is ready or that has begun; tell whether it is ready.

        What can't be compiled is never ready.
        """
        folder = find_code_folder()
        if folder is None or folder.ready:
            return folder is not None
        if self._process is None:
            with suppress(OSError):  # Python goes on thinking
                self._process = start(_WHILE_ASKED)
        return False

    def has_become_ready(self) -> bool:
        """Tell once that all code has become ready since `begin`."""
        if self._process is None or self._process.poll() != 0:
            return False
        self.close()
        return True

    def close(self) -> None:
        """Stop compiling. What was compiled so far is kept."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()


def start(*arguments: str) -> "subprocess.Popen[bytes]":
    """Start a process that compiles the bots. Raises `OSError`."""
    paths = os.pathsep.join([path for path in sys.path if path])
    return subprocess.Popen(  # noqa: S603
        [sys.executable, "-P", "-m", _MODULE, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": paths},
    )


def make_ready() -> bool:
    """Wait until the machine code is ready, and tell whether there is any.

    It must be called before anything loads `bots.compiled`.
    """
    folder = find_code_folder()
    if folder is None or folder.ready:
        return folder is not None
    with suppress(OSError):
        start().communicate()
    folder = find_code_folder()
    return folder is not None and folder.ready


def compile_bots() -> bool:
    """Compile the bots in this process, unless that is done; tell whether their code is ready.

    Of two processes that compile at once, one waits for the other.
    """
    folder = find_code_folder()
    if folder is None:
        return False
    with FileLock(folder.path / "lock"):
        folder = find_code_folder()
        if folder is not None and not folder.ready:
            os.environ[COMPILES] = "1"  # `bots.compiled` is not loaded yet
            for asked in _questions():
                answer(asked)
            note_ready(folder)
            _delete_old(folder)
    return folder is not None


def measure_speed() -> int:
    """Return how many evaluations of Regicide a bot makes in a second here and now, rounded."""
    game, players, level = "regicide", 2, "knight"
    asked = question(*_at_the_deal(game, players), level, 1)
    answer(asked)  # what is loaded once doesn't count
    evaluations, began = 0, time.perf_counter()
    while (seconds := time.perf_counter() - began) < _MEASURED:
        answer(asked)
        evaluations += default_evaluations(game, level)
    return round(evaluations / seconds / 100) * 100


def _questions() -> Iterator[Question | ReviewQuestion]:
    """Yield questions which together need every function of every game."""
    for game in [one.name for one in BUILT_IN]:
        for players in games.find(game).player_counts:
            table, seat = _at_the_deal(game, players)
            seen = observe(table, seat)
            for level in [one.name for one in list_levels(game, players) if one.has_net][:2]:
                yield question(table, seat, level, 1, effort=_LITTLE)
                yield question(table, seat, level, 1, seconds=1.0, effort=_LITTLE)
                yield question(table, seat, level, 1, quick=True)
                yield ReviewQuestion(game, players, level, seen, 1, None)


def _at_the_deal(game: str, players: int) -> tuple[Table, Seat]:
    """Return a game that begins, and the seat to act."""
    nobody = ("",) * players
    table = Table(deal(Start(game, players, "1", {}), nobody, nobody))
    assert table.to_act is not None
    return table, table.to_act


def _delete_old(folder: CodeFolder) -> None:
    """Delete machine code of other versions that was not used for long."""
    with suppress(OSError):
        for other in folder.path.parent.glob("compiled-*"):
            if other != folder.path and time.time() - other.stat().st_mtime > _OLD:
                shutil.rmtree(other, ignore_errors=True)


def _end_with_the_asker() -> None:
    """End this process once the program has ended that has started it."""
    if wait_for_hang_up(sys.stdin.fileno()):
        os._exit(1)


def main() -> None:
    """Compile the bots, and end with 0 if their machine code is ready."""
    if hasattr(os, "nice"):
        os.nice(_POLITE)
    if _WHILE_ASKED in sys.argv:
        Thread(target=_end_with_the_asker, daemon=True).start()
    sys.exit(0 if compile_bots() else 1)


if __name__ == "__main__":
    main()
