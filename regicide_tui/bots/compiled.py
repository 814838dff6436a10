"""Functions on numbers and arrays, which numba has compiled or Python runs.

There is one source. If its machine code is ready, that is loaded. Otherwise Python runs the same
lines, only slower: compiling takes a minute, for which nobody is to wait.
`thinking/machine_code.py` compiles in a process of its own.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt

from regicide_tui.bots.code_folder import COMPILES, find_code_folder, note_ready

F = TypeVar("F", bound=Callable[..., object])

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]


def _compiler() -> Callable[..., object] | None:
    """Return the function that compiles a function, or None if Python is to run it."""
    folder = find_code_folder()
    if folder is None or not (folder.ready or os.environ.get(COMPILES)):
        return None
    try:
        import numba
    except ImportError:  # it is installed, and can't be loaded with this numpy
        return None
    if folder.ready:
        with suppress(OSError):
            note_ready(folder)
    config: Any = numba.config  # numba sets its options there once it is loaded
    config.CACHE_DIR = str(folder.path)
    # Without the interpreter's lock, no key press waits for it.
    made: Callable[..., object] = numba.njit(
        cache=True, nogil=True, error_model="numpy", fastmath=True
    )
    return made


_COMPILER = _compiler()
JIT = _COMPILER is not None
"""Whether functions are compiled."""
NOT_READY = "This needs machine code; make it by: python -m regicide_tui.thinking.machine_code"


def compiled(function: F) -> F:
    """Return a function of numbers and arrays as machine code if that is ready, else as it is."""
    return function if _COMPILER is None else cast("F", _COMPILER(function))
