"""What a lesson is: a position, and steps that are done by what happens at the table.

In the texts, cards, suits and commands stand in braces, as `{8D}`, `{D}` and `{undo}`: they are
drawn with their signs, or named by their keys. `{8D}` is a card that the player to act holds.
`{=8D}` is a card that lies elsewhere.
"""

from collections.abc import Callable, Mapping
from typing import ClassVar

from regicide_tui.games.base import Event, Json, Move, Value
from regicide_tui.games.reading import items

Test = Callable[[Move], bool]
"""Tells whether a move does what a step asks for."""

ELSEWHERE = "="
"""Stands before a card that the player to act does not hold."""

Text = str | Callable[..., str]
"""A text, or a function that returns the text for a state of the game."""


class Step(Value, frozen=True):
    """One thing to read or to do.

    Without a `done` there is only something to read. `example` is an action that does it. Any
    other action is answered with `otherwise` and taken back. In a `free` step the learner plays on
    until the step is done or the game is over.

    A text that names cards which the learner may have paid with is a function of the state.
    `otherwise` speaks of the state to which the learner goes back.
    """

    text: Text
    done: Test | None = None
    example: str = ""
    otherwise: str = ""
    free: bool = False

    def text_at(self, state: Value) -> str:
        """Return the text for this state of the game."""
        return self.text if isinstance(self.text, str) else self.text(state)


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
        return len(items(self.position["hands"]))

    def why_over(self, move: Move) -> str:
        """Return a sentence that says how this move ended the game too early."""
        raise NotImplementedError


def reader_of(parse: Callable[[str], Value]) -> Callable[..., Test]:
    """Return what makes tests of actions: each asks for one of some actions in notation."""

    def does(*texts: str) -> Test:
        actions = [parse(text) for text in texts]
        return lambda move: move.action in actions

    return does


def happens(kind: type[Event], **facts: object) -> Test:
    """An event of this kind with these facts."""

    def test(move: Move) -> bool:
        return any(
            isinstance(event, kind)
            and all(getattr(event, name) == fact for name, fact in facts.items())
            for event in move.events
        )

    return test
