"""Compiles the bots in a process of its own; meanwhile Python thinks for them.

`python -m regicide_tui.thinking.machine_code` compiles them and ends: with 0 if their machine code
is ready or can't be made here, with 1 if that failed. With `--while-asked` it also ends when the
program ends that has started it.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread

from filelock import FileLock, Timeout

from regicide_tui import games
from regicide_tui.bots.code_folder import (
    COMPILES,
    CodeFolder,
    find_code_folder,
    last_use,
    make_code_folder,
    note_ready,
)
from regicide_tui.bots.roster import default_evaluations, list_levels
from regicide_tui.games.base import Seat
from regicide_tui.games.built_in import BUILT_IN
from regicide_tui.play.dealing import deal
from regicide_tui.play.history import Start
from regicide_tui.play.table import Table
from regicide_tui.thinking.child import start_module
from regicide_tui.thinking.questions import (
    Question,
    ReviewQuestion,
    answer,
    observe,
    question,
)

_MODULE = "regicide_tui.thinking.machine_code"
_WHILE_ASKED = "--while-asked"
ABANDONED = 3
"""The exit code of the process if the program has ended that has started it."""
_WAIT = "Compiling the bots for this machine, once: that takes about a minute."
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

    def begin(self) -> None:
        """Start to compile, unless all code is ready, that has begun, or it can't be done here."""
        folder = find_code_folder()
        if folder is not None and not folder.ready and self._process is None:
            with suppress(OSError):  # Python goes on thinking
                self._process = start_module(_MODULE, _WHILE_ASKED)

    def has_become_ready(self) -> bool:
        """Tell, once, that all code has become ready since `begin`."""
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


def make_ready() -> None:
    """Wait until the machine code is ready, if it can be made here.

    It must be called before `bots.compiled` is loaded, which looks for the code. The standard error
    says that it is made, and if that fails, why: then Python thinks. Compiling ends with this
    process.
    """
    folder = find_code_folder()
    if folder is None or folder.ready:
        return
    print(_WAIT, file=sys.stderr, flush=True)  # noqa: T201
    with suppress(OSError):
        process = start_module(_MODULE, _WHILE_ASKED, complains=True)
        try:
            process.wait()  # `communicate` would close the pipe, and so end it
        finally:
            process.kill()
            process.communicate()


def compile_bots(folder: CodeFolder) -> None:
    """Compile the bots into a folder, unless that is done.

    `COMPILES` must be in the environment. Of two processes that compile at once, one waits for the
    other. Raises `OSError`, and `ImportError` if numba can't be loaded.
    """
    make_code_folder(folder)
    with FileLock(lock_of(folder)):
        now = find_code_folder()
        if now is None or not now.ready:
            compile_functions()
            note_ready(folder)
            _delete_old(folder)


def is_being_compiled(folder: CodeFolder) -> bool:
    """Tell whether some process compiles the bots into a folder now.

    Of two that ask this at the same moment, one may take the other for a process that compiles.
    """
    try:
        if lock_of(folder).exists():
            with FileLock(lock_of(folder), timeout=0):
                pass
    except Timeout:
        return True
    except OSError:  # it may not be opened here
        return False
    return False


def lock_of(folder: CodeFolder) -> Path:
    """Return the file that a process locks while it compiles into a folder."""
    return folder.path / "lock"


def compile_functions() -> None:
    """Ask questions which together need every function. Raises `ImportError` without numba."""
    for asked in all_questions():
        answer(asked)
    from regicide_tui.bots.compiled import JIT

    if not JIT:
        import numba  # noqa: F401 # it says why it can't be loaded


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


def all_questions() -> Iterator[Question | ReviewQuestion]:
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
        for other in folder.path.parent.glob("compiled-" + 16 * "[0-9a-f]"):
            if other != folder.path and time.time() - last_use(other) > _OLD:
                shutil.rmtree(other, ignore_errors=True)


def _end_with_the_asker() -> None:
    """End this process once the program has ended that has started it, and so closed the pipe."""
    # `sys.stdin` would be locked while it waits, and Python aborts at its end if it is.
    while os.read(sys.stdin.fileno(), 1):
        pass
    os._exit(ABANDONED)


def main() -> None:
    """Compile the bots, if that can be done here."""
    if hasattr(os, "nice"):
        os.nice(_POLITE)
    if _WHILE_ASKED in sys.argv:
        Thread(target=_end_with_the_asker, daemon=True).start()
    folder = find_code_folder()
    if folder is None:
        print("There is no numba, or no folder for machine code: Python thinks.")  # noqa: T201
    else:
        os.environ[COMPILES] = "1"  # `bots.compiled` is not loaded yet
        compile_bots(folder)


if __name__ == "__main__":
    main()
