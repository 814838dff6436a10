"""Where a learner stands in a lesson: which step, what the coach says, and what taking back means.

Pure: a walk is a value beside the history of the lesson's game.
"""

from msgspec.structs import replace

from regicide_tui import games
from regicide_tui.games.base import Value
from regicide_tui.games.lesson import Lesson, Step
from regicide_tui.play.history import History, Start, begin
from regicide_tui.play.saves.codec import Saved

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
    def step(self) -> Step:
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


def lay_out(lesson: Lesson, goal: str) -> Saved:
    """Set a lesson up as a game, with a goal for the title."""
    start = Start(lesson.game, lesson.players, SEED, {}, dict(lesson.position))
    history = begin(games.find(lesson.game), start)
    return Saved(history, NAMES[: lesson.players], goal=goal)
