"""The order in which the lobby lists the tables, kept up to date one table at a time.

So a key in a lobby of ten thousand tables costs no more than in one of sixty.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from typing import NamedTuple, TypeVar

from regicide_tui.server.tables.state import TableState

T = TypeVar("T")

_RANKS = 3


class _Noted(NamedTuple):
    """What the order of a table depends on. `number` grows from table to table."""

    rank: int | None
    number: int
    host: str
    address: str


class Listing:
    """The tables that are offered to anybody, and those at which each player sits."""

    def __init__(self) -> None:
        self._noted: dict[str, _Noted] = {}
        self._seats: dict[str, tuple[str, ...]] = {}
        self._tables: dict[str, dict[str, None]] = {}
        self._numbers = count()
        self._orders: list[list[str] | None] = [None] * _RANKS
        """The tables of each rank in their order; None where that is to be found anew."""

    def note(self, table: str, room: TableState, attended: bool, address: str) -> None:
        """List a table as it is now. `address` is where it was opened from, if that is known."""
        before = self._noted.get(table)
        number = next(self._numbers) if before is None else before.number
        now = _Noted(rank(room, attended), number, room.host, address or room.host)
        if now != before:
            self._noted[table] = now
            for one in (before, now):
                if one is not None and one.rank is not None:
                    self._orders[one.rank] = None
        self._seat(table, room.seats)

    def forget(self, table: str) -> None:
        """List a table no longer."""
        self._seat(table, ())
        before = self._noted.pop(table, None)
        if before is not None and before.rank is not None:
            self._orders[before.rank] = None

    def tables_of(self, name: str) -> list[str]:
        """Return the tables at which somebody sits, the newest last."""
        return sorted(self._tables.get(name, ()), key=self._number)

    def tables_of_names(self, beginning: str) -> set[str]:
        """Return the tables of all whose names begin so. `beginning` has its case folded."""
        found = [of for name, of in self._tables.items() if name.casefold().startswith(beginning)]
        return {table for tables in found for table in tables}

    def offered(self) -> Iterator[str]:
        """Yield the tables by their ranks.

        Within each rank the newest comes first, and the tables of one address, and of one host
        there, take turns with those of the others: nobody hides other people's tables behind
        their own.
        """
        for place, order in enumerate(self._orders):
            if order is None:
                order = self._orders[place] = self._ordered(place)
            yield from order

    def _number(self, table: str) -> int:
        return self._noted[table].number

    def _ordered(self, place: int) -> list[str]:
        noted = self._noted
        found = [table for table, one in noted.items() if one.rank == place]
        found.sort(key=self._number, reverse=True)
        found = in_turns(found, lambda one: noted[one].host)
        return in_turns(found, lambda one: noted[one].address)

    def _seat(self, table: str, seats: tuple[str, ...]) -> None:
        """Note who sits at a table."""
        before = self._seats.pop(table, ())
        if seats:
            self._seats[table] = seats
        if seats == before:
            return
        for name in filter(None, before):
            self._tables[name].pop(table, None)
            if not self._tables[name]:
                del self._tables[name]
        for name in filter(None, seats):
            self._tables.setdefault(name, {})[table] = None


def rank(room: TableState, attended: bool) -> int | None:
    """Return how far down a table stands in the lobby of who does not sit there.

    Free seats at tables with somebody there come first, then games to watch with somebody there,
    then the tables at which nobody is. None is for what is not listed.
    """
    if room.over or not (room.begun or room.free):
        return None
    if not attended:
        return 2
    return 1 if room.begun else 0


def in_turns(things: Iterable[T], of: Callable[[T], str]) -> list[T]:
    """Return the first thing of each owner, then the second of each, and so on."""
    seen: Counter[str] = Counter()
    turns: list[tuple[int, T]] = []
    for thing in things:
        owner = of(thing)
        turns.append((seen[owner], thing))
        seen[owner] += 1
    return [thing for _, thing in sorted(turns, key=lambda one: one[0])]
