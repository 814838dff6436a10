"""The blocks of an observation: which numbers of the array mean what."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from regicide_tui.cards import UNKNOWN, Card
from regicide_tui.games.base import Seat

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Numbers: TypeAlias = "npt.NDArray[np.int16]"
CARD_KINDS = 53
"""The kinds of cards, by `Card.order`: the Jester, then AC to KS."""
SEATS = 4
HIGHEST = 1000
"""No number of an observation is higher, and none is below 0."""


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
        import numpy as np  # the blocks alone are also read where there is no numpy

        self._blocks = blocks
        self.numbers: Numbers = np.zeros(blocks.size, dtype=np.int16)

    def set(self, name: str, *values: int, place: int = 0) -> None:
        """Write values into a block, from a place on."""
        start = self._blocks.start(name) + place
        self.numbers[start : start + len(values)] = values

    def mark(self, name: str, *places: int) -> None:
        """Write 1 at places of a block."""
        for place in places:
            self.set(name, 1, place=place)

    def count(self, name: str, cards: Iterable[Card | None], place: int = 0) -> None:
        """Count cards by their kind, from a place of a block on. Unknown cards don't count."""
        start = self._blocks.start(name) + place
        for card in cards:
            if card is not None and card is not UNKNOWN:
                self.numbers[start + card.order] += 1


def steps_left(seat: Seat, other: Seat, players: int) -> int:
    """Return how many places `other` sits to the left of a seat; 0 is the seat itself."""
    return (other - seat) % players


def from_seat(seat: Seat, values: Iterable[int]) -> list[int]:
    """Return the values of all seats, beginning with one seat, clockwise."""
    listed = [int(value) for value in values]
    return listed[seat:] + listed[:seat]
