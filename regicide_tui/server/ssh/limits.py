"""Limits of connections and logins; each process counts its own."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from ipaddress import IPv6Address, IPv6Network, ip_address
from math import inf

from regicide_tui.server.model.refusals import Reason, Refusal
from regicide_tui.server.services.limits import UPKEEP_SECONDS, Clock, Failures, TokenBucket

_WINDOW = 60.0
"""Seconds in which the connections of an address are counted."""
_FREE_BY_NAME, _FREE_BY_ADDRESS = 5, 20
"""The failed logins without a bar: by name and address, and by address."""
_NAMES = 100
"""The most names of one address whose failures are counted separately."""
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


def _is_gone() -> None:
    """Do nothing, in place of callbacks that would keep an ended connection alive."""


_VISITS_FOR_A_LOGIN, _NAMELESS_FOR_A_LOGIN = 2, 10
"""The successful logins of an address at once and each minute, for each that may fail: those of
names, and those of guests and new keys. Most of the latter are refused a screen."""


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

    def forget_last(self) -> None:
        """Remove the newest connection from those that have not logged in."""
        if self.lately:
            self.lately.pop()

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
    """

    def __init__(
        self,
        in_all: int,
        by_address: int,
        logins_a_minute: int,
        clock: Clock,
        *,
        by_name: int = 4,
    ) -> None:
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
        if entry.connections >= self._by_address and not self._close_idle(network):
            raise TurnedAway("too many connections from one address", _TOO_MANY_HERE)
        if self.connections >= self._most and not self._close_idle():
            raise TurnedAway("the server is full", _FULL)
        entry = self._entry_of(network)
        entry.lately.append(now)
        entry.connections += 1
        connection = Connection(network, leave, give_way or leave)
        self._not_logged_in[connection] = None
        self._connections.add(connection)
        return connection

    def _close_idle(self, address: str = "") -> bool:
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
            self._forget_quiet()
        connection.leave = connection.give_way = _is_gone

    def note_session_start(self, connection: Connection) -> None:
        """Note that a session began: this connection no longer makes room for others."""
        self._without_session.pop(connection, None)

    def note_session_end(self, connection: Connection) -> None:
        """Note that the session is over: there is no other one, so it makes room at once."""
        if connection in self._connections:
            self._without_session[connection] = -inf

    def note_name(self, connection: Connection, name: str) -> None:
        """Count a connection for its name; close the oldest ones if there are too many."""
        if connection not in self._connections:
            return
        connection.name = name.casefold()
        mine = self._by_user.setdefault(connection.name, {})
        mine[connection] = None
        for oldest in [*mine][: max(0, len(mine) - self._by_name)]:
            self._ask(oldest, oldest.give_way)

    def _forget_name(self, connection: Connection) -> None:
        mine = self._by_user.get(connection.name, {})
        mine.pop(connection, None)
        if not mine:
            self._by_user.pop(connection.name, None)

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
        entry, now, name = self._entry_of(connection.address), self._clock(), name.casefold()
        entry.forget(now)
        entry.failures.add(now)
        if name in entry.by_name or len(entry.by_name) < _NAMES:
            entry.by_name.setdefault(name, Failures(_FREE_BY_NAME)).add(now)

    def note_success(self, connection: Connection, name: str) -> None:
        """Count a successful login. It resets the failures of the name, but not of the address.

        (Else a client with a key could guess passwords without end, and log in in between.)
        """
        entry = self._note_login(connection, name, self._clock())
        if entry.logins is None:
            entry.logins = self._new_bucket(_VISITS_FOR_A_LOGIN)
        entry.logins.charge(1)
        entry.forget_last()

    def note_nameless(self, connection: Connection, name: str, *, welcome: bool) -> None:
        """Count the login of a guest or a new key, apart from those of known keys.

        If they are not welcome, the connection makes room for others from now on.
        """
        entry = self._note_login(connection, name, self._clock() if welcome else -inf)
        if entry.nameless is None:
            entry.nameless = self._new_bucket(_NAMELESS_FOR_A_LOGIN)
        if entry.nameless.take(1):
            entry.forget_last()

    def _note_login(self, connection: Connection, name: str, since: float) -> _Address:
        """Note that a connection is logged in; return the counts of its address."""
        if connection in self._connections:
            self._not_logged_in.pop(connection, None)
            self._without_session[connection] = since
        entry = self._entry_of(connection.address)
        entry.forget(self._clock())
        entry.by_name.pop(name.casefold(), None)
        return entry

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
