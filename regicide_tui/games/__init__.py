"""The games of the house, found by name and imported when first asked for."""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, cast

from regicide_tui.games.base import AnyGame

if TYPE_CHECKING:
    from regicide_tui.games.lesson import Lesson
    from regicide_tui.games.puzzle import Puzzle

NAMES: tuple[str, ...] = ("regicide", "duel", "king_of_the_dead")


def find(name: str) -> AnyGame:
    """Return the game called `name`. Raises `KeyError` if the house has no such game."""
    if name not in NAMES:
        raise KeyError(name)
    return cast("AnyGame", import_module(f"regicide_tui.games.{name}").GAME)


def lessons(name: str) -> tuple["Lesson", ...]:
    """Return the lessons of the game called `name`, in the order to take them, if it has any."""
    return cast("tuple[Lesson, ...]", _beside(name, "lessons"))


def puzzles(name: str) -> tuple["Puzzle", ...]:
    """Return the puzzles of the game called `name`, those with fewest stars first, if any."""
    found = cast("tuple[Puzzle, ...]", _beside(name, "puzzles"))
    return tuple(sorted(found, key=lambda puzzle: (puzzle.stars, puzzle.number)))


def _beside(name: str, kind: str) -> tuple[object, ...]:
    """Return what a game brings along beside its rules; nothing if it has no such module."""
    module = f"regicide_tui.games.{name}.{kind}"
    return getattr(import_module(module), kind.upper()) if find_spec(module) else ()
