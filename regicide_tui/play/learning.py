"""Where a learner stands in a lesson: which step, what the coach says, and what taking back means.

Pure: a walk is a value beside the history of the lesson's game.
"""

from msgspec.structs import replace

from regicide_tui import games
from regicide_tui.games.base import Seat, Value
from regicide_tui.games.lesson import Lesson, LessonStep
from regicide_tui.play.history import History, Start, begin
from regicide_tui.play.saves.codec import Saved
from regicide_tui.play.session import LocalSession
from regicide_tui.play.table import Table

NAMES = ("Ada", "Bea", "Cy", "Dot")
SEED = "lesson"


class Advice(Value, frozen=True):
    """What the coach says; `astray` when what was played is to be taken back."""

    text: str
    astray: bool = False


class Walk(Value, frozen=True):
    """The steps taken so far: for each, how many moves stood when it began."""

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

    def on(self, history: History) -> "Walk":
        """Go on to the next step."""
        return replace(self, starts=(*self.starts, history.cursor))

    def after(self, history: History) -> "Walk":
        """Go on if the last move does what the step asks for."""
        step, moves = self.step, history.standing
        if step.done is None or len(moves) <= self.starts[-1] or not step.done(moves[-1]):
            return self
        return self.on(history)

    def back(self, history: History) -> tuple["Walk", int] | None:
        """Return the walk one action or step back, and how many moves stand there; None at first.

        What went astray is taken back first, then the steps before. A game lost on one's own way is
        taken back to where that way began: it may have been lost long before its last action.
        """
        if self.step.free and history.over:
            return self, self.starts[-1]
        if history.cursor > self.starts[-1]:
            return self, history.cursor - 1
        if len(self.starts) == 1:
            return None
        before = replace(self, starts=self.starts[:-1])
        return before, before.starts[-1]

    def astray(self, history: History) -> bool:
        """Tell whether what was played leads away from what the step asks for."""
        if history.cursor == self.starts[-1]:
            return False
        return history.over or not self.step.free

    def advice(self, history: History) -> Advice:
        """Return what the coach says now."""
        if not self.astray(history):
            return Advice(self.step.text_at(history.state))
        end = self.lesson.why_over(history.standing[-1]) if history.over else ""
        return Advice(f"{end} {self.step.otherwise}".strip(), astray=True)


def set_up_lesson(lesson: Lesson, goal: str) -> Saved:
    """Return a lesson as a game; `goal` is the title that the table shows."""
    start = Start(lesson.game, lesson.players, SEED, {}, dict(lesson.position))
    history = begin(games.find(lesson.game), start)
    return Saved(history, NAMES[: lesson.players], goal=goal)


class LessonSession(LocalSession):
    """A lesson: a course beside a game. The learner acts for all seats, and nothing is kept."""

    def __init__(self, lesson: Lesson, goal: str) -> None:
        super().__init__(Table(set_up_lesson(lesson, goal)))
        self.lesson = lesson
        self.walk = Walk(lesson)

    @property
    def _history(self) -> History:
        return self.table.saved.history

    @property
    def astray(self) -> bool:
        """Whether what was played is to be taken back."""
        return self.walk.astray(self._history)

    @property
    def ended(self) -> bool:
        """Whether nothing can be played now: there is something to read or to take back."""
        return self.walk.reading or self.astray

    @property
    def advice(self) -> Advice:
        """What the coach says now."""
        return self.walk.advice(self._history)

    @property
    def can_go_back(self) -> bool:
        """Whether there is an action or a step to go back to."""
        return self.walk.back(self._history) is not None

    def follow(self) -> None:
        """Go on to the next step if the last action does what this one asks for."""
        self.walk = self.walk.after(self._history)

    def read_on(self) -> None:
        """Go on from a step that is done by reading it."""
        self.walk = self.walk.on(self._history)

    def again(self) -> None:
        """Begin the lesson again."""
        self.walk = Walk(self.lesson)
        self.table.go_to(0)

    def _take(self, seat: Seat | None, action: Value) -> None:
        """Take an action, and go on if the step asks for it. Raises `IllegalAction`."""
        super()._take(seat, action)
        self.follow()

    async def undo(self) -> None:
        """Take back the last action, or go back a step."""
        back = self.walk.back(self._history)
        if back is not None:
            self.walk, moves = back
            self.table.go_to(moves)

    async def redo(self) -> None:
        """Do nothing: a lesson goes on by playing."""
