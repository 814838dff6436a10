"""The order of the tables in the lobby.

When a table changes, the order of its rank is discarded, and the next reader sorts that rank
again. Without a change nothing is sorted, so a key in a lobby with ten thousand tables costs no
more than in one with sixty.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from typing import NamedTuple, TypeVar

from regicide_tui.server.model.table.facts import TableFacts

T = TypeVar("T")

_RANKS = 3


class _Place(NamedTuple):
    """A table's place in the order. A newer table has a higher `number`."""

    rank: int | None
    number: int
    host: str
    address: str


class TableListing:
    """The tables offered to everyone, and the tables at which each player sits."""

    def __init__(self) -> None:
        self._places: dict[str, _Place] = {}
        self._names: dict[str, tuple[str, ...]] = {}
        """Who sits at each table."""
        self._tables: dict[str, dict[str, None]] = {}
        self._numbers = count()
        self._orders: dict[int | None, list[str]] = {}
        """The ordered tables of each rank; a missing rank must be ordered again."""

    def note(self, table: str, facts: TableFacts, attended: bool, address: str) -> None:
        """List a table by its current facts.

        `address` is that of its host, or their name.
        """
        before = self._places.get(table)
        number = next(self._numbers) if before is None else before.number
        now = _Place(rank_in_lobby(facts, attended), number, facts.host, address)
        self._put(table, now, facts.names)

    def forget(self, table: str) -> None:
        """Remove a table from the list."""
        self._put(table, None, ())

    def _put(self, table: str, place: _Place | None, names: tuple[str, ...]) -> None:
        """Move a table to another place, or remove it, and note who sits there."""
        before = self._places.pop(table, None)
        if place is not None:
            self._places[table] = place
        for one in filter(None, (before, place) if before != place else ()):
            self._orders.pop(one.rank, None)
        for name in self._names.pop(table, ()):
            self._tables[name].pop(table, None)
            if not self._tables[name]:
                del self._tables[name]
        for name in names:
            self._names[table] = names
            self._tables.setdefault(name, {})[table] = None

    def tables_of(self, name: str) -> list[str]:
        """Return the tables at which a player sits, the newest last."""
        return sorted(self._tables.get(name, ()), key=self._number)

    def tables_of_names(self, prefix: str) -> set[str]:
        """Return the tables of all players whose names begin with a casefolded prefix."""
        return {
            table
            for name, tables in self._tables.items()
            if name.casefold().startswith(prefix)
            for table in tables
        }

    def offered(self) -> Iterator[str]:
        """Yield the tables by their ranks.

        Within each rank the newest comes first. Tables of different addresses alternate, and so do
        those of different hosts, so that nobody can hide other people's tables.
        """
        for rank in range(_RANKS):
            if rank not in self._orders:
                self._orders[rank] = self._order(rank)
            yield from self._orders[rank]

    def _number(self, table: str) -> int:
        return self._places[table].number

    def _order(self, rank: int) -> list[str]:
        """Return the tables of a rank in their order."""
        places = self._places
        found = [table for table, one in places.items() if one.rank == rank]
        found.sort(key=self._number, reverse=True)
        found = in_turns(found, lambda table: places[table].host)
        return in_turns(found, lambda table: places[table].address)


def rank_in_lobby(facts: TableFacts, attended: bool) -> int | None:
    """Return the rank of a table in the lobby, for people who don't sit there.

    The lowest rank comes first: attended tables with free seats or bots' seats, then attended games
    to watch, then unattended tables. An unlisted table has the rank None. A guest's table is listed
    only for that guest.
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
