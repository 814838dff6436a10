"""The fast path: functions of numbers and arrays, compiled where numba is installed.

There is one source. With numba (the extra `bots`) it becomes machine code, which is kept for the
next time; without it, Python runs the same lines, only slower. `NUMBA_DISABLE_JIT=1` does as if
numba were not there.
"""

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt

F = TypeVar("F", bound=Callable[..., object])

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]


def _compiler() -> Any:
    """Return numba, or None where it is not to be had.

    Machine code holds what it calls of other modules as well, but numba looks only at the file of
    the function itself. So what was compiled from other sources than these is kept elsewhere.
    """
    try:
        import numba
    except ImportError:
        return None
    config: Any = numba.config
    if config.DISABLE_JIT:
        return None
    here = Path(__file__).parent
    sources = sorted(here.rglob("*.py"))
    digest = sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:16]
    config.CACHE_DIR = config.CACHE_DIR or str(here / "__pycache__" / f"compiled-{digest}")
    return numba


_NUMBA = _compiler()
JIT = _NUMBA is not None
"""Whether the functions are compiled here."""


def compiled(function: F) -> F:
    """Compile a function of numbers and arrays if that can be done here.

    It runs without the interpreter's lock, so that no key press waits for it.
    """
    if _NUMBA is None:
        return function
    made = _NUMBA.njit(cache=True, nogil=True, error_model="numpy", fastmath=True)(function)
    return cast("F", made)
