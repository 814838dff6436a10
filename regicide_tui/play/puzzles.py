"""Puzzles as playable games, and the file of puzzles and lessons that were begun or done."""

import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Protocol

from regicide_tui import games
from regicide_tui.games.base import IllegalAction, Value
from regicide_tui.games.practice import Puzzle, PuzzleVerdict
from regicide_tui.play.history import Start, begin
from regicide_tui.play.mistakes import Mistake
from regicide_tui.play.saves.files import SaveError, describe_error, replace_file
from regicide_tui.play.session import LocalSession
from regicide_tui.play.table import Table

PLAYER_NAMES = ("Ada", "Bea", "Cy", "Dot")
SOLVED = "solved.txt"
_LIMIT = 65_536
"""The number of bytes that are read; a puzzle needs about twenty."""
_KEY = re.compile(r"[a-z]{1,20}-\d{1,4}")
_LESSON = re.compile(r"[a-z]+(lesson|begun)-\d+")


def set_up_puzzle(puzzle: Puzzle, asks: str = "") -> Table:
    """Return a puzzle as a game with a goal; `asks` is the goal in the words of the screen."""
    if isinstance(puzzle, Mistake):
        return puzzle.saved
    start = Start(puzzle.game, puzzle.players, "puzzle", {}, puzzle.position())
    history = begin(games.find(puzzle.game), start)
    return Table(history, PLAYER_NAMES[: puzzle.players], puzzle.name, goal=asks or puzzle.asks)


class PuzzleSession(LocalSession):
    """An attempt at a puzzle. It is not saved. The solver acts for all seats."""

    def __init__(self, puzzle: Puzzle, asks: str) -> None:
        super().__init__(set_up_puzzle(puzzle, asks))
        self.puzzle = puzzle

    @property
    def verdict(self) -> PuzzleVerdict | None:
        """Whether the goal is reached or missed; None while it is open."""
        return self.puzzle.verdict(self.table.history.standing)

    @property
    def ended(self) -> bool:
        """Whether the puzzle is decided: then it takes no more actions until one is undone."""
        return self.verdict is not None or super().ended

    @property
    def done(self) -> tuple[str, ...]:
        """The actions so far, in the notation of the solution."""
        return self.table.history.written

    @property
    def next_action(self) -> Value | None:
        """The next action of a solution; None if the actions so far don't begin one."""
        game = self.table.game
        following: Iterable[Value] = map(game.parse, self.puzzle.next_actions(self.done))
        return next(filter(self._is_legal, following), None)

    def _is_legal(self, action: Value) -> bool:
        try:
            self.table.history.take(action)
        except IllegalAction:
            return False
        return True

    def again(self) -> None:
        """Begin again."""
        self.table = self.table.at(0)


class Notes(Protocol):
    """Where the puzzles and lessons that are done are noted."""

    def read(self) -> frozenset[str]:
        """Return the keys of what is done."""
        ...

    def add(self, puzzle: Puzzle) -> None:
        """Note a solved puzzle. Raises `SaveError`."""
        ...


class VisitNotes:
    """The puzzles and lessons that are done during one visit of a server; they are not stored."""

    def __init__(self) -> None:
        self._done: frozenset[str] = frozenset()

    def read(self) -> frozenset[str]:
        """Return the keys of what is done."""
        return self._done

    def add(self, puzzle: Puzzle) -> None:
        """Note a solved puzzle."""
        self.note(puzzle.key)

    def note(self, key: str) -> None:
        """Note a puzzle or a lesson by its key."""
        self._done |= {key}


def lesson_key(game: str, number: int) -> str:
    """Return the key of the lesson at this place in the list, once it is done."""
    return f"{_done_kind(game)}{_noted_numbers(game)[number - 1]}"


def begun_key(game: str, number: int) -> str:
    """Return the key of the lesson at this place in the list, once it was begun."""
    return f"{_begun_kind(game)}{_noted_numbers(game)[number - 1]}"


def next_lesson(first: str, notes: Collection[str]) -> tuple[str, int] | None:
    """Return the game and the place of the lesson to go on with, from the noted keys.

    This is the last lesson begun or, if that one is done, the next one. The lessons of the game
    `first` come first. None means that no lesson was begun, or that none is left.
    """
    for game in sorted(_learned(notes), key=lambda name: name != first):
        places = range(1, len(games.lessons(game)) + 1)
        done = [place for place in places if lesson_key(game, place) in notes]
        begun = [place for place in places if begun_key(game, place) in notes]
        last = max([*begun, *done], default=0)
        following = last + (last in done)
        if last and following in places:
            return game, following
    return None


def _learned(notes: Collection[str]) -> Iterator[str]:
    """Yield the games with a lesson that was begun, in the order in which games are offered.

    Other packages are searched only if some notes are not from the games of this package.
    """
    left = {note.rpartition("-")[0] + "-" for note in notes if _LESSON.fullmatch(note)}
    known = games.each()
    while left:
        game = next(known, None)
        if game is None:
            return
        made = {_begun_kind(game.name), _done_kind(game.name)}
        if left & made:
            yield game.name
        left -= made


def _begun_kind(game: str) -> str:
    """Return the prefix of the keys of begun lessons."""
    return f"{game.replace('_', '')}begun-"


def _done_kind(game: str) -> str:
    """Return the prefix of the keys of finished lessons."""
    return f"{game.replace('_', '')}lesson-"


def _noted_numbers(game: str) -> list[int]:
    """Return the numbers under which the lessons of a game are noted, in the order of the list."""
    return [lesson.noted or place for place, lesson in enumerate(games.lessons(game), 1)]


class SolvedFile:
    """The file of puzzles and lessons that are done, one key on each line. It need not exist."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> frozenset[str]:
        """Return the keys in the file; none if it can't be read."""
        try:
            with self._path.open("rb") as file:
                lines = file.read(_LIMIT).decode("utf-8", "replace").splitlines()
        except (OSError, ValueError):
            return frozenset()
        return frozenset([line for line in lines if _KEY.fullmatch(line)])

    def add(self, puzzle: Puzzle) -> None:
        """Add the key of a solved puzzle. Raises `SaveError`."""
        self.note(puzzle.key)

    def note(self, key: str) -> None:
        """Add a key to the file. Raises `SaveError`."""
        known = self.read()  # read again: another window may have added a key
        if key in known:
            return
        try:
            replace_file(
                self._path, "".join([f"{one}\n" for one in sorted({*known, key})]).encode()
            )
        except (OSError, ValueError) as error:
            raise SaveError(
                f"That it is solved could not be noted: {describe_error(error)}"
            ) from error
