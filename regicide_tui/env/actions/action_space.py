"""What an action space is: a game's actions as numbers from 0 on.

An action of a game is one number, or several in a row if it is chosen card by card.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, TypeVar

from regicide_tui.games.base import Value

S = TypeVar("S", bound=Value)
A = TypeVar("A", bound=Value)

Picked = tuple[int, ...]
"""The numbers chosen so far of an action that is chosen card by card."""


class ActionSpace(ABC, Generic[S, A]):
    """The numbers of one game's actions. A view is that of the seat that must act."""

    size: int
    """How many numbers there are; they begin with 0."""
    done: int
    """The number that ends an action to which more could be added."""

    @abstractmethod
    def following(self, view: S, picked: Picked) -> list[int]:
        """Return the numbers that can follow, ascending.

        There are none if `picked` is a whole action, and none if the game is over.
        """

    @abstractmethod
    def build(self, view: S, picked: Picked) -> A:
        """Return the action that these numbers choose. They must be a whole action."""

    @abstractmethod
    def row(self, view: S, action: A) -> Picked:
        """Return the numbers that choose a legal action, without `done`."""

    def spell(self, view: S, action: A) -> Picked:
        """Return the numbers that choose a legal action, as it stands in `legal_actions`."""
        row = self.row(view, action)
        return (*row, self.done) if self.following(view, row) else row

    def describe(self, number: int) -> str:
        """Return what a number means, in a few words. Cards are in notation.

        Raises `ValueError` if there is no such number.
        """
        if not 0 <= number < self.size:
            raise ValueError(f"There is no number {number}: they go from 0 to {self.size - 1}.")
        return self._describe(number)

    @abstractmethod
    def _describe(self, number: int) -> str:
        """Return what a number means; it is one of this space."""


def follow_rows(rows: Sequence[Picked], picked: Picked, done: int) -> list[int]:
    """Return the numbers that can follow if each action is one of these rows of numbers."""
    length = len(picked)
    begun = [row for row in rows if row[:length] == picked]
    found = sorted({done if len(row) == length else row[length] for row in begun})
    return open_choices(found, done)


def open_choices(found: list[int], done: int) -> list[int]:
    """Return the choices; none if only `done` is left, because then there is nothing to choose."""
    return [] if found == [done] else found
