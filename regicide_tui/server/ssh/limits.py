"""Limits of connections and logins, which all workers of a server count together."""

from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from ipaddress import IPv6Address, IPv6Network, ip_address
from math import inf
from time import time

from msgspec import convert, to_builtins

from regicide_tui.games.base import Json, Value
from regicide_tui.server.model.refusals import Reason, Refusal
from regicide_tui.server.services.limits import UPKEEP_SECONDS, Clock, Failures, TokenBucket
from regicide_tui.server.storage.peers import Peers

_WINDOW = 60.0
"""Seconds in which the connections of an address are counted."""
_FREE_BY_NAME, _FREE_BY_ADDRESS = 5, 20
"""The failed logins without a bar: by name and address, and by address."""
_NAMES = 100
"""The most names of one address whose failures are counted separately."""
_CONNECTIONS, _NAMES_OF_CONNECTIONS = "connections", "connections of a name"
"""The topics of the facts: the counts of each address, and the numbers of each name's ones."""
_LOGINS, _ROOM = "logins", "room for a connection"
"""The topics of the messages: what is counted, and that a worker shall make room."""
_CAME, _FAILED, _NAMED, _NAMELESS = "came", "failed", "named", "nameless"
"""What is counted of connections: that they came, failed to log in, or logged in."""
_SETTLING = 3.0
"""Seconds after a login in which a connection is not closed for another: a client asks at once."""
_TOO_OFTEN = Refusal(
    Reason.TOO_MANY, "Too many connections came from your address. Try again in a minute."
)
_TOO_MANY_HERE = Refusal(
    Reason.TOO_MANY, "Too many connections from your address are open. Close one and try again."
)
_FULL = Refusal(Reason.FULL, "The server is full. Try again in a few minutes.")


class TurnedAway(Exception):
    """A connection that is refused; the message says why."""

    def __init__(self, why: str, refusal: Refusal) -> None:
        super().__init__(why)
        self.refusal = refusal


class Connection:
    """A counted connection. `leave` asks it to close.

    `give_way` does so for a newer connection of its name.
    """

    def __init__(
        self, address: str, leave: Callable[[], None], give_way: Callable[[], None]
    ) -> None:
        self.address = address
        self.leave, self.give_way = leave, give_way
        self.name = ""
        """The casefolded name of the login; empty for guests and before the login."""
        self.number = 0
        """The place of the connection in the order of those of its name, the oldest first."""


def _is_gone() -> None:
    """Do nothing, in place of callbacks that would keep an ended connection alive."""


_VISITS_FOR_A_LOGIN, _NAMELESS_FOR_A_LOGIN = 2, 10
"""The successful logins of an address at once and each minute, for each that may fail: those of
names, and those of guests and new keys. Most of the latter are refused a screen."""


class _Counts(Value, frozen=True):
    """How many connections of an address a worker has, and how many have not logged in.

    `settled_at` is the Unix time in seconds from which one may be closed that has no session.
    """

    connections: int
    not_logged_in: int
    settled_at: float | None


@dataclass
class _Address:
    """The counts of one address."""

    connections: int = 0
    lately: deque[float] = field(default_factory=deque)
    """The times of its connections of the last minute that have not logged in."""
    failures: Failures = field(default_factory=lambda: Failures(_FREE_BY_ADDRESS))
    by_name: dict[str, Failures] = field(default_factory=dict)
    logins: TokenBucket | None = None
    """The successful logins that are still allowed; None if there were none lately."""
    nameless: TokenBucket | None = None
    """The logins of guests and new keys that are counted apart; None if there were none lately."""

    def forget(self, now: float) -> None:
        """Remove old counts."""
        while self.lately and self.lately[0] <= now - _WINDOW:
            self.lately.popleft()
        self.by_name = {name: one for name, one in self.by_name.items() if one.is_fresh(now)}
        if not self.failures.is_fresh(now):
            self.failures = Failures(_FREE_BY_ADDRESS)
        if self.logins is not None and self.logins.is_full:
            self.logins = None
        if self.nameless is not None and self.nameless.is_full:
            self.nameless = None

    @property
    def is_forgettable(self) -> bool:
        """Whether there is nothing to remember."""
        remembered = self.lately or self.failures.count or self.by_name
        return not (self.connections or remembered or self.logins or self.nameless)


class ConnectionLimiter:
    """Counts connections and logins, and decides which may come in.

    Connections are counted by address and in all. If there is no room for another one, the oldest
    connection without a session is closed: first one that is logged in, then one that has not
    logged in yet. So nobody keeps others out by holding connections open. A name may have only a
    few connections: the oldest is closed for a new one.

    Successful logins are counted by address, too: each shows a screen, which costs the server more
    than everything before it. Those of guests and new keys are counted apart, so that a crowd of
    them keeps no known key out.

    Failed logins are counted by address, and by name and address. They bar only clients without a
    known key; a client that proves a known key is never barred.

    The connections and logins of all workers count. What happens at two of them in the same
    milliseconds may pass a limit. `wall` returns Unix time in seconds.
    """

    def __init__(
        self,
        in_all: int,
        by_address: int,
        logins_a_minute: int,
        clock: Clock,
        *,
        by_name: int = 4,
        peers: Peers | None = None,
        wall: Clock = time,
    ) -> None:
        self._peers, self._wall = peers or Peers(), wall
        self._peers.on_fact(_NAMES_OF_CONNECTIONS, lambda _, name, __: self._keep_to_most(name))
        self._peers.on_message(_LOGINS, lambda _, what: self._hear(what))
        self._peers.on_message(_ROOM, lambda _, asked: self._make_room_for_others(asked))
        self._most, self._by_address, self._by_name = in_all, by_address, by_name
        self._logins_a_minute = logins_a_minute
        self._clock = clock
        self.addresses: dict[str, _Address] = {}
        self._not_logged_in: dict[Connection, None] = {}
        """Connections that have not logged in, the oldest first."""
        self._without_session: dict[Connection, float] = {}
        """Logged-in connections without a session, and since when, the oldest first."""
        self._by_user: dict[str, dict[Connection, None]] = {}
        """The connections of each name, the oldest first."""
        self._connections: set[Connection] = set()
        self._tidied = clock()

    @property
    def connections(self) -> int:
        """The number of connections."""
        return len(self._connections)

    # ------------------------------------------------------------ connections

    def add(
        self,
        address: str,
        leave: Callable[[], None],
        give_way: Callable[[], None] | None = None,
    ) -> Connection:
        """Count a new connection until it is removed. Raises `TurnedAway`.

        `leave` is called if the connection must make room for another one, and `give_way` if that
        one has the same name. It is removed before.
        """
        network = network_of(address)
        entry, now = self._entry_of(network), self._clock()
        entry.forget(now)
        if len(entry.lately) >= self._logins_a_minute:
            raise TurnedAway("too many logins a minute from one address", _TOO_OFTEN)
        if entry.logins is not None and entry.logins.seconds_to_wait:
            raise TurnedAway("too many visits a minute from one address", _TOO_OFTEN)
        elsewhere = self._counts_elsewhere()
        if entry.connections + elsewhere[network] >= self._by_address:
            self._make_room("too many connections from one address", _TOO_MANY_HERE, network)
        if self.connections + elsewhere.total() >= self._most:
            self._make_room("the server is full", _FULL)
        self._count(_CAME, network)
        self._entry_of(network).connections += 1
        connection = Connection(network, leave, give_way or leave)
        self._not_logged_in[connection] = None
        self._connections.add(connection)
        self._tell_counts(network)
        return connection

    def _make_room(self, why: str, refusal: Refusal, address: str = "") -> None:
        """Close the oldest connection without a session, if need be at another worker.

        Raises `TurnedAway`.
        """
        if self._close_idle(address):
            return
        for worker, network, counts in self._elsewhere():
            settled_at = inf if counts.settled_at is None else counts.settled_at
            may_close = counts.not_logged_in or settled_at <= self._wall()
            if address in ("", network) and may_close:
                self._peers.tell(_ROOM, [worker, network])
                return
        raise TurnedAway(why, refusal)

    def _make_room_for_others(self, asked: Json) -> None:
        """Close a connection because another worker has a newer one."""
        worker, address = convert(asked, tuple[str, str])
        if worker == self._peers.me:
            self._close_idle(address)

    def _close_idle(self, address: str) -> bool:
        """Close the oldest connection without a session; tell whether there is one."""
        settled = self._clock() - _SETTLING
        idle = [
            connection for connection, since in self._without_session.items() if since <= settled
        ]
        for connection in (*idle, *self._not_logged_in):
            if address in ("", connection.address):
                self._ask(connection, connection.leave)
                return True
        return False

    def _ask(self, connection: Connection, leave: Callable[[], None]) -> None:
        """Remove a connection and ask it to close."""
        self.remove(connection)
        leave()

    def remove(self, connection: Connection) -> None:
        """Remove a connection; further calls have no effect."""
        if connection in self._connections:
            self._connections.remove(connection)
            self._not_logged_in.pop(connection, None)
            self._without_session.pop(connection, None)
            self._forget_name(connection)
            self.addresses[connection.address].connections -= 1
            self._tell_counts(connection.address)
            self._forget_quiet()
        connection.leave = connection.give_way = _is_gone

    def note_session_start(self, connection: Connection) -> None:
        """Note that a session began: this connection no longer makes room for others."""
        self._without_session.pop(connection, None)
        self._tell_counts(connection.address)

    def note_session_end(self, connection: Connection) -> None:
        """Note that the session is over: there is no other one, so it makes room at once."""
        if connection in self._connections:
            self._without_session[connection] = -inf
            self._tell_counts(connection.address)

    def note_name(self, connection: Connection, name: str) -> None:
        """Count a connection for its name; close the oldest ones if there are too many."""
        if connection not in self._connections:
            return
        connection.name = name.casefold()
        newest = max([number for number, _ in self._numbers_of(connection.name)], default=0)
        connection.number = max(int(self._wall() * 1000), newest + 1)
        self._by_user.setdefault(connection.name, {})[connection] = None
        self._tell_numbers(connection.name)
        self._keep_to_most(connection.name)

    def _numbers_of(self, name: str) -> list[tuple[int, str]]:
        """Return the numbers of the connections of a name with their workers, in order."""
        mine = [(one.number, self._peers.me) for one in self._by_user.get(name, ())]
        others = [
            (number, worker)
            for worker, names in self._peers.facts(_NAMES_OF_CONNECTIONS).items()
            for number in convert(names.get(name, []), list[int])
        ]
        return sorted([*mine, *others])

    def _keep_to_most(self, name: str) -> None:
        """Close the oldest connections of a name at this worker if there are too many in all."""
        numbers = self._numbers_of(name)
        for oldest in numbers[: max(0, len(numbers) - self._by_name)]:
            for connection in [*self._by_user.get(name, ())]:
                if (connection.number, self._peers.me) == oldest:
                    self._ask(connection, connection.give_way)

    def _forget_name(self, connection: Connection) -> None:
        entry = self._by_user.get(connection.name, {})
        if entry.pop(connection, self) is None:
            self._tell_numbers(connection.name)
        if not entry:
            self._by_user.pop(connection.name, None)

    # ------------------------------------------------------------ other workers

    def _tell_numbers(self, name: str) -> None:
        numbers: list[Json] = [one.number for one in self._by_user.get(name, ())]
        self._peers.note(_NAMES_OF_CONNECTIONS, name, numbers or None)

    def _tell_counts(self, network: str) -> None:
        """Tell the other workers how many connections of an address are here."""
        here = self.addresses[network].connections
        waiting = sum(one.address == network for one in self._not_logged_in)
        idle = [at for one, at in self._without_session.items() if one.address == network]
        settled_in = min(idle) + _SETTLING - self._clock() if idle else None
        settled_at = max(0.0, self._wall() + settled_in) if settled_in is not None else None
        counts = _Counts(here, waiting, settled_at)
        self._peers.note(_CONNECTIONS, network, to_builtins(counts) if here else None)

    def _elsewhere(self) -> Iterator[tuple[str, str, _Counts]]:
        """Yield the other workers, the addresses, and the counts of each address there."""
        for worker, counts in self._peers.facts(_CONNECTIONS).items():
            for network, one in counts.items():
                yield worker, network, convert(one, _Counts)

    def _counts_elsewhere(self) -> Counter[str]:
        """Return the number of connections of each address at the other workers."""
        found: Counter[str] = Counter()
        for _, network, counts in self._elsewhere():
            found[network] += counts.connections
        return found

    def _entry_of(self, network: str) -> _Address:
        return self.addresses.setdefault(network, _Address())

    def _forget_quiet(self) -> None:
        """Remove the addresses without any count."""
        now = self._clock()
        if now < self._tidied + UPKEEP_SECONDS:
            return
        self._tidied = now
        for entry in self.addresses.values():
            entry.forget(now)
        self.addresses = {
            one: entry for one, entry in self.addresses.items() if not entry.is_forgettable
        }

    # ------------------------------------------------------------ logins

    def seconds_barred(self, connection: Connection, name: str) -> float:
        """Return for how many seconds logins of this name and address are still barred."""
        entry, now = self._entry_of(connection.address), self._clock()
        ends = [entry.failures.barred_until]
        if (failures := entry.by_name.get(name.casefold())) is not None:
            ends.append(failures.barred_until)
        return max(0.0, *[end - now for end in ends])

    def note_failure(self, connection: Connection, name: str) -> None:
        """Count a failed login. After a few, each doubles the time for which logins are barred."""
        self._count(_FAILED, connection.address, name)

    def note_success(self, connection: Connection, name: str) -> None:
        """Count a successful login. It resets the failures of the name, but not of the address.

        (Else a client with a key could guess passwords without end, and log in in between.)
        """
        self._note_login(connection, self._clock())
        self._count(_NAMED, connection.address, name)

    def note_nameless(self, connection: Connection, name: str, *, welcome: bool) -> None:
        """Count the login of a guest or a new key, apart from those of known keys.

        If they are not welcome, the connection makes room for others from now on.
        """
        self._note_login(connection, self._clock() if welcome else -inf)
        self._count(_NAMELESS, connection.address, name)

    def _note_login(self, connection: Connection, since: float) -> None:
        """Note that a connection is logged in."""
        if connection in self._connections:
            self._not_logged_in.pop(connection, None)
            self._without_session[connection] = since
            self._tell_counts(connection.address)

    def _count(self, what: str, network: str, name: str = "") -> None:
        """Count something here and at the other workers."""
        self._note(what, network, name.casefold())
        self._peers.tell(_LOGINS, [what, network, name.casefold()])

    def _hear(self, told: Json) -> None:
        """Count something that another worker has told."""
        self._note(*convert(told, tuple[str, str, str]))
        self._forget_quiet()

    def _note(self, what: str, network: str, name: str) -> None:
        """Note that a connection has come, has logged in, or has failed to do so."""
        entry, now = self._entry_of(network), self._clock()
        entry.forget(now)
        if what == _CAME:
            entry.lately.append(now)
        elif what == _FAILED:
            entry.failures.add(now)
            if name in entry.by_name or len(entry.by_name) < _NAMES:
                entry.by_name.setdefault(name, Failures(_FREE_BY_NAME)).add(now)
        else:
            entry.by_name.pop(name, None)
            if self._may_log_in(entry, what) and entry.lately:
                entry.lately.pop()

    def _may_log_in(self, entry: _Address, what: str) -> bool:
        """Count a login; tell whether its connection counts no longer as one that failed."""
        if what == _NAMED:
            if entry.logins is None:
                entry.logins = self._new_bucket(_VISITS_FOR_A_LOGIN)
            entry.logins.charge(1)
            return True
        if entry.nameless is None:
            entry.nameless = self._new_bucket(_NAMELESS_FOR_A_LOGIN)
        return entry.nameless.take(1) > 0

    def _new_bucket(self, for_a_login: int) -> TokenBucket:
        most = for_a_login * self._logins_a_minute
        return TokenBucket(most, most / _WINDOW, self._clock)


def network_of(address: str) -> str:
    """Return the unit that counts as one address: an IPv4 address, or a /64 network of IPv6."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(ip, IPv6Address):
        return str(ip)
    return str(ip.ipv4_mapped or IPv6Network((int(ip) >> 64 << 64, 64)))
