"""What a lesson is: a position, and steps that the learner does at the table.

In the texts, cards, suits and commands are in braces, as `{8D}`, `{D}` and `{undo}`. The screen
shows the sign of a card or suit, and the key of a command. `{8D}` is a card that the player to act
holds. `{=8D}` is a card in another place.
"""

from collections.abc import Callable, Mapping
from typing import ClassVar

from regicide_tui.games.base import Event, Json, Move, Value
from regicide_tui.games.reading import items

Condition = Callable[[Move], bool]
"""A function that returns whether a move does what a step asks for."""

ELSEWHERE = "="
"""The mark before a card that the player to act does not hold."""

Text = str | Callable[..., str]
"""A text, or a function that returns the text for a state of the game."""


class LessonStep(Value):
    """One thing to read or to do.

    A step without `done` is only to be read. `done` is the condition of a step, and `example` is an
    action that meets it. After any other action the coach shows `otherwise` and takes the action
    back. In a `free` step the learner plays on until the step is done or the game is over.

    A text that names cards which the learner may have used is a function of the state. `otherwise`
    describes the state to which the learner goes back.
    """

    text: Text
    done: Condition | None = None
    example: str = ""
    otherwise: str = ""
    free: bool = False

    def text_at(self, state: Value) -> str:
        """Return the text for this state of the game."""
        return self.text if isinstance(self.text, str) else self.text(state)


class Lesson(Value):
    """A position that teaches one idea. The last step is only to be read.

    `noted` is the number under which it is noted as begun and done. It never changes, while its
    place in the list may; 0 means that both are the same.
    """

    game: ClassVar[str]

    title: str
    about: str
    position: Mapping[str, Json]
    steps: tuple[LessonStep, ...]
    noted: int = 0

    @property
    def players(self) -> int:
        """The number of players; the learner plays for all of them."""
        return len(items(self.position["hands"]))

    def why_over(self, move: Move) -> str:
        """Return a sentence that says how this move ended the game too early."""
        raise NotImplementedError


def reader_of(parse: Callable[[str], Value]) -> Callable[..., Condition]:
    """Return a function that makes conditions from actions in notation.

    A condition is true for a move with one of the actions. `parse` reads one action.
    """

    def does(*texts: str) -> Condition:
        actions = [parse(text) for text in texts]
        return lambda move: move.action in actions

    return does


def happens(kind: type[Event], **facts: object) -> Condition:
    """Return the condition that the move has an event of this kind with these fields."""

    def test(move: Move) -> bool:
        return any(
            isinstance(event, kind)
            and all(getattr(event, name) == fact for name, fact in facts.items())
            for event in move.events
        )

    return test
