"""The blocks of an observation: the meaning of the numbers in the array."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from regicide_tui.cards import UNKNOWN, Card
from regicide_tui.games.base import Seat

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Numbers: TypeAlias = "npt.NDArray[np.int16]"
CARD_KINDS = 53
"""The number of kinds of cards, by `Card.order`: the Jester, then AC to KS."""
SEATS = 4
HIGHEST = 1000
"""The maximum of the numbers of an observation; the minimum is 0."""


class Blocks:
    """The blocks of an observation in their order, each with its length."""

    def __init__(self, lengths: Mapping[str, int]) -> None:
        self.lengths = dict(lengths)
        self._starts: dict[str, int] = {}
        self.size = 0
        """The length of the whole observation."""
        for name, length in lengths.items():
            self._starts[name] = self.size
            self.size += length

    def start(self, name: str) -> int:
        """Return the index at which a block begins."""
        return self._starts[name]


class Writer:
    """Writes the blocks of one observation, in which all other numbers are 0."""

    def __init__(self, blocks: Blocks) -> None:
        import numpy as np  # the blocks are also used without numpy

        self._blocks = blocks
        self.numbers: Numbers = np.zeros(blocks.size, dtype=np.int16)

    def set(self, name: str, *values: int, place: int = 0) -> None:
        """Write values into a block, starting at a place."""
        start = self._blocks.start(name) + place
        self.numbers[start : start + len(values)] = values

    def mark(self, name: str, *places: int) -> None:
        """Write 1 at places of a block."""
        for place in places:
            self.set(name, 1, place=place)

    def count(self, name: str, cards: Iterable[Card | None], place: int = 0) -> None:
        """Count cards by kind, starting at a place in a block. Unknown cards don't count."""
        start = self._blocks.start(name) + place
        for card in cards:
            if card is not None and card is not UNKNOWN:
                self.numbers[start + card.order] += 1


def steps_left(seat: Seat, other: Seat, players: int) -> int:
    """Return how many seats to the left of a seat `other` sits; 0 for the seat itself."""
    return (other - seat) % players


def from_seat(seat: Seat, values: Iterable[int]) -> list[int]:
    """Return the values of all seats, clockwise from one seat."""
    listed = [int(value) for value in values]
    return listed[seat:] + listed[:seat]
