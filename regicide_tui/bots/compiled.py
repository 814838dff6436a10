"""Functions on numbers and arrays, compiled by numba where it is installed.

There is one source. With numba (the extra `bots`) it becomes machine code, which is cached if there
is a folder for it. Without numba, Python runs the same lines, only slower. `NUMBA_DISABLE_JIT=1`
has the same effect as a missing numba.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt
from platformdirs import user_cache_path

F = TypeVar("F", bound=Callable[..., object])

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]


def find_writable_folder(folders: Iterable[Path]) -> Path | None:
    """Return the first of these folders that exists or can be made, and can be written to.

    Return None if there is none.
    """
    for folder in folders:
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            if os.access(folder, os.W_OK):
                return folder
    return None


def _folders(given: str) -> Iterator[Path]:
    """Yield folders for machine code: as the environment says, beside the sources, the user's own.

    Machine code also contains the functions of other modules that it calls. numba checks only the
    file of the function itself. So the name of the folder contains a digest of all sources.
    """
    here = Path(__file__).parent
    sources = sorted(here.rglob("*.py"))
    digest = sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:16]
    if given:
        yield Path(given) / f"compiled-{digest}"
    yield here / "__pycache__" / f"compiled-{digest}"
    yield user_cache_path("regicide-tui", appauthor=False) / f"compiled-{digest}"


def _compiler() -> Callable[..., object] | None:
    """Return the function that compiles a function, or None without numba."""
    try:
        import numba
    except ImportError:
        return None
    config: Any = numba.config  # numba sets its options there once it is loaded
    if config.DISABLE_JIT:
        return None
    kept = find_writable_folder(_folders(config.CACHE_DIR))
    config.CACHE_DIR = str(kept or "")
    # Without the interpreter's lock, no key press waits for it.
    made: Callable[..., object] = numba.njit(
        cache=kept is not None, nogil=True, error_model="numpy", fastmath=True
    )
    return made


_COMPILER = _compiler()
JIT = _COMPILER is not None
"""Whether functions are compiled."""


def compiled(function: F) -> F:
    """Compile a function of numbers and arrays, if numba is there."""
    return function if _COMPILER is None else cast("F", _COMPILER(function))
