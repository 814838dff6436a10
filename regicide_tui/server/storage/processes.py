"""The processes that share a store, their visitors, and their tasks.

A process has a row that expires unless it is renewed, and a row for each of its visitors. Nothing
else is exchanged between processes: lasting data is in the logs of the store.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from hashlib import blake2b
from uuid import uuid4

from regicide_tui.games.base import Value
from regicide_tui.server.base.tasks import Signal

DAY = 86_400_000
"""Milliseconds after which a visit that has ended is forgotten."""


class VisitFacts(Value):
    """Where a visitor is, and what they have seen.

    `since` is Unix time in milliseconds. Of several visits of a name, the one with the
    highest `number` is the newest.
    """

    since: int = 0
    number: int = 0
    table: str = ""
    """The table that is open; nothing in the lobby."""
    review: str = ""
    """The table whose game is reviewed; nothing if none is."""
    address: str = ""
    """The address of the visitor; empty once they have left."""
    seen: Mapping[str, int] = {}
    """How many actions of their games they had seen when they left the tables."""
    crashed: tuple[str, ...] = ()
    """The tables at which their app crashed on their last visits there."""


class Visit(Value):
    """A visit: at which process, what this says of it, and when the visit ended.

    `gone_at` is Unix time in milliseconds, and 0 while the visitor is here. A visit that ended
    because its process did not renew its row is `lost`.
    """

    process: str
    facts: VisitFacts
    gone_at: int = 0
    lost: bool = False


class Processes:
    """The processes that share a store, as one of them knows them, and their visits.

    `now` returns Unix time in milliseconds. Errors of those who subscribe to a signal go to
    `report`.
    """

    def __init__(self, now: Callable[[], int], report: Callable[[BaseException], object]) -> None:
        self.me = uuid4().hex
        """The id of this process."""
        self.since = now()
        """When the first of the processes joined: Unix time in milliseconds.

        A process inherits it from those that live when it joins.
        """
        self.others: Mapping[str, bool] = {}
        """The other processes that live, and whether each of them is about to close."""
        self.changed = Signal[[str]](report)
        """Sent with a name whose visits at other processes have changed."""
        self.living_changed = Signal[[]](report)
        """Sent when another process has joined or left."""
        self._now, self._report = now, report
        self._own: dict[str, Visit] = {}
        """The visits at this process that go on, or are remembered."""
        self._known: Mapping[str, Mapping[str, Visit]] = {}
        """Those at the other processes, by their names and processes."""

    async def open(self) -> None:
        """Join the others, and learn who visits them. Raises `StoreError`."""

    async def close(self) -> None:
        """Leave; the others notice at once."""

    async def look(self) -> None:
        """Read who is at the other processes, without becoming one of them. Raises `StoreError`."""

    # ------------------------------------------------------------ the processes

    def note_closing(self) -> None:
        """Tell the others that this process is about to close."""

    @property
    def others_stay(self) -> bool:
        """Whether another process lives that is not about to close."""
        return not all(self.others.values())

    def owns(self, task: str) -> bool:
        """Return whether this process owns a task, by rendezvous hashing.

        All processes find the same one. If one joins or leaves, only tasks that it gets or had
        change their owner. For a moment two may think that they own a task, so its effects must be
        harmless twice: the logs see to that.
        """
        if not self.others:
            return True
        return self.me == max((self.me, *self.others), key=lambda one: _weight(one, task))

    # ------------------------------------------------------------ their visits

    def note(self, name: str, facts: VisitFacts) -> None:
        """Note the facts of a visit at this process."""
        self._set(name, Visit(self.me, facts))

    def end(self, name: str, at: int, last: VisitFacts | None) -> None:
        """Note that a visit here has ended. With the `last` facts it is remembered for a day."""
        if name in self._own:
            self._set(name, None if last is None else Visit(self.me, last, at))
        oldest = self._now() - DAY
        for other, visit in [*self._own.items()]:
            if 0 < visit.gone_at < oldest:
                self._set(other, None)

    def visits(self, name: str) -> list[Visit]:
        """Return the visits of a person, including remembered ones that have ended."""
        own = self._own.get(name)
        return [*(() if own is None else (own,)), *self._known.get(name, {}).values()]

    @property
    def names(self) -> Iterator[str]:
        """The names of all current visitors of any process, perhaps with duplicates."""
        yield from (name for name, visit in self._own.items() if not visit.gone_at)
        for name, visits in self._known.items():
            if not all(one.gone_at for one in visits.values()):
                yield name

    @property
    def elsewhere(self) -> Iterator[Visit]:
        """The visits at other processes that go on."""
        for visits in self._known.values():
            yield from (one for one in visits.values() if not one.gone_at)

    def _set(self, name: str, visit: Visit | None) -> None:
        if self._own.get(name) != visit:
            if visit is None:
                del self._own[name]
            else:
                self._own[name] = visit
            self._write(name)

    def _write(self, name: str) -> None:
        """Tell the others about a person's visit at this process, or that it is forgotten."""

    def _learn(
        self,
        others: Mapping[str, bool],
        known: Mapping[str, Mapping[str, Visit]],
        names: Collection[str],
    ) -> None:
        """Note which others live and who visits them, and announce changes.

        Only the visits under these names may have changed.
        """
        names = [name for name in names if self._known.get(name) != known.get(name)]
        living_changed = others.keys() != self.others.keys()
        self._known, self.others = known, others
        for name in names:
            self.changed.send(name)
        if living_changed:
            self.living_changed.send()


class OneProcess(Processes):
    """The process of a server without others: nothing is announced."""


def _weight(process: str, task: str) -> bytes:
    return blake2b(f"{process} {task}".encode(), digest_size=16).digest()
