"""What a puzzle is: a position, what is asked, and whether a line of play reaches it."""

from collections.abc import Iterable
from typing import ClassVar

from regicide_tui.games.base import Json, Move, Value


class Verdict(Value, frozen=True):
    """Whether the goal is reached or can't be reached any more, and why, in a sentence."""

    reached: bool
    why: str


class Puzzle(Value, frozen=True):
    """A position and what is asked. Each game has its own kind."""

    game: ClassVar[str]
    word: ClassVar[str] = "puzzle"
    """The first word of its key: another for each game."""
    kept: ClassVar[bool] = True
    """Whether it is one of a list, and remembered as solved."""

    number: int
    asks: str

    @property
    def key(self) -> str:
        """The word by which it is remembered as solved; it never changes."""
        return f"{self.word}-{self.number}"

    @property
    def name(self) -> str:
        """What it is called in a list of games."""
        return f"Puzzle {self.number}: {self.asks[0].lower()}{self.asks[1:]}"

    @property
    def players(self) -> int:
        """How many play."""
        raise NotImplementedError

    @property
    def size(self) -> str:
        """How much there is to it, in a few words."""
        raise NotImplementedError

    def position(self) -> dict[str, Json]:
        """Return the whole position."""
        raise NotImplementedError

    def verdict(self, moves: Iterable[Move]) -> Verdict | None:
        """Judge a line of play from its first move; None is neither reached nor missed yet."""
        raise NotImplementedError
