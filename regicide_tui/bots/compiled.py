"""The fast path: functions of numbers and arrays, compiled where numba is installed.

There is one source. With numba (the extra `bots`) it becomes machine code, kept beside the
modules or in the user's cache; without it, Python runs the same lines, only slower.
"""

from collections.abc import Callable
from typing import TypeVar

import numpy as np
import numpy.typing as npt

try:
    import numba
except ImportError:
    numba = None

F = TypeVar("F", bound=Callable[..., object])

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]

JIT: bool = numba is not None and not numba.config.DISABLE_JIT
"""Whether the functions are compiled here."""


def compiled(function: F) -> F:
    """Compile a function of numbers and arrays if that can be done here.

    It runs without the interpreter's lock, so that no key press waits for it.
    """
    if numba is None:
        return function
    made: F = numba.njit(cache=True, nogil=True, error_model="numpy", fastmath=True)(function)
    return made
