"""Modules of functions that a test writes."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import invalidate_caches
from itertools import count
from pathlib import Path

_HEAD = """\
from math import sqrt
from regicide_tui.bots.library import Doubles, Floats, Ints, doubles, floats, ints, part, single
from tests.bots.translator.constructs import TABLE, Board, compiled
"""
LINES_ABOVE = _HEAD.count("\n")
_NUMBERS = count()


@contextmanager
def module_of(text: str, folder: Path) -> Iterator[str]:
    """Write a module of functions, and yield its name."""
    name = f"written_{next(_NUMBERS)}"
    (folder / f"{name}.py").write_text(_HEAD + text, encoding="utf-8")
    sys.path.insert(0, str(folder))
    invalidate_caches()
    try:
        yield name
    finally:
        sys.path.remove(str(folder))
        sys.modules.pop(name, None)
