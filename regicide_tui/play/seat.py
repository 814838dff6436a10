"""A table as one of those at it may know it, who sit at screens of their own."""

from collections.abc import Iterator
from typing import Any, NoReturn

from msgspec.structs import replace

from regicide_tui.games.base import Seat
from regicide_tui.play.history import Start
from regicide_tui.play.saves.codec import Saved
from regicide_tui.play.table import Table, Told


class SeatTable(Table):
    """A running game from one seat, or for somebody who only watches (None).

    Whatever is asked of it, it answers what that seat may know, and it can't be saved.
    """

    def __init__(self, saved: Saved, seat: Seat | None) -> None:
        super().__init__(saved)
        self._seat = seat

    @property
    def seat(self) -> Seat | None:
        """The seat whose hand lies open here."""
        return self._seat

    @property
    def far(self) -> bool:
        """Everybody sits at a screen of their own."""
        return True

    @property
    def bot(self) -> None:
        """None: bots think where the whole table is, and not at a seat."""

    @property
    def saved(self) -> NoReturn:
        """All cards are in a save."""
        raise PermissionError("A player at a table can't see all of it.")

    @property
    def start(self) -> Start:
        """How the game was dealt, but for the seed, which tells all cards."""
        return replace(super().start, seed="")

    def view(self, _: Seat | None) -> Any:
        """Return the state as this seat may see it, whoever asks."""
        return super().view(self._seat)

    def view_before(self, _: Seat | None) -> Any:
        """Return what this seat saw when it took its last action, whoever asks."""
        return super().view_before(self._seat)

    def opening(self, _: Seat | None) -> Any:
        """Return the first state as this seat might see it, whoever asks."""
        return super().opening(self._seat)

    def told(self, _: Seat | None) -> Iterator[Told]:
        """Tell all moves that stand, as this seat saw them, whoever asks."""
        return super().told(self._seat)
