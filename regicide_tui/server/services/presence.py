"""Who is on the server, at which table each of them is, and since when."""

from collections.abc import Callable, Mapping

from msgspec import convert, to_builtins

from regicide_tui.games.base import Json, Value
from regicide_tui.server.model.table.info import Place, Where
from regicide_tui.server.storage.peers import Peers

Leave = Callable[[str], None]
"""Called to end somebody's app, with the reason."""
OTHER_WINDOW = "You connected in another window."
"""Why the earlier visit of somebody ends."""
LOST_SECONDS = 30.0
"""Seconds in which people who were lost together with their worker may be here again."""

_VISIT, _LEFT = "visit", "left"
"""The topics of the facts about visits, and of the shared times at which players left."""
_HERE = ""
"""Stands for this worker, whose id changes if it was cut off from the others."""


class _Visit(Value, frozen=True):
    """The visit of somebody: the open table (or nothing), since when, and its place in the order.

    Of several visits of a name that with the highest `number` is the newest.
    """

    table: str
    since: int
    number: int


class Presence:
    """The visitors who are here, and when players left. `now` returns Unix time in milliseconds.

    Somebody is here who is at any worker of the server. `peers` knows the other workers.
    """

    def __init__(self, now: Callable[[], int], peers: Peers | None = None) -> None:
        self._now = now
        self._peers = peers or Peers()
        self._visits: dict[str, dict[str, _Visit]] = {}
        """The visits of each name by their workers; this one is `_HERE`."""
        self._leave: dict[str, Leave] = {}
        """What ends the visits at this worker."""
        self._lost: dict[str, int] = {}
        """When people were lost together with their worker."""
        self.on_elsewhere: Callable[[str, bool], None] = lambda name, moved: None
        """Called with a name that has come, gone or moved at another worker; whether they moved."""
        self._peers.on_fact(_VISIT, self._note_elsewhere)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all visitors who are here, by alphabet."""
        return tuple(sorted(self._visits, key=str.casefold))

    def __contains__(self, name: object) -> bool:
        return name in self._visits

    def arrive(self, name: str, leave: Leave) -> Leave | None:
        """Note that somebody has come; return what ends their earlier visit at this worker.

        An earlier visit at another worker is ended there.
        """
        now, newest = self._now(), self._newest(name)
        number = max(now, newest.number + 1) if newest is not None else now
        before, self._leave[name] = self._leave.get(name), leave
        self._peers.share(_LEFT, name, None)
        self._note_here(name, _Visit("", now, number))
        return before

    def leave(self, name: str, leave: Leave, *, remember: bool) -> bool:
        """Note that somebody has gone; return False if they are here in another window.

        Unless they have a seat to come back to, nobody asks when they left: `remember` is False.
        """
        if self._leave.get(name) != leave:
            return False
        self._end_here(name)
        if name in self._visits:
            return False
        if remember:
            self.note_left(name)
        return True

    def is_lost(self, name: str) -> bool:
        """Tell whether somebody was lost a moment ago, together with their worker.

        If that worker was only cut off from this one, they are here again soon.
        """
        lost = self._lost.get(name)
        return lost is not None and self._now() - lost < LOST_SECONDS * 1000

    def note_left(self, name: str) -> None:
        """Remember that somebody has left now, unless that is known."""
        if not self.left_at(name):
            self._peers.share(_LEFT, name, self._now())

    def go_to(self, name: str, leave: Leave, table: str) -> bool:
        """Note that a visit has gone to a table, or to the lobby; tell whether that is news."""
        visit = self._newest(name)
        if visit is None or self._leave.get(name) != leave or visit.table == table:
            return False
        self._note_here(name, _Visit(table, self._now(), visit.number))
        return True

    def table_of(self, name: str) -> str:
        """Return the table that somebody has open; nothing for the lobby and who is away."""
        visit = self._newest(name)
        return visit.table if visit is not None else ""

    def names_at(self, table: str) -> list[str]:
        """Return who has a table open, by alphabet."""
        return [name for name in self.names if self.table_of(name) == table]

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

    def place_at(self, table: str, name: str) -> Place:
        """Return where somebody is for the others at a table."""
        visit = self._newest(name)
        if visit is None:
            return Place(Where.AWAY, self.left_at(name))
        if visit.table == table:
            return Place(Where.HERE, visit.since)
        return Place(Where.ELSEWHERE if visit.table else Where.LOBBY, visit.since)

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
        before = self._visits.get(name, {}).get(worker)
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
        moved = before is not None and value is not None
        self.on_elsewhere(name, moved)
