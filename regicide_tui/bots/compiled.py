"""Functions on numbers and arrays, which are translated to C when the app is built.

There is one source: `translator` writes the C, which `library` loads. Where there is no library,
nothing calls these functions, because the bots that search are not there (`roster.py`).
"""

import os
from collections.abc import Callable
from functools import update_wrapper
from typing import TypeVar, cast

from regicide_tui.bots.library import Library, hold_array
from regicide_tui.bots.nets import library_file

F = TypeVar("F", bound=Callable[..., object])
T = TypeVar("T")

PYTHON = "REGICIDE_TUI_PYTHON_RUNS_SEARCHES"
"""The environment variable with which Python runs the functions: to build the library, and for
tests, since that is slow."""


def _load() -> Library | None:
    """Return the library, or None without one. Raises `OSError`, `BadLibrary` if it is not ours."""
    if os.environ.get(PYTHON) or not library_file().is_file():
        return None
    return Library(library_file())


_LIBRARY = _load()
LOADED = _LIBRARY is not None
"""Whether there is a library, and so bots that search."""


def compiled(function: F) -> F:
    """Return the function of the library, or else the one of Python.

    The library is for the arrays of Python and of numpy. Only other compiled functions may call one
    whose name begins with an underscore. Raises `BadLibrary` if the library is an old one.
    """
    if _LIBRARY is None or function.__name__.startswith("_"):
        return function
    return cast("F", update_wrapper(_LIBRARY.function(_whole_name(function)), function))


def hold(given: T) -> T:
    """Return an array, or a named tuple of arrays, as C takes it: for many calls.

    Nothing but a compiled function can read the result.
    """
    if _LIBRARY is None:
        return given
    if isinstance(given, tuple):
        return cast("T", _LIBRARY.hold(given, f"{{{_whole_name(type(given))}"))
    return cast("T", hold_array(given))


def _whole_name(of: Callable[..., object]) -> str:
    return f"{of.__module__}.{of.__name__}"
