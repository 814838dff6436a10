"""The fast path: functions of numbers and arrays, compiled where numba is installed.

There is one source. With numba (the extra `bots`) it becomes machine code, which is kept for the
next time where it can be; without it, Python runs the same lines, only slower.
`NUMBA_DISABLE_JIT=1` does as if numba were not there.
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


def first_writable(folders: Iterable[Path]) -> Path | None:
    """Make the first of these folders that can be made and written to; None if none can."""
    for folder in folders:
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            if os.access(folder, os.W_OK):
                return folder
    return None


def _folders(given: str) -> Iterator[Path]:
    """Name folders for machine code: what the environment says, beside the sources, the user's own.

    Machine code holds what it calls of other modules as well, but numba looks only at the file of
    the function itself. So what was compiled from other sources than these is kept elsewhere.
    """
    here = Path(__file__).parent
    sources = sorted(here.rglob("*.py"))
    digest = sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:16]
    if given:
        yield Path(given) / f"compiled-{digest}"
    yield here / "__pycache__" / f"compiled-{digest}"
    yield user_cache_path("regicide-tui", appauthor=False) / f"compiled-{digest}"


def _compiler() -> Callable[..., object] | None:
    """Return what compiles a function, or None where there is no numba."""
    try:
        import numba
    except ImportError:
        return None
    config: Any = numba.config  # numba sets its options there once it is loaded
    if config.DISABLE_JIT:
        return None
    kept = first_writable(_folders(config.CACHE_DIR))
    config.CACHE_DIR = str(kept or "")
    # It runs without the interpreter's lock, so that no key press waits for it.
    made: Callable[..., object] = numba.njit(
        cache=kept is not None, nogil=True, error_model="numpy", fastmath=True
    )
    return made


_COMPILER = _compiler()
JIT = _COMPILER is not None
"""Whether the functions are compiled here."""


def compiled(function: F) -> F:
    """Compile a function of numbers and arrays if that can be done here."""
    return function if _COMPILER is None else cast("F", _COMPILER(function))
