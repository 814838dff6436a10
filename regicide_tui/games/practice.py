"""Lessons and puzzles of a game, as values."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import log
from typing import ClassVar, TypeVar

import msgspec

from regicide_tui.digests import blake2b
from regicide_tui.games.base import Event, Json, Move, Value
from regicide_tui.games.setup import items

Condition = Callable[[Move], bool]
"""A function that returns whether a move does what a step asks for."""

ELSEWHERE = "="
"""The mark before a card that the player to act does not hold."""

Text = str | Callable[..., str]
"""Some text, or a function that returns the text for a state of the game."""


class LessonStep(Value):
    """One thing to read or to do.

    A step without `done` is only to be read. `done` is the condition of a step, and `example` is an
    action that meets it. After any other action, the coach shows `otherwise`, and the action must
    be undone. In a `free` step, the learner plays on until the step is done or the game is over.

    Text that names cards that the learner may have used is a function of the state. `otherwise`
    describes the state after the undo. In `<Press|Type> the number`, the first words are for a
    screen, and the others for a text session.
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

    `noted` is the number under which its start and end are recorded. It never changes, but its
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
        """Return a sentence that says why this move ended the game too early."""
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


class PuzzleVerdict(Value):
    """Whether the goal is reached or can't be reached any more, and a sentence that says why."""

    reached: bool
    why: str


STARS = 5
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_KEY_LETTERS = 8


class Proved(Value, kw_only=True):
    """The results of the search that proved a puzzle."""

    line: tuple[str, ...] = ()
    """The actions that solve it, in canonical notation."""
    nodes: int = 0
    """The number of actions that the search tried to prove that there is no other solution."""
    source: int = 0
    """The number of the bots' game that it comes from; 0 if it was made by hand."""


class Puzzle(Proved):
    """A position and a goal. Each game has its own subclass."""

    game: ClassVar[str]
    word: ClassVar[str] = "puzzle"
    """The first word of the key; it differs from game to game."""
    kept: ClassVar[bool] = True
    """Whether it belongs to a list of puzzles, and its solution is recorded."""
    easiest: ClassVar[int] = 40
    """The largest number of nodes of a puzzle with one star."""
    growth: ClassVar[float] = 3.0
    """The factor of the number of nodes for each further star."""

    number: int
    asks: str

    @property
    def key(self) -> str:
        """The key under which its solution is recorded; it never changes.

        The key of a found puzzle depends on its position, so it stays when more are found.
        """
        if not self.source:
            return f"{self.word}-{self.number}"
        return f"{self.word}{_letters_of(self._identity())}-1"

    def _identity(self) -> bytes:
        """Return bytes that identify the puzzle: its position and its goal."""
        fields = msgspec.structs.asdict(self)
        for name in ("number", "asks", *Proved.__struct_fields__):
            del fields[name]
        return msgspec.json.encode(fields, order="sorted")

    @property
    def stars(self) -> int:
        """The difficulty from 1 to `STARS`, on a logarithmic scale of the nodes of its proof."""
        if self.nodes <= self.easiest:
            return 1
        return min(STARS, 2 + int(log(self.nodes / self.easiest) / log(self.growth)))

    @property
    def name(self) -> str:
        """The name of the puzzle in a list of games."""
        return f"Puzzle {self.number}: {self.asks[0].lower()}{self.asks[1:]}"

    @property
    def players(self) -> int:
        """The number of players; the solver plays for all of them."""
        return len(items(self.position()["hands"]))

    @property
    def size(self) -> str:
        """The size of the puzzle in a few words."""
        raise NotImplementedError

    def position(self) -> dict[str, Json]:
        """Return the whole position."""
        raise NotImplementedError

    def verdict(self, moves: Iterable[Move]) -> PuzzleVerdict | None:
        """Return the verdict on a line of play from its first move; None if it is undecided."""
        raise NotImplementedError

    def next_actions(self, done: Sequence[str]) -> tuple[str, ...]:
        """Return the rest of the solution after these actions; empty if they differ from it."""
        here = len(done)
        return self.line[here : here + 1] if tuple(done) == self.line[:here] else ()


P = TypeVar("P", bound=Puzzle)


def read_found(kind: type[P], text: str, first: int) -> tuple[P, ...]:
    """Return found puzzles, one for each line of JSON, numbered from `first`."""
    lines = [line for line in text.splitlines() if line]
    found = [msgspec.json.decode(line) for line in lines]
    return tuple(
        [msgspec.convert({"number": first + n, **one}, kind) for n, one in enumerate(found)]
    )


def write_found(puzzle: Puzzle) -> str:
    """Return a puzzle as a line of JSON for `read_found`."""
    fields: dict[str, Json] = msgspec.to_builtins(puzzle)
    del fields["number"]
    return msgspec.json.encode(fields).decode()


def _letters_of(identity: bytes) -> str:
    number = int.from_bytes(blake2b(identity, digest_size=8).digest(), "big")
    letters = ""
    for _ in range(_KEY_LETTERS):
        number, place = divmod(number, len(_LETTERS))
        letters += _LETTERS[place]
    return letters
