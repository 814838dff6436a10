"""Limits of connections, logins and rates. Pure, except for the clock they are given."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from ipaddress import IPv6Address, IPv6Network, ip_address
from math import inf

from regicide_tui.server.login.refusals import Reason, Refusal
from regicide_tui.server.storage.accounts import is_guest

Clock = Callable[[], float]
"""Returns seconds that never go back."""

OnCount = Callable[[str, int], None]
"""Called with a key and the units that were counted for it; they may be below 0."""

_WINDOW = 60.0
"""Seconds in which the connections of an address are counted."""
_LONGEST_BAR = 600.0
"""Seconds."""
_MEMORY = 3600.0
"""Seconds after the last failure, or after the bar, at which failures are forgotten."""
_FREE_BY_NAME, _FREE_BY_ADDRESS = 5, 20
"""The failed logins without a bar: by name and address, and by address."""
_FREE_TRIES = 5
"""The wrong passwords of private tables without a wait."""
_MOST_TRIED = 10_000
"""The most visitors whose wrong passwords are remembered: those who failed last."""
_NAMES = 100
"""The most names of one address whose failures are counted separately."""
_SETTLING = 3.0
"""Seconds after a login in which a connection is not closed for another: a client asks at once."""
_UPKEEP_SECONDS = 30.0
"""Seconds between two removals of old entries."""


class TokenBucket:
    """A token bucket: lets `burst` units through at once, and `rate` more each second."""

    def __init__(self, burst: int, rate: float, clock: Clock) -> None:
        self._burst, self._rate, self._clock = burst, rate, clock
        self._left = float(burst)
        self._at = clock()

    def take(self, wanted: int) -> int:
        """Take units; return how many of the wanted ones may pass now."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        passed = max(0, min(wanted, int(self._left)))
        self._left -= passed
        return passed

    def charge(self, units: int) -> None:
        """Take units that have passed already, even if they are more than may pass now."""
        self.take(0)
        self._left -= units

    @property
    def seconds_to_wait(self) -> float:
        """Seconds until a unit may pass."""
        now = self._clock()
        left = self._left + (now - self._at) * self._rate
        return max(0.0, (1 - left) / self._rate)

    @property
    def is_full(self) -> bool:
        """Whether the whole burst may pass."""
        return self._left + (self._clock() - self._at) * self._rate >= self._burst


def _tell_nobody(_key: str, _units: int) -> None:
    """Do nothing, because there are no other workers."""


class RateLimiter:
    """Limits a rate for each of many keys: a burst at once, then one unit each `seconds`.

    A key is an address or a name. Keys that have done nothing lately are forgotten.
    """

    def __init__(self, at_once: int, seconds: float, clock: Clock) -> None:
        self._burst, self._seconds, self._clock = at_once, seconds, clock
        self.on_count: OnCount = _tell_nobody
        self._buckets: dict[str, TokenBucket] = {}
        self._tidied = clock()

    def seconds_to_wait(self, key: str) -> float:
        """Return the seconds until the key may act again."""
        entry = self._buckets.get(key)
        return entry.seconds_to_wait if entry is not None else 0.0

    def is_idle(self, key: str) -> bool:
        """Tell whether a key has done nothing lately."""
        entry = self._buckets.get(key)
        return entry is None or entry.is_full

    def take(self, key: str) -> float:
        """Count one unit and return 0; or count nothing and return the seconds to wait."""
        self._forget()
        entry = self._bucket(key)
        wait = entry.seconds_to_wait
        if not wait:
            entry.take(1)
            self.on_count(key, 1)
        return wait

    def give_back(self, key: str) -> None:
        """Undo the count of one unit, because nothing came of it."""
        if (entry := self._buckets.get(key)) is not None:
            entry.charge(-1)
            self.on_count(key, -1)

    def charge(self, key: str, units: int) -> None:
        """Count units that were counted at another worker."""
        self._bucket(key).charge(units)

    def _bucket(self, key: str) -> TokenBucket:
        fresh = TokenBucket(self._burst, 1 / self._seconds, self._clock)
        return self._buckets.setdefault(key, fresh)

    def _forget(self) -> None:
        now = self._clock()
        if now >= self._tidied + _UPKEEP_SECONDS:
            self._tidied = now
            self._buckets = {
                one: entry for one, entry in self._buckets.items() if not entry.is_full
            }


class VisitorRateLimiter:
    """Limits what visitors do by name, and by address where it is known.

    A name that has done nothing lately is not refused for what others at its address have done. A
    guest may be: guests have a new name each time.
    """

    def __init__(self, by_name: RateLimiter, by_address: RateLimiter) -> None:
        self._by_name, self._by_address = by_name, by_address

    def take(self, name: str, address: str) -> float:
        """Count one action and return 0; or count nothing and return the seconds to wait."""
        wait = self._by_name.seconds_to_wait(name)
        if address and (is_guest(name) or not self._by_name.is_idle(name)):
            wait = max(wait, self._by_address.seconds_to_wait(address))
        if not wait:
            self._by_name.take(name)
            if address:
                self._by_address.take(address)
        return wait


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


@dataclass
class _Failures:
    """Failed logins in a row, and until when further ones are barred."""

    free: int
    count: int = 0
    barred_until: float = 0.0
    last: float = 0.0

    def add(self, now: float) -> None:
        """Count a failure. Each one beyond the free ones doubles the bar, up to the longest."""
        self.count, self.last = self.count + 1, now
        over = self.count - self.free
        if over > 0:
            # An exponent without a bound would be too large for a float after 1,023 failures.
            bar = min(_LONGEST_BAR, 2.0 ** min(over, 16))
            self.barred_until = max(self.barred_until, now + bar)

    def is_fresh(self, now: float) -> bool:
        """Tell whether they must still be remembered."""
        return bool(self.count) and max(self.last, self.barred_until) > now - _MEMORY


class PasswordTries:
    """Counts the wrong passwords of each visitor. After a few, each doubles the time to wait.

    A right password resets nothing: else a visitor with a private table could reset the count.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._failures: dict[str, _Failures] = {}
        """The latest failure is the last entry."""
        self.on_count: OnCount = _tell_nobody

    def seconds_to_wait(self, key: str) -> float:
        """Return the seconds until another try is allowed."""
        entry = self._failures.get(key)
        return max(0.0, entry.barred_until - self._clock()) if entry is not None else 0.0

    def note_failure(self, key: str) -> None:
        """Count a wrong password."""
        self.charge(key, 1)
        self.on_count(key, 1)

    def charge(self, key: str, units: int) -> None:
        """Count wrong passwords, also of another worker."""
        now = self._clock()
        entry = self._failures.pop(key, None)
        if entry is None or not entry.is_fresh(now):
            entry = _Failures(_FREE_TRIES)
        for _ in range(units):
            entry.add(now)
        self._failures[key] = entry
        while len(self._failures) > _MOST_TRIED or not self._oldest.is_fresh(now):
            del self._failures[next(iter(self._failures))]

    @property
    def _oldest(self) -> _Failures:
        return next(iter(self._failures.values()))


_VISITS_FOR_A_LOGIN, _NAMELESS_FOR_A_LOGIN = 2, 10
"""The successful logins of an address at once and each minute, for each that may fail: those of
names, and those of guests and new keys. Most of the latter are refused a screen."""


@dataclass
class _Address:
    """The counts of one address."""

    connections: int = 0
    lately: deque[float] = field(default_factory=deque)
    """The times of its connections of the last minute that have not logged in."""
    failures: _Failures = field(default_factory=lambda: _Failures(_FREE_BY_ADDRESS))
    by_name: dict[str, _Failures] = field(default_factory=dict)
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
            self.failures = _Failures(_FREE_BY_ADDRESS)
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
        self._addresses: dict[str, _Address] = {}
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
        if entry.connections >= self._by_address:
            self._make_room("too many connections from one address", _TOO_MANY_HERE, network)
        if self.connections >= self._most:
            self._make_room("the server is full", _FULL)
        entry = self._entry_of(network)
        entry.lately.append(now)
        entry.connections += 1
        connection = Connection(network, leave, give_way or leave)
        self._not_logged_in[connection] = None
        self._connections.add(connection)
        return connection

    def _make_room(self, why: str, refusal: Refusal, address: str = "") -> None:
        """Close the oldest connection without a session. Raises `TurnedAway`."""
        settled = self._clock() - _SETTLING
        idle = [
            connection for connection, since in self._without_session.items() if since <= settled
        ]
        for connection in (*idle, *self._not_logged_in):
            if address in ("", connection.address):
                self._ask(connection, connection.leave)
                return
        raise TurnedAway(why, refusal)

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
            self._addresses[connection.address].connections -= 1
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
        entry = self._by_user.setdefault(connection.name, {})
        entry[connection] = None
        while len(entry) > self._by_name:
            oldest = next(iter(entry))
            self._ask(oldest, oldest.give_way)

    def _forget_name(self, connection: Connection) -> None:
        entry = self._by_user.get(connection.name, {})
        entry.pop(connection, None)
        if not entry:
            self._by_user.pop(connection.name, None)

    def _entry_of(self, network: str) -> _Address:
        return self._addresses.setdefault(network, _Address())

    def _forget_quiet(self) -> None:
        """Remove the addresses without any count."""
        now = self._clock()
        if now < self._tidied + _UPKEEP_SECONDS:
            return
        self._tidied = now
        for entry in self._addresses.values():
            entry.forget(now)
        self._addresses = {
            one: entry for one, entry in self._addresses.items() if not entry.is_forgettable
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
            entry.by_name.setdefault(name, _Failures(_FREE_BY_NAME)).add(now)

    def note_success(self, connection: Connection, name: str) -> None:
        """Count a successful login. It resets the failures of the name, but not of the address.

        (Else a client with a key could guess passwords without end, and log in in between.)
        """
        entry = self._note_login(connection, name, self._clock())
        if entry.lately:
            entry.lately.pop()
        if entry.logins is None:
            entry.logins = self._new_bucket(_VISITS_FOR_A_LOGIN)
        entry.logins.charge(1)

    def note_nameless(self, connection: Connection, name: str, *, welcome: bool) -> None:
        """Count the login of a guest or a new key, apart from those of known keys.

        If they are not welcome, the connection makes room for others from now on.
        """
        entry = self._note_login(connection, name, self._clock() if welcome else -inf)
        if entry.nameless is None:
            entry.nameless = self._new_bucket(_NAMELESS_FOR_A_LOGIN)
        if entry.nameless.take(1) and entry.lately:
            entry.lately.pop()

    def _note_login(self, connection: Connection, name: str, since: float) -> _Address:
        """Note that a connection is logged in; return the counts of its address."""
        if connection in self._connections:
            self._not_logged_in.pop(connection, None)
            self._without_session[connection] = since
        entry = self._entry_of(connection.address)
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
