"""Action spaces: a game's actions as numbers, starting at 0.

An action of a game is one number, or several in a row if it is chosen card by card.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, TypeVar

from regicide_tui.games.base import Value

S = TypeVar("S", bound=Value)
A = TypeVar("A", bound=Value)

Picked = tuple[int, ...]
"""The numbers chosen so far, if an action is chosen card by card."""


class ActionSpace(ABC, Generic[S, A]):
    """The numbers of one game's actions. Views are those of the seat that must act."""

    size: int
    """How many numbers there are, from 0."""
    done: int
    """The number that ends an action that could still be extended."""

    @abstractmethod
    def following(self, view: S, picked: Picked) -> list[int]:
        """Return the numbers that can follow, ascending.

        There are none if `picked` is a whole action, or if the game is over.
        """

    @abstractmethod
    def build(self, view: S, picked: Picked) -> A:
        """Return the action that these numbers choose; they must form a whole action."""

    @abstractmethod
    def row(self, view: S, action: A) -> Picked:
        """Return the numbers that choose a legal action, without `done`."""

    def spell(self, view: S, action: A) -> Picked:
        """Return the numbers that choose a legal action, as listed in `legal_actions`."""
        row = self.row(view, action)
        return (*row, self.done) if self.following(view, row) else row

    def describe(self, number: int) -> str:
        """Describe a number in a few words, with cards in notation.

        Raises `ValueError` if there is no such number.
        """
        if not 0 <= number < self.size:
            raise ValueError(f"There is no number {number}: numbers go from 0 to {self.size - 1}.")
        return self._describe(number)

    @abstractmethod
    def _describe(self, number: int) -> str:
        """Describe a number of this space."""


def follow_rows(rows: Sequence[Picked], picked: Picked, done: int) -> list[int]:
    """Return the numbers that can follow, if these rows of numbers are the actions."""
    length = len(picked)
    begun = [row for row in rows if row[:length] == picked]
    found = sorted({done if len(row) == length else row[length] for row in begun})
    return open_choices(found, done)


def open_choices(found: list[int], done: int) -> list[int]:
    """Return the choices, or none if only `done` is left, since that leaves no choice."""
    return [] if found == [done] else found
