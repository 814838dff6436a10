"""The order of the tables in the lobby.

When a table changes, the order of its rank is thrown away, and the next reader sorts that rank
again. Without a change nothing is sorted: then a key in a lobby with ten thousand tables costs no
more than in one with sixty.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from typing import NamedTuple, TypeVar

from regicide_tui.server.model.table.facts import TableFacts

T = TypeVar("T")

_RANKS = 3


class _ListedTable(NamedTuple):
    """The facts that decide a table's place in the order. A newer table has a higher `number`."""

    rank: int | None
    number: int
    host: str
    address: str


class TableListing:
    """The tables that are offered to everybody, and the tables at which each player sits."""

    def __init__(self) -> None:
        self._listed: dict[str, _ListedTable] = {}
        self._seats: dict[str, tuple[str, ...]] = {}
        self._tables: dict[str, dict[str, None]] = {}
        self._numbers = count()
        self._orders: list[list[str] | None] = [None] * _RANKS
        """The ordered tables of each rank; None if the order must be made again."""

    def note(self, table: str, facts: TableFacts, attended: bool, address: str) -> None:
        """List a table by its current facts.

        `address` is that of its host, or their name.
        """
        before = self._listed.get(table)
        number = next(self._numbers) if before is None else before.number
        now = _ListedTable(rank_in_lobby(facts, attended), number, facts.host, address)
        if now != before:
            self._listed[table] = now
            for one in (before, now):
                if one is not None and one.rank is not None:
                    self._orders[one.rank] = None
        self._seat(table, facts.seats)

    def forget(self, table: str) -> None:
        """Remove a table from the list."""
        self._seat(table, ())
        before = self._listed.pop(table, None)
        if before is not None and before.rank is not None:
            self._orders[before.rank] = None

    def tables_of(self, name: str) -> list[str]:
        """Return the tables at which somebody sits, the newest last."""
        return sorted(self._tables.get(name, ()), key=self._number)

    def tables_of_names(self, prefix: str) -> set[str]:
        """Return the tables of all players whose names begin with a prefix, which is casefolded."""
        return {
            table
            for name, tables in self._tables.items()
            if name.casefold().startswith(prefix)
            for table in tables
        }

    def offered(self) -> Iterator[str]:
        """Yield the tables by their ranks.

        Within each rank the newest comes first. The tables of different addresses take turns, and
        so do those of different hosts: nobody hides other people's tables behind their own.
        """
        for rank, order in enumerate(self._orders):
            if order is None:
                order = self._orders[rank] = self._order(rank)
            yield from order

    def _number(self, table: str) -> int:
        return self._listed[table].number

    def _order(self, rank: int) -> list[str]:
        """Return the tables of a rank in their order."""
        listed = self._listed
        found = [table for table, one in listed.items() if one.rank == rank]
        found.sort(key=self._number, reverse=True)
        found = in_turns(found, lambda table: listed[table].host)
        return in_turns(found, lambda table: listed[table].address)

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


def rank_in_lobby(facts: TableFacts, attended: bool) -> int | None:
    """Return the rank of a table in the lobby, for people who don't sit there.

    The lowest rank comes first: free seats, and those of bots, at attended tables, then attended
    games to watch, then the tables at which nobody is. The rank of a table that isn't listed is
    None. A guest's table is listed for that guest alone.
    """
    if facts.over or facts.of_guest or not (facts.begun or facts.free):
        return None
    if not attended:
        return 2
    return 1 if facts.begun and not facts.to_take_over else 0


def in_turns(things: Iterable[T], owner_of: Callable[[T], str]) -> list[T]:
    """Return the first thing of each owner, then the second of each, and so on."""
    seen: Counter[str] = Counter()
    turns: list[tuple[int, T]] = []
    for thing in things:
        owner = owner_of(thing)
        turns.append((seen[owner], thing))
        seen[owner] += 1
    return [thing for _, thing in sorted(turns, key=lambda one: one[0])]
