"""The screens of the app. Each module is imported when it is first named here (PEP 562)."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from regicide_tui.tui.screens import (
        ask,
        daily,
        help,  # noqa: A004
        lessons,
        menu,
        new_game,
        puzzles,
        replay,
        result,
        review,
        rules,
        saves,
        settings,
        statistics,
        texts,
    )

__all__ = [
    "ask",
    "daily",
    "help",
    "lessons",
    "menu",
    "new_game",
    "puzzles",
    "replay",
    "result",
    "review",
    "rules",
    "saves",
    "settings",
    "statistics",
    "texts",
]


def __getattr__(name: str) -> object:
    """Return a module of screens, or raise `AttributeError`."""
    if name not in __all__:
        raise AttributeError(name)
    return import_module(f"{__name__}.{name}")
