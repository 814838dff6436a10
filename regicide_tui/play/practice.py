"""Lessons and puzzles in play, and the mistakes of a review as puzzles."""

import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Protocol

from regicide_tui import games
from regicide_tui.games.base import IllegalAction, Json, Move, Seat, Value
from regicide_tui.games.practice import Lesson, LessonStep, Puzzle, PuzzleVerdict
from regicide_tui.play.history import History, Start, begin
from regicide_tui.play.saves.files import SaveError, describe_error, replace_file
from regicide_tui.play.session import LocalSession
from regicide_tui.play.table import Table

NAMES = ("Ada", "Bea", "Cy", "Dot")
SEED = "lesson"


def set_up_lesson(lesson: Lesson, goal: str) -> Table:
    """Return a lesson as a game; `goal` is the title that the table shows."""
    start = Start(lesson.game, lesson.players, SEED, {}, dict(lesson.position))
    history = begin(games.find(lesson.game), start)
    return Table(history, NAMES[: lesson.players], goal=goal)


class LessonSession(LocalSession):
    """A lesson: a game and its steps. The learner acts for all seats, and nothing is saved.

    `starts` has, for each step begun so far, the number of moves when it began.
    """

    def __init__(self, lesson: Lesson, goal: str) -> None:
        super().__init__(set_up_lesson(lesson, goal))
        self.lesson = lesson
        self.starts: tuple[int, ...] = (0,)

    @property
    def number(self) -> int:
        """The number of the step, from 1."""
        return len(self.starts)

    @property
    def step(self) -> LessonStep:
        """The current step."""
        return self.lesson.steps[len(self.starts) - 1]

    @property
    def last(self) -> bool:
        """Whether this is the last step."""
        return len(self.starts) == len(self.lesson.steps)

    @property
    def reading(self) -> bool:
        """Whether the step is done by reading it."""
        return self.step.done is None

    @property
    def must_take_back(self) -> bool:
        """Whether the learner must undo actions that the step does not ask for."""
        history = self.table.history
        return history.cursor != self.starts[-1] and (history.over or not self.step.free)

    @property
    def ended(self) -> bool:
        """Whether the learner can't act now, but must read on or undo an action."""
        return self.reading or self.must_take_back

    @property
    def coach_text(self) -> str:
        """The coach's current text."""
        history = self.table.history
        if not self.must_take_back:
            return self.step.text_at(history.state)
        end = self.lesson.why_over(history.standing[-1]) if history.over else ""
        return f"{end} {self.step.otherwise}".strip()

    @property
    def can_go_back(self) -> bool:
        """Whether there is an action or a step to go back to."""
        return self._before is not None

    @property
    def _before(self) -> tuple[tuple[int, ...], int] | None:
        """The starts one action or step back, and the number of moves; None at first.

        Actions that the step does not ask for are undone first, then earlier steps. In a step
        without given actions, a lost game goes back to the beginning of the step: it may have been
        lost long before its last action.
        """
        history, start = self.table.history, self.starts[-1]
        if self.step.free and history.over:
            return self.starts, start
        if history.cursor > start:
            return self.starts, history.cursor - 1
        return (self.starts[:-1], self.starts[-2]) if len(self.starts) > 1 else None

    def read_on(self) -> None:
        """Go on to the next step."""
        self.starts = (*self.starts, self.table.moves)

    def again(self) -> None:
        """Start the lesson again."""
        self.starts = (0,)
        self.table = self.table.at(0)

    def _take(self, seat: Seat | None, action: Value) -> None:
        """Take an action; go to the next step if this one asks for it. Raises `IllegalAction`."""
        super()._take(seat, action)
        done = self.step.done
        if done is not None and done(self.table.history.standing[-1]):
            self.read_on()

    async def undo(self) -> None:
        """Undo the last action, or go back a step."""
        if (before := self._before) is not None:
            self.starts, moves = before
            self.table = self.table.at(moves)

    async def redo(self) -> None:
        """Do nothing: a lesson has no redo."""


_GOAL = "Do better than in the game"


class Mistake(Puzzle):
    """The position before a mistake. The goal is one of the actions that are as good as the best.

    `good` are these actions in notation, the best first. A solution is not recorded.
    """

    kept = False

    saved: Table
    good: tuple[str, ...]

    @property
    def game(self) -> str:  # type: ignore[override]
        """The game that was reviewed."""
        return self.saved.history.game.name

    @property
    def name(self) -> str:
        """The goal, because a mistake has no number in a list."""
        return self.asks

    @property
    def size(self) -> str:
        """The size: one action."""
        return "one action"

    def position(self) -> dict[str, Json]:
        """Return the whole position."""
        history = self.saved.history
        return history.game.position(history.first)

    def verdict(self, moves: Iterable[Move]) -> PuzzleVerdict | None:
        """Return the verdict on the first action: it must be one of the good ones."""
        first = next(iter(moves), None)
        if first is None:
            return None
        game = games.find(self.game)
        history = self.saved.history
        seat = game.to_act(history.first)
        view = game.view(history.first, seat)
        best = game.say(view, game.parse(self.good[0]), self.saved.seats)
        done = game.format(first.action)
        if done == self.good[0]:
            return PuzzleVerdict(True, "That is what the bot would do.")
        if done in self.good:
            return PuzzleVerdict(True, f"That is as good as any action here. The bot would {best}.")
        return PuzzleVerdict(False, f"It would be better to {best}.")


def as_puzzle(saved: Table, number: int, done: str, good: tuple[str, ...]) -> Mistake:
    """Return a mistake as a puzzle: action `done` (in words) after `number` actions of a game."""
    history = saved.history
    fresh = History(history.game, history.start, history.forget_undone().at(number).state)
    asks = f"Improve on this: {done}"
    return Mistake(number + 1, asks, Table(fresh, saved.seats, goal=_GOAL), good, line=good[:1])


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
    return Table(history, NAMES[: puzzle.players], puzzle.name, goal=asks or puzzle.asks)


class PuzzleSession(LocalSession):
    """An attempt at a puzzle. It is not saved. The solver acts for all seats."""

    def __init__(self, puzzle: Puzzle, asks: str) -> None:
        super().__init__(set_up_puzzle(puzzle, asks))
        self.puzzle = puzzle

    @property
    def verdict(self) -> PuzzleVerdict | None:
        """The verdict: reached or missed; None while undecided."""
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
        following = map(game.parse, self.puzzle.next_actions(self.done))
        return next(filter(self._is_legal, following), None)

    def _is_legal(self, action: Value) -> bool:
        try:
            self.table.history.take(action)
        except IllegalAction:
            return False
        return True

    def again(self) -> None:
        """Start again."""
        self.table = self.table.at(0)


class Notes(Protocol):
    """A list of the puzzles and lessons that are done."""

    def read(self) -> frozenset[str]:
        """Return the keys of what is done."""
        ...

    def note(self, key: str) -> None:
        """Note a puzzle or a lesson by its key. Raises `SaveError`."""
        ...

    def add(self, puzzle: Puzzle) -> None:
        """Note a solved puzzle. Raises `SaveError`."""
        self.note(puzzle.key)


class VisitNotes(Notes):
    """The puzzles and lessons done during one visit to a server; they are not stored."""

    def __init__(self) -> None:
        self._done: frozenset[str] = frozenset()

    def read(self) -> frozenset[str]:
        """Return the keys of what is done."""
        return self._done

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
    """Return the game and the place of the lesson to resume, from the noted keys.

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


class SolvedFile(Notes):
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
                f"The solution could not be recorded: {describe_error(error)}"
            ) from error
