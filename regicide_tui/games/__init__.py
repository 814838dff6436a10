"""The installed games, found by name; each is loaded when it is first needed.

The games of this package are known at once. The entry points of all other packages are read only
for a list of all games or an unknown name, because that would take too long at start.
"""

import copyreg
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, cast

from regicide_tui.games.base import AnyGame, Game
from regicide_tui.games.manifest import BUILT_IN, GROUP, FaultyGame, Manifest, load, read_entries

if TYPE_CHECKING:
    from regicide_tui.games.practice import Lesson, Puzzle

_BUILT_IN = {one.name: one for one in BUILT_IN}


def each() -> Iterator[Manifest]:
    """Yield every game in the order of offer; other packages are searched after our own games."""
    yield from BUILT_IN
    yield from _installed()[0]


def names() -> tuple[str, ...]:
    """Return the names of all games, in the order in which they are offered."""
    return tuple([one.name for one in each()])


def first() -> str:
    """Return the game that is offered first."""
    return BUILT_IN[0].name


def is_known(name: str) -> bool:
    """Return whether there is a game with this name."""
    return name in _BUILT_IN or any(one.name == name for one in each())


def manifest(name: str) -> Manifest:
    """Return the manifest of the game called `name`. Raises `KeyError` if there is none."""
    found = _BUILT_IN.get(name) or next((one for one in each() if one.name == name), None)
    if found is None:
        raise KeyError(name)
    return found


def find(name: str) -> AnyGame:
    """Return the game called `name`. Raises `KeyError` if there is none."""
    return cast("AnyGame", load(manifest(name).rules))


copyreg.pickle(Game, lambda game: (find, (game.name,)))
"""A copy of a game, also in another process, is the game with its name."""


def lessons(name: str) -> tuple["Lesson", ...]:
    """Return the lessons of the game called `name`, in the order to take them, if it has any."""
    dotted = manifest(name).lessons
    return cast("tuple[Lesson, ...]", load(dotted)) if dotted else ()


def puzzles(name: str) -> tuple["Puzzle", ...]:
    """Return the puzzles of the game called `name`, those with fewest stars first, if any."""
    dotted = manifest(name).puzzles
    found = cast("tuple[Puzzle, ...]", load(dotted)) if dotted else ()
    return tuple(sorted(found, key=lambda puzzle: (puzzle.stars, puzzle.number)))


def faults() -> tuple[FaultyGame, ...]:
    """Return why some installed games are left out."""
    return _installed()[1]


@cache
def _installed() -> tuple[tuple[Manifest, ...], tuple[FaultyGame, ...]]:
    """Return the games of other packages; these don't change while the program runs."""
    from importlib.metadata import entry_points

    return read_entries(entry_points(group=GROUP), _BUILT_IN)
