"""Imports that leave out modules that nothing here needs, for a fast start and less memory."""

import sys
from importlib import import_module


def import_msgspec() -> None:
    """Import msgspec without `typing_extensions`: it then uses `typing` instead.

    The imports of `typing_extensions` take a tenth of the time until the first frame.
    """
    _import("msgspec", without="typing_extensions")


def import_asyncio() -> None:
    """Import asyncio without `ssl`, which takes 4 MB: the app opens no connection."""
    _import("asyncio", without="ssl")


def _import(module: str, *, without: str) -> None:
    """Import a module as if another were not installed; do nothing if that one is imported."""
    if without in sys.modules:
        return
    sys.modules[without] = None  # type: ignore[assignment]
    try:
        import_module(module)
    finally:
        del sys.modules[without]
