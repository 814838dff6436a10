"""Compiles the functions of the tables when they are first needed, and keeps their machine code.

They are not part of the machine code of the bots, so nobody waits for them who needs only bots.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

from filelock import FileLock

from regicide_tui.bots.code_folder import COMPILES, find_code_folder, make_code_folder

F = TypeVar("F", bound=Callable[..., object])

_PACKAGE = Path(__file__).parents[2]
_SOURCES = ("env", "games")
"""The packages whose figures the machine code has in it, beside those of the bots."""
_LOCK = "lock"
"""The lock in the folder of the bots' machine code: `thinking/machine_code.py` takes the same."""
_WAIT = "Compiling the tables for this machine, once: that takes about a minute."
_COUNTING = "_nrt"
"""The option of numba to count the references to arrays. Its manual does not list it."""
SLOW = (
    "Python plays the tables, slowly: numba is missing, or the bots were loaded before their"
    " machine code was ready. 'regicide-tui doctor' tells which of the two it is."
)


@contextmanager
def _bots_compile() -> Iterator[None]:
    """Let the encoded rules be compiled, too, if they are loaded now for the first time."""
    before = os.environ.get(COMPILES)
    folder = find_code_folder()
    if folder is not None:
        make_code_folder(folder)  # numba would let others write to it
        os.environ[COMPILES] = "1"
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(COMPILES, None)


with _bots_compile():
    from regicide_tui.bots import compiled as bots_compiled

JIT = bots_compiled.JIT
"""Whether the functions of the tables are compiled."""


def _digest() -> str:
    """Return a digest of the sources: numba compares only the one that a function stands in."""
    paths = sorted(path for one in _SOURCES for path in (_PACKAGE / one).rglob("*.py"))
    facts = [(path.relative_to(_PACKAGE), path.stat()) for path in paths]
    named = [f"{name} {fact.st_mtime_ns} {fact.st_size}" for name, fact in facts]
    return sha256("\n".join(named).encode()).hexdigest()[:16]


FOLDER = f"tables-{_digest()}"
_READY = "ready"
"""The file in the folder of the tables that says that all code is there."""


def numba_config() -> Any:
    """Return the options of numba, which it sets once it is loaded."""
    import numba

    return numba.config


def compiled(function: F) -> F:
    """Return a function of numbers and arrays as machine code, or as it is without numba.

    It must not return an array: it does not count who refers to one. To count that for each row of
    each table would take a third of the time of a step. Who calls it holds the memory anyway.
    """
    if not JIT:
        return function
    config = numba_config()
    folder = config.CACHE_DIR
    config.CACHE_DIR = str(Path(folder) / FOLDER)
    try:
        made: Any = bots_compiled.compiled(function)  # what numba made has no type
        if hasattr(made.targetdescr.options, _COUNTING):
            made.targetoptions[_COUNTING] = False
        return cast("F", made)
    finally:
        config.CACHE_DIR = folder


def inlined(function: F) -> F:
    """Return a function that becomes a part of each compiled one that calls it.

    Calls at every step would cost as much as the step itself, because of the arrays that they pass.
    """
    if not JIT:
        return function
    import numba

    return cast("F", numba.njit(inline="always")(function))


def make_ready(use_all: Callable[[], None]) -> None:
    """Compile all functions of the tables, by using them, unless that is done or can't be done.

    Of several processes, also of one that compiles the bots, one compiles and the others wait:
    numba fails if two compile the same functions and read what the other one has written so far.
    """
    if not JIT:
        return
    folder = Path(numba_config().CACHE_DIR)
    ready = folder / FOLDER / _READY
    if ready.is_file():
        return
    print(_WAIT, file=sys.stderr, flush=True)  # noqa: T201
    with FileLock(folder / _LOCK):
        if not ready.is_file():
            use_all()
            with suppress(OSError):
                ready.touch()
