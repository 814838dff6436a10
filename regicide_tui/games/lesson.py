"""What a lesson is: a position, and steps that are done by what happens at the table.

In the texts, cards, suits and commands stand in braces, as `{8D}`, `{D}` and `{undo}`: they are
drawn with their signs, or named by their keys.
"""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from regicide_tui.games.base import Event, Json, Move, Value

Test = Callable[[Move], bool]
"""Tells whether a move does what a step asks for."""


class Step(Value, frozen=True):
    """One thing to read or to do.

    Without a `done` there is only something to read. `example` is an action that does it. What
    else is played is answered with `otherwise`, and taken back; a `free` step lets one play on
    until it is done or the game is over.
    """

    text: str
    done: Test | None = None
    example: str = ""
    otherwise: str = ""
    free: bool = False


class Lesson(Value, frozen=True):
    """A position to learn one idea at; the last step is something to read."""

    game: ClassVar[str]

    title: str
    about: str
    position: Mapping[str, Json]
    steps: tuple[Step, ...]

    @property
    def players(self) -> int:
        """How many play; the learner plays for all of them."""
        return len(self.position["hands"])

    def why_over(self, move: Move) -> str:
        """Say in words how the game ended with this move, before it was to."""
        raise NotImplementedError


def does(*actions: str) -> Test:
    """One of these actions, in canonical notation."""
    return lambda move: move.action in actions


def happens(kind: type[Event], **facts: Any) -> Test:
    """An event of this kind with these facts."""

    def test(move: Move) -> bool:
        return any(
            isinstance(event, kind)
            and all(getattr(event, name) == fact for name, fact in facts.items())
            for event in move.events
        )

    return test
