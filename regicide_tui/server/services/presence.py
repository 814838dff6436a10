"""Who is on the server, at which table each of them is, and since when."""

from collections.abc import Callable, Collection, Mapping

from msgspec import convert, to_builtins
from msgspec.structs import replace

from regicide_tui.games.base import Json, Value
from regicide_tui.server.base.signal import Signal
from regicide_tui.server.model.listing import TableListing
from regicide_tui.server.model.names import is_guest
from regicide_tui.server.model.table.due import LOST_FOR
from regicide_tui.server.model.table.facts import TableFacts
from regicide_tui.server.model.table.people import People, Place, Where
from regicide_tui.server.storage.peers import Peers

Leave = Callable[[str], None]
"""Called to end somebody's app, with the reason."""
OTHER_WINDOW = "You connected in another window."
"""Why the earlier visit of somebody ends."""
RETURN_SECONDS = 120.0
"""Seconds for which absent players may come back before the others may go on without them."""

_VISIT, _LEFT = "visit", "left"
"""The topics of the facts about visits, and of the shared times at which players left."""
_HOUSE, _OPENED = "house", "opened"
"""The topic and the key of the shared time at which the server was opened."""
_HERE = ""
"""Stands for this worker, whose id changes if it was cut off from the others."""


class _Visit(Value, frozen=True):
    """The visit of somebody: the open table (or nothing), since when, and its place in the order.

    Of several visits of a name that with the highest `number` is the newest.
    """

    table: str
    since: int
    number: int
    review: str = ""
    """The table whose game is reviewed; nothing if none is."""


class Presence:
    """The visitors who are here, and when players left. `now` returns Unix time in milliseconds.

    Somebody is here who is at any worker of the server. `peers` knows the other workers. `listing`
    knows who has a seat to come back to. Players may come back within `return_seconds` before the
    others may go on without them.
    """

    def __init__(
        self,
        now: Callable[[], int],
        listing: TableListing,
        report: Callable[..., None],
        peers: Peers | None = None,
        return_seconds: float = RETURN_SECONDS,
    ) -> None:
        self.changed = Signal[[str]](report)
        """Sent with the name of somebody who has come, gone or moved."""
        self.opened_at = now()
        """When the server was opened: Unix time in milliseconds."""
        self._now, self._listing, self.return_seconds = now, listing, return_seconds
        self._peers = peers or Peers()
        self._visits: dict[str, dict[str, _Visit]] = {}
        """The visits of each name by their workers; this one is `_HERE`."""
        self._leave: dict[str, Leave] = {}
        """What ends the visits at this worker."""
        self._lost: dict[str, int] = {}
        """When people were lost together with their worker."""
        self._peers.on_fact(_VISIT, self._note_elsewhere)
        self._peers.on_shared(_HOUSE, lambda _, at: self.note_opening())

    def note_opening(self) -> None:
        """Note when the server was opened: when the first of its workers was."""
        known = self._peers.shared(_HOUSE).get(_OPENED)
        if isinstance(known, int):
            self.opened_at = min(known, self.opened_at)
        self._peers.share(_HOUSE, _OPENED, self.opened_at)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all visitors who are here, by alphabet."""
        return tuple(sorted(self._visits, key=str.casefold))

    def __contains__(self, name: object) -> bool:
        return name in self._visits

    def arrive(self, name: str, leave: Leave) -> None:
        """Note that somebody has come; their earlier visit, at whatever worker, is ended."""
        now, newest = self._now(), self._newest(name)
        number = max(now, newest.number + 1) if newest is not None else now
        before, self._leave[name] = self._leave.get(name), leave
        self._peers.share(_LEFT, name, None)
        self._note_here(name, _Visit("", now, number))
        if before is not None:
            before(OTHER_WINDOW)
        self.changed.send(name)

    def leave(self, name: str, leave: Leave) -> None:
        """Note that somebody has gone, unless they are here in another window."""
        if self._leave.get(name) != leave:
            return
        self._end_here(name)
        if name not in self._visits:
            self._note_left(name)
            self.changed.send(name)

    def _note_left(self, name: str) -> None:
        """Remember when somebody has left who has a seat to come back to, unless that is known."""
        has_seat = bool(self._listing.tables_of(name)) and not is_guest(name)
        if has_seat and not self.left_at(name):
            self._peers.share(_LEFT, name, self._now())

    def go_to(self, name: str, leave: Leave, table: str) -> None:
        """Note that a visit has gone to a table; none means the lobby."""
        visit = self._newest(name)
        if visit is not None and self._leave.get(name) == leave and visit.table != table:
            self._note_here(name, _Visit(table, self._now(), visit.number, visit.review))
            self.changed.send(name)

    def go_to_review(self, name: str, leave: Leave, table: str) -> None:
        """Note that a visit has gone to the review of a game; none means that it has left it."""
        visit = self._newest(name)
        if visit is not None and self._leave.get(name) == leave and visit.review != table:
            self._note_here(name, replace(visit, review=table))
            self.changed.send(name)

    def review_of(self, name: str) -> str:
        """Return the table whose game somebody reviews; nothing if they review none."""
        visit = self._newest(name)
        return visit.review if visit is not None else ""

    def reviewers_of(self, table: str) -> tuple[str, ...]:
        """Return who reviews the game of a table, by alphabet."""
        return tuple([name for name in self.names if self.review_of(name) == table])

    def table_of(self, name: str) -> str:
        """Return the table that somebody has open; nothing for the lobby and who is away."""
        visit = self._newest(name)
        return visit.table if visit is not None else ""

    def tables_elsewhere(self) -> set[str]:
        """Return the tables that visitors of the other workers have open."""
        found = (one for visits in self._visits.values() for one in visits.items())
        return {visit.table for worker, visit in found if worker != _HERE}

    def visits_at(self, table: str) -> list[Leave]:
        """Return what ends the visits at this worker of all who have a table open."""
        here = {name: visits[_HERE] for name, visits in self._visits.items() if _HERE in visits}
        return [self._leave[name] for name, visit in here.items() if visit.table == table]

    def left_at(self, name: str) -> int:
        """Return when somebody left: Unix time in milliseconds, 0 if that is unknown."""
        left = self._peers.shared(_LEFT).get(name)
        return left if isinstance(left, int) else 0

    def _place_at(self, table: str, name: str) -> Place:
        """Return where somebody is for the others at a table."""
        visit = self._newest(name)
        if visit is None:
            return Place(Where.AWAY, self.left_at(name))
        if visit.table == table:
            return Place(Where.HERE, visit.since)
        return Place(Where.ELSEWHERE if visit.table else Where.LOBBY, visit.since)

    # ------------------------------------------------------------ the people of a table

    def people_at(self, table: str, state: TableFacts) -> People:
        """Return where the people of a table are, as far as that matters to the server."""
        here = frozenset([name for name in state.people if name in self])
        away = [name for name in state.people if name not in here]
        return People(
            here,
            frozenset([name for name in here if self.table_of(name) == table]),
            {name: at for name in away if (at := self.left_at(name))},
            {name: self._lost[name] for name in away if self._is_lost(name)},
            self.opened_at,
            round(self.return_seconds * 1000),
        )

    def absent(self, state: TableFacts) -> tuple[str, ...]:
        """Return the people of a table who are not here."""
        return tuple([name for name in state.people if name not in self])

    def is_attended(self, state: TableFacts) -> bool:
        """Tell whether anybody of a table is here."""
        return any(name in self for name in state.people)

    def places(self, table: str, state: TableFacts) -> Mapping[str, Place]:
        """Return where each of the people of a table is."""
        return {name: self._place_at(table, name) for name in state.people}

    def spectators_of(self, table: str, seats: Collection[str]) -> list[str]:
        """Return the people with names who have a table open, and don't sit there."""
        found = (name for name in self.names if self.table_of(name) == table)
        return [name for name in found if name not in seats and not is_guest(name)]

    # ------------------------------------------------------------ visits of all workers

    def _newest(self, name: str) -> _Visit | None:
        """Return the newest visit of somebody; all workers choose the same one."""
        visits = self._visits.get(name)
        if not visits:
            return None
        if len(visits) == 1:
            return next(iter(visits.values()))
        return visits[self._newest_worker(visits)]

    def _newest_worker(self, visits: Mapping[str, _Visit]) -> str:
        return max(visits, key=lambda worker: (visits[worker].number, worker or self._peers.me))

    def _note_here(self, name: str, visit: _Visit) -> None:
        self._lost.pop(name, None)
        self._visits.setdefault(name, {})[_HERE] = visit
        self._peers.note(_VISIT, name, to_builtins(visit))

    def _end_here(self, name: str) -> None:
        """Remove the visit at this worker."""
        del self._leave[name]
        self._remove(name, _HERE)
        self._peers.note(_VISIT, name, None)

    def _remove(self, name: str, worker: str) -> None:
        visits = self._visits.get(name, {})
        visits.pop(worker, None)
        if not visits:
            self._visits.pop(name, None)

    def _note_elsewhere(self, worker: str, name: str, value: Json) -> None:
        """Note a visit at another worker; end an older one at this worker."""
        if value is None:
            self._remove(name, worker)
            if name not in self._visits and worker not in self._peers.living:
                self._lost[name] = self._now()
        else:
            self._lost.pop(name, None)
            visits = self._visits.setdefault(name, {})
            visits[worker] = convert(value, _Visit)
            if _HERE in visits and self._newest_worker(visits) != _HERE:
                leave = self._leave[name]
                self._end_here(name)
                leave(OTHER_WINDOW)
        if name not in self._visits:
            self._note_left(name)
        self.changed.send(name)

    def _is_lost(self, name: str) -> bool:
        """Tell whether somebody was lost a moment ago, together with their worker.

        If that worker was only cut off from this one, they are here again soon.
        """
        lost = self._lost.get(name)
        return lost is not None and self._now() - lost < LOST_FOR
