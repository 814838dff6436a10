"""Functions on numbers and arrays, which numba has compiled or Python runs.

There is one source. If its machine code is ready, that is loaded. Otherwise Python runs the same
lines, only slower: compiling takes a minute, for which nobody is to wait.
`thinking/machine_code.py` compiles in a process of its own.
"""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt

from regicide_tui.bots.code_folder import COMPILES, find_code_folder, note_ready

F = TypeVar("F", bound=Callable[..., object])

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]
IntRows = npt.NDArray[np.int64]
Rows = npt.NDArray[np.float32]
"""Arrays of rows; those above have one dimension."""


def _compiler() -> Callable[..., object] | None:
    """Return the function that compiles a function, or None if Python is to run it."""
    folder = find_code_folder()
    if folder is None or not (folder.ready or os.environ.get(COMPILES)):
        return None
    try:
        numba: Any = import_module("numba")  # its types lack its settings and some options
    except ImportError:  # it is installed, and can't be loaded with this numpy
        return None
    if folder.ready:
        with suppress(OSError):
            note_ready(folder)
    numba.config.CACHE_DIR = str(folder.path)

    def compile_later(function: Callable[..., object]) -> object:
        # Without the interpreter's lock, no key press waits for it. No program in C calls it.
        made = numba.njit(
            cache=True,
            nogil=True,
            error_model="numpy",
            fastmath=True,
            no_cfunc_wrapper=True,
            no_cpython_wrapper=function.__name__.startswith("_"),
        )(function)
        _compile_once_for_all_numbers(made)
        return made

    return compile_later


_COMPILER = _compiler()
JIT = _COMPILER is not None
"""Whether functions are compiled."""
NOT_READY = "This needs machine code; make it by: python -m regicide_tui.thinking.machine_code"


def compiled(function: F) -> F:
    """Return a function of numbers and arrays as machine code if that is ready, else as it is.

    Only other compiled functions may call one whose name begins with an underscore. That saves a
    tenth of the time to compile. Python would crash.
    """
    return function if _COMPILER is None else cast("F", _COMPILER(function))


def _compile_once_for_all_numbers(made: Any) -> None:  # what numba made has no type
    """Let a call with a constant use the code for all numbers.

    Otherwise numba compiles a function again for each constant in a call, with all that it calls.
    """
    unliteral = import_module("numba.core.types").unliteral
    get_call_template = made.get_call_template

    def get(args: Sequence[object], kws: object) -> object:
        return get_call_template([unliteral(one) for one in args], kws)

    made.get_call_template = get
