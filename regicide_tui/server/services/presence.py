"""Who is on the server, at which table each of them is, and since when."""

from collections.abc import Callable, Collection, Mapping

from msgspec.structs import replace

from regicide_tui.server.base.tasks import Signal
from regicide_tui.server.model.listing import TableListing
from regicide_tui.server.model.names import is_guest
from regicide_tui.server.model.table.facts import TableFacts
from regicide_tui.server.model.table.people import People, Place, Where
from regicide_tui.server.services.common import Common
from regicide_tui.server.storage.processes import Visit, VisitFacts

Leave = Callable[[str], None]
"""Called with the reason to end a visitor's app."""
OTHER_WINDOW = "You connected in another window."
"""Why an earlier visit ends."""
_AWAY = VisitFacts()
"""The facts of a person who isn't here."""
RETURN_SECONDS = 120.0
"""Seconds in which absent players may return before others may continue without them."""


class Presence:
    """The visitors who are here, and when players left.

    A person is here if they visit any process. `listing` knows who has a seat to return to. Players
    may return within `return_seconds` before others may continue without them.
    """

    def __init__(
        self,
        common: Common,
        listing: TableListing,
        return_seconds: float = RETURN_SECONDS,
        is_banned: Callable[[str], bool] = lambda _: False,
    ) -> None:
        self.changed = Signal[[str]](common.report)
        """Sent with the name of a person who has come, left or moved."""
        self.visited = Signal[[str]](common.report)
        """Sent with a table that a person has opened or left."""
        self._now, self._processes = common.now, common.processes
        self._listing, self.return_seconds = listing, return_seconds
        self._is_banned = is_banned
        self._leave: dict[str, Leave] = {}
        """The functions that end the visits at this process."""
        self._table_of: dict[str, str] = {}
        self._people_at: dict[str, set[str]] = {}
        """The people who have each table open."""
        self._processes.changed.subscribe(self._note_elsewhere)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all visitors who are here, in alphabetical order."""
        return tuple(sorted({*self._processes.names}, key=str.casefold))

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._newest(name) is not None

    def arrive(self, name: str, leave: Leave, address: str = "") -> None:
        """Note that a person has come; end their earlier visit at any process."""
        now, newest, last = self._now(), self._newest(name), self.last_facts_of(name)
        number = max(now, newest.facts.number + 1) if newest is not None else now
        before, self._leave[name] = self._leave.get(name), leave
        facts = VisitFacts(now, number, address=address, seen=last.seen, crashed=last.crashed)
        self._processes.note(name, facts)
        if before is not None:
            before(OTHER_WINDOW)
        self._tell(name)

    def leave(self, name: str, leave: Leave) -> None:
        """Note that a person has left, unless they are here in another window.

        The time is remembered if they have a seat to return to, or were already remembered.
        """
        if self._leave.get(name) != leave:
            return
        del self._leave[name]
        facts, visits = self.last_facts_of(name), self._processes.visits(name)
        has_reason = facts.crashed or self._listing.tables_of(name) or len(visits) > 1
        last = replace(facts, table="", review="", address="")
        remembered = last if has_reason and not is_guest(name) else None
        self._processes.end(name, self._now(), remembered)
        if name not in self:
            self._tell(name)

    def change(self, name: str, **changed: object) -> None:
        """Change the facts of a person's visit at this process, if there is one."""
        visit = self._newest(name)
        if visit is not None and visit.process == self._processes.me:
            self._processes.note(name, replace(visit.facts, **changed))

    def last_facts_of(self, name: str) -> VisitFacts:
        """Return the facts of a person's newest visit, which may have ended."""
        visits = self._processes.visits(name)
        return max(visits, key=_order).facts if visits else _AWAY

    def go_to(self, name: str, leave: Leave, table: str) -> None:
        """Note that a visit is at a table now; none means the lobby."""
        if self._leave.get(name) == leave and self.facts_of(name).table != table:
            self.change(name, table=table, since=self._now())
            self._tell(name)

    def go_to_review(self, name: str, leave: Leave, table: str) -> None:
        """Note that a visit is at the review of a game now; none means that it left."""
        if self._leave.get(name) == leave and self.facts_of(name).review != table:
            self.change(name, review=table)
            self.changed.send(name)

    def facts_of(self, name: str) -> VisitFacts:
        """Return the facts of a person's visit, empty for an absent person."""
        visit = self._newest(name)
        return visit.facts if visit is not None else _AWAY

    def tables_elsewhere(self) -> set[str]:
        """Return the tables that visitors of the other processes have open."""
        return {visit.facts.table for visit in self._processes.elsewhere}

    def visits_at(self, table: str) -> list[Leave]:
        """Return the functions that end this process's visits with a table open."""
        return [leave for name, leave in self._leave.items() if self.facts_of(name).table == table]

    def left_at(self, name: str) -> int:
        """Return when a person left: Unix time in milliseconds, 0 if unknown."""
        return max([visit.gone_at for visit in self._processes.visits(name)], default=0)

    def _place_at(self, table: str, name: str) -> Place:
        """Return where a person is, for the others at a table."""
        facts = self.facts_of(name)
        if facts is _AWAY:
            return Place(Where.AWAY, self.left_at(name), self._is_banned(name))
        if facts.table == table:
            return Place(Where.HERE, facts.since)
        return Place(Where.ELSEWHERE if facts.table else Where.LOBBY, facts.since)

    # ------------------------------------------------------------ the people of a table

    def people_at(self, table: str, state: TableFacts) -> People:
        """Return where the people of a table are, for the server."""
        places = {name: self.facts_of(name) for name in state.people}
        away = [name for name, facts in places.items() if facts is _AWAY]
        return People(
            frozenset(places.keys() - away),
            frozenset([name for name, facts in places.items() if facts.table == table]),
            frozenset([name for name in state.asking if self.facts_of(name).table == table]),
            {name: at for name in away if (at := self.left_at(name))},
            {name: at for name in away if (at := self._lost_at(name))},
            self._processes.since,
            round(self.return_seconds * 1000),
        )

    def absent(self, state: TableFacts) -> tuple[str, ...]:
        """Return the absent people of a table."""
        return tuple([name for name in state.people if name not in self])

    def is_attended(self, state: TableFacts) -> bool:
        """Return whether any of a table's people is here."""
        return any(name in self for name in state.people)

    def places(self, table: str, state: TableFacts) -> Mapping[str, Place]:
        """Return where each of the people of a table is."""
        return {name: self._place_at(table, name) for name in state.people}

    def spectators_of(self, table: str, seats: Collection[str]) -> tuple[str, ...]:
        """Return the people who have a table open without a seat: with names, then guests."""
        found = self._people_at.get(table, set()).difference(seats)
        return tuple(sorted(found, key=lambda name: (is_guest(name), name.casefold())))

    # ------------------------------------------------------------ visits of all processes

    def _newest(self, name: str) -> Visit | None:
        """Return the newest visit of a person who is here; all processes choose the same one."""
        visits = [one for one in self._processes.visits(name) if not one.gone_at]
        return max(visits, key=_order) if len(visits) > 1 else next(iter(visits), None)

    def _note_elsewhere(self, name: str) -> None:
        """Note that a visit at another process has changed; end an older one at this process."""
        newest = self._newest(name)
        if name in self._leave and newest is not None and newest.process != self._processes.me:
            self._processes.end(name, self._now(), None)
            self._leave.pop(name)(OTHER_WINDOW)
        self._tell(name)

    def _tell(self, name: str) -> None:
        """Note which table a person has open now, and announce it."""
        before, table = self._table_of.pop(name, ""), self.facts_of(name).table
        if before:
            self._people_at[before].discard(name)
            if not self._people_at[before]:
                del self._people_at[before]
        if table:
            self._table_of[name] = table
            self._people_at.setdefault(table, set()).add(name)
        self.changed.send(name)
        for one in filter(None, (before, table) if before != table else ()):
            self.visited.send(one)

    def _lost_at(self, name: str) -> int:
        """Return when a person was lost with their process; 0 if they weren't.

        If that process was only cut off from the database, they soon return.
        """
        last = max(self._processes.visits(name), key=lambda one: one.gone_at, default=None)
        return last.gone_at if last is not None and last.lost else 0


def _order(visit: Visit) -> tuple[bool, int, str]:
    """Return the place of a visit among those of a name: the newest is the last."""
    return not visit.gone_at, visit.facts.number, visit.process
