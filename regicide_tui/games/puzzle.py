"""What a puzzle is: a position, what is asked, and whether a line of play reaches it."""

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from math import log
from typing import ClassVar, TypeVar

import msgspec

from regicide_tui.games.base import Json, Move, Value


class Verdict(Value, frozen=True):
    """Whether the goal is reached or can't be reached any more, and why, in a sentence."""

    reached: bool
    why: str


STARS = 5
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_KEY_LETTERS = 8


class Proved(Value, frozen=True, kw_only=True):
    """What is known of a puzzle from the search that proved it."""

    line: tuple[str, ...] = ()
    """The actions that solve it, in canonical notation."""
    nodes: int = 0
    """How many actions the search tried until it had proved that there is no other line."""
    source: int = 0
    """The number of the bots' game it was found in; 0 if a person made it."""


class Puzzle(Proved, frozen=True):
    """A position and what is asked. Each game has its own kind."""

    game: ClassVar[str]
    word: ClassVar[str] = "puzzle"
    """The first word of its key: another for each game."""
    kept: ClassVar[bool] = True
    """Whether it is one of a list, and remembered as solved."""
    easiest: ClassVar[int] = 40
    """Up to how many nodes a puzzle has one star."""
    growth: ClassVar[float] = 3.0
    """How many times as many nodes each further star stands for."""

    number: int
    asks: str

    @property
    def key(self) -> str:
        """The word by which it is remembered as solved; it never changes.

        That of a found puzzle comes from its position, so it stays when others are found.
        """
        if not self.source:
            return f"{self.word}-{self.number}"
        return f"{self.word}{_letters_of(self._identity())}-1"

    def _identity(self) -> bytes:
        """Return what tells it from every other puzzle: its position and what is asked."""
        told = msgspec.structs.asdict(self)
        for name in ("number", "asks", *Proved.__struct_fields__):
            del told[name]
        return msgspec.json.encode(told, order="sorted")

    @property
    def stars(self) -> int:
        """How hard it is, from 1 to `STARS`: on a logarithmic scale of the nodes of its proof."""
        if self.nodes <= self.easiest:
            return 1
        return min(STARS, 2 + int(log(self.nodes / self.easiest) / log(self.growth)))

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

    def next_actions(self, done: Sequence[str]) -> tuple[str, ...]:
        """Return what the solution goes on with after these actions; nothing if they leave it."""
        here = len(done)
        return self.line[here : here + 1] if tuple(done) == self.line[:here] else ()


P = TypeVar("P", bound=Puzzle)


def read_found(kind: type[P], text: str, first: int) -> tuple[P, ...]:
    """Read found puzzles, one in JSON on each line, and number them from `first` on."""
    lines = [line for line in text.splitlines() if line]
    found = [msgspec.json.decode(line) for line in lines]
    return tuple(
        [msgspec.convert({"number": first + n, **one}, kind) for n, one in enumerate(found)]
    )


def write_found(puzzle: Puzzle) -> str:
    """Write a puzzle as a line of JSON that `read_found` reads."""
    told: dict[str, Json] = msgspec.to_builtins(puzzle)
    del told["number"]
    return msgspec.json.encode(told).decode()


def _letters_of(identity: bytes) -> str:
    number = int.from_bytes(blake2b(identity, digest_size=8).digest(), "big")
    letters = ""
    for _ in range(_KEY_LETTERS):
        number, place = divmod(number, len(_LETTERS))
        letters += _LETTERS[place]
    return letters
