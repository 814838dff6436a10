"""How far a learner is in a lesson: which step, what the coach says, and what taking back means.

A `LessonProgress` is an immutable value beside the history of the lesson's game. A `LessonSession`
holds the game and the newest of these values.
"""

from msgspec.structs import replace

from regicide_tui import games
from regicide_tui.games.base import Seat, Value
from regicide_tui.games.lesson import Lesson, LessonStep
from regicide_tui.play.history import History, Start, begin
from regicide_tui.play.session import LocalSession
from regicide_tui.play.table import Table

NAMES = ("Ada", "Bea", "Cy", "Dot")
SEED = "lesson"


class CoachText(Value):
    """What the coach says, and whether the learner must take back what was played."""

    text: str
    must_take_back: bool = False


class LessonProgress(Value):
    """The steps begun so far: for each, the number of moves that stood when it began."""

    lesson: Lesson
    starts: tuple[int, ...] = (0,)

    @property
    def number(self) -> int:
        """The number of the step, from 1."""
        return len(self.starts)

    @property
    def step(self) -> LessonStep:
        """The step that is to be done."""
        return self.lesson.steps[len(self.starts) - 1]

    @property
    def last(self) -> bool:
        """Whether nothing comes after this step."""
        return len(self.starts) == len(self.lesson.steps)

    @property
    def reading(self) -> bool:
        """Whether the step is done by reading it."""
        return self.step.done is None

    def on(self, history: History) -> "LessonProgress":
        """Go on to the next step."""
        return replace(self, starts=(*self.starts, history.cursor))

    def after(self, history: History) -> "LessonProgress":
        """Go on if the last move does what the step asks for."""
        step, moves = self.step, history.standing
        if step.done is None or len(moves) <= self.starts[-1] or not step.done(moves[-1]):
            return self
        return self.on(history)

    def back(self, history: History) -> tuple["LessonProgress", int] | None:
        """Return the progress one action or step back, and its number of moves; None at first.

        Actions that the step does not ask for are taken back first, then the steps before. In a
        step without given actions, a lost game is taken back to the beginning of the step: it may
        have been lost long before its last action.
        """
        if self.step.free and history.over:
            return self, self.starts[-1]
        if history.cursor > self.starts[-1]:
            return self, history.cursor - 1
        if len(self.starts) == 1:
            return None
        before = replace(self, starts=self.starts[:-1])
        return before, before.starts[-1]

    def must_take_back(self, history: History) -> bool:
        """Tell whether the learner must take back actions that the step does not ask for."""
        if history.cursor == self.starts[-1]:
            return False
        return history.over or not self.step.free

    def coach_text(self, history: History) -> CoachText:
        """Return what the coach says now."""
        if not self.must_take_back(history):
            return CoachText(self.step.text_at(history.state))
        end = self.lesson.why_over(history.standing[-1]) if history.over else ""
        return CoachText(f"{end} {self.step.otherwise}".strip(), must_take_back=True)


def set_up_lesson(lesson: Lesson, goal: str) -> Table:
    """Return a lesson as a game; `goal` is the title that the table shows."""
    start = Start(lesson.game, lesson.players, SEED, {}, dict(lesson.position))
    history = begin(games.find(lesson.game), start)
    return Table(history, NAMES[: lesson.players], goal=goal)


class LessonSession(LocalSession):
    """A lesson: its steps beside a game. The learner acts for all seats, and nothing is saved."""

    def __init__(self, lesson: Lesson, goal: str) -> None:
        super().__init__(set_up_lesson(lesson, goal))
        self.lesson = lesson
        self.progress = LessonProgress(lesson)

    @property
    def _history(self) -> History:
        return self.table.history

    @property
    def must_take_back(self) -> bool:
        """Whether the learner must take back what was played."""
        return self.progress.must_take_back(self._history)

    @property
    def ended(self) -> bool:
        """Whether nothing can be played now: there is something to read or to take back."""
        return self.progress.reading or self.must_take_back

    @property
    def coach_text(self) -> CoachText:
        """What the coach says now."""
        return self.progress.coach_text(self._history)

    @property
    def can_go_back(self) -> bool:
        """Whether there is an action or a step to go back to."""
        return self.progress.back(self._history) is not None

    def follow(self) -> None:
        """Go on to the next step if the last action does what this one asks for."""
        self.progress = self.progress.after(self._history)

    def read_on(self) -> None:
        """Go on from a step that is done by reading it."""
        self.progress = self.progress.on(self._history)

    def again(self) -> None:
        """Begin the lesson again."""
        self.progress = LessonProgress(self.lesson)
        self.table = self.table.at(0)

    def _take(self, seat: Seat | None, action: Value) -> None:
        """Take an action, and go on if the step asks for it. Raises `IllegalAction`."""
        super()._take(seat, action)
        self.follow()

    async def undo(self) -> None:
        """Take back the last action, or go back a step."""
        back = self.progress.back(self._history)
        if back is not None:
            self.progress, moves = back
            self.table = self.table.at(moves)

    async def redo(self) -> None:
        """Do nothing: a lesson goes on by playing."""
