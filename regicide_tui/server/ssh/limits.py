"""How much the house bears: connections, logins, bytes. Pure but for the clock it is given."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from ipaddress import IPv6Address, IPv6Network, ip_address

from regicide_tui.server.storage.accounts import is_guest

Clock = Callable[[], float]
"""Seconds that never go back."""

_WINDOW = 60.0
"""Seconds in which the connections of an address are counted."""
_LONGEST_BAR = 600.0
"""Seconds."""
_MEMORY = 3600.0
"""Seconds after the last failure, or the end of the bar, at which failures are forgotten."""
_FREE_BY_NAME, _FREE_BY_ADDRESS = 5, 20
"""Failed logins without a bar: of one name at one address, and of an address in all."""
_FREE_TRIES = 5
"""Wrong words of private tables without a wait."""
_MOST_TRIED = 10_000
"""The visitors whose wrong words are remembered: those who failed last."""
_NAMES = 100
"""The most names of one address of which failures are counted each for itself."""
_SETTLING = 3.0
"""Seconds between a login and the session in which nobody must make room: a client asks at once."""
_UPKEEP_SECONDS = 30.0
"""Seconds between two looks for what can be forgotten."""


class TokenBucket:
    """Lets so many units through at once, and so many more each second."""

    def __init__(self, burst: int, rate: float, clock: Clock) -> None:
        self._burst, self._rate, self._clock = burst, rate, clock
        self._left = float(burst)
        self._at = clock()

    def take(self, wanted: int) -> int:
        """Return how many of the wanted units may pass now."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        passed = max(0, min(wanted, int(self._left)))
        self._left -= passed
        return passed

    def charge(self, units: int) -> None:
        """Note units that have passed already, also if they are more than may pass now."""
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
        """Whether as many units may pass as ever."""
        return self._left + (self._clock() - self._at) * self._rate >= self._burst


class RateLimiter:
    """Counts what each of many does: so much at once, then one after another.

    Who is counted is an address, say, or a name. Who has done nothing lately is forgotten.
    """

    def __init__(self, at_once: int, seconds: float, clock: Clock) -> None:
        self._burst, self._seconds, self._clock = at_once, seconds, clock
        self._buckets: dict[str, TokenBucket] = {}
        self._tidied = clock()

    def seconds_to_wait(self, key: str) -> float:
        """Return after how many seconds there may be another one."""
        entry = self._buckets.get(key)
        return entry.seconds_to_wait if entry is not None else 0.0

    def is_idle(self, key: str) -> bool:
        """Tell whether somebody has done nothing lately."""
        entry = self._buckets.get(key)
        return entry is None or entry.is_full

    def take(self, key: str) -> float:
        """Count one more, and return 0; or count nothing, and return what `wait` does."""
        self._forget()
        fresh = TokenBucket(self._burst, 1 / self._seconds, self._clock)
        entry = self._buckets.setdefault(key, fresh)
        wait = entry.seconds_to_wait
        if not wait:
            entry.take(1)
        return wait

    def _forget(self) -> None:
        now = self._clock()
        if now >= self._tidied + _UPKEEP_SECONDS:
            self._tidied = now
            self._buckets = {
                one: entry for one, entry in self._buckets.items() if not entry.is_full
            }


class VisitorRateLimiter:
    """Counts what people do by their names, and by their addresses where these are known.

    Who has done nothing lately is not refused for what others at the same address have done, unless
    it is a guest, who has a new name each time.
    """

    def __init__(self, by_name: RateLimiter, by_address: RateLimiter) -> None:
        self._by_name, self._by_address = by_name, by_address

    def take(self, name: str, address: str) -> float:
        """Count one more, and return 0; or count nothing, and return how many seconds to wait."""
        wait = self._by_name.seconds_to_wait(name)
        if address and (is_guest(name) or not self._by_name.is_idle(name)):
            wait = max(wait, self._by_address.seconds_to_wait(address))
        if not wait:
            self._by_name.take(name)
            if address:
                self._by_address.take(address)
        return wait


class TurnedAway(Exception):
    """A connection that is not let in, with the reason."""


class Connection:
    """A connection that counts. `leave` asks it to go."""

    def __init__(self, address: str, leave: Callable[[], None]) -> None:
        self.address = address
        self.leave = leave
        self.name = ""
        """By which somebody has logged in who is no guest."""


def _is_gone() -> None:
    """Ask nobody to go: who asks holds on to nothing that has ended."""


@dataclass
class _Failures:
    """Failed logins in a row, and until when no more are listened to."""

    free: int
    count: int = 0
    barred_until: float = 0.0
    last: float = 0.0

    def add(self, now: float) -> None:
        """Count one more: each one beyond the free ones doubles the bar, up to the longest."""
        self.count, self.last = self.count + 1, now
        over = self.count - self.free
        if over > 0:
            # An exponent without a bound would be too large for a float after 1,023 failures.
            bar = min(_LONGEST_BAR, 2.0 ** min(over, 16))
            self.barred_until = max(self.barred_until, now + bar)

    def is_fresh(self, now: float) -> bool:
        """Tell whether they are to be remembered."""
        return bool(self.count) and max(self.last, self.barred_until) > now - _MEMORY


class PasswordTries:
    """Counts the wrong words of each visitor: after a few, each doubles the time to wait.

    A right word makes good for nothing, or else somebody with a table of their own could try on.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._failures: dict[str, _Failures] = {}
        """Who failed last is the last."""

    def seconds_to_wait(self, key: str) -> float:
        """Return after how many seconds somebody may try again."""
        entry = self._failures.get(key)
        return max(0.0, entry.barred_until - self._clock()) if entry is not None else 0.0

    def note_failure(self, key: str) -> None:
        """Note a wrong word."""
        now = self._clock()
        entry = self._failures.pop(key, None)
        if entry is None or not entry.is_fresh(now):
            entry = _Failures(_FREE_TRIES)
        entry.add(now)
        self._failures[key] = entry
        while len(self._failures) > _MOST_TRIED or not self._oldest.is_fresh(now):
            del self._failures[next(iter(self._failures))]

    @property
    def _oldest(self) -> _Failures:
        return next(iter(self._failures.values()))


_VISITS_FOR_A_LOGIN = 2
"""Logins from an address that may succeed at once and each minute, for each that may not."""


@dataclass
class _Address:
    """What is known of one address."""

    connections: int = 0
    lately: deque[float] = field(default_factory=deque)
    """When its connections of the last minute came that have not logged in."""
    failures: _Failures = field(default_factory=lambda: _Failures(_FREE_BY_ADDRESS))
    by_name: dict[str, _Failures] = field(default_factory=dict)
    logins: TokenBucket | None = None
    """How many times more one may log in from there; None if nobody did lately."""

    def forget(self, now: float) -> None:
        """Forget what is old."""
        while self.lately and self.lately[0] <= now - _WINDOW:
            self.lately.popleft()
        self.by_name = {name: one for name, one in self.by_name.items() if one.is_fresh(now)}
        if not self.failures.is_fresh(now):
            self.failures = _Failures(_FREE_BY_ADDRESS)
        if self.logins is not None and self.logins.is_full:
            self.logins = None

    @property
    def is_forgettable(self) -> bool:
        """Whether there is nothing to remember."""
        remembered = self.lately or self.failures.count or self.by_name or self.logins
        return not (self.connections or remembered)


class ConnectionLimiter:
    """Counts connections and failed logins, and says who may come in.

    Connections are counted by address and in all. Where there is no room for another one, the
    oldest connection without a session is asked to go: first one that is logged in and does
    nothing with it, then one that has not logged in yet. So nobody keeps others out by holding
    connections open. A name has but a few: the oldest makes room for one more.

    Logins that succeed are counted by address too: each shows a screen, which costs the server more
    than anything that comes before it.

    Failed logins are counted by address, and by name and address. A bar is for those who have yet
    to show that they may come in; whoever proves a known key is not asked about it.
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
        """Connections that are logged in but have no session, and since when, the oldest first."""
        self._by_user: dict[str, dict[Connection, None]] = {}
        """The connections that are logged in by a name, the oldest first."""
        self._connections: set[Connection] = set()
        self._tidied = clock()

    @property
    def connections(self) -> int:
        """How many connections there are."""
        return len(self._connections)

    # ------------------------------------------------------------ connections

    def add(self, address: str, leave: Callable[[], None]) -> Connection:
        """Count a new connection until it goes. Raises `TurnedAway`.

        `leave` is called if the connection must make room for another one before it has logged in;
        it counts no longer then.
        """
        network = network_of(address)
        entry, now = self._entry_of(network), self._clock()
        entry.forget(now)
        if len(entry.lately) >= self._logins_a_minute:
            raise TurnedAway("too many logins a minute from one address")
        if entry.logins is not None and entry.logins.seconds_to_wait:
            raise TurnedAway("too many visits a minute from one address")
        if entry.connections >= self._by_address:
            self._make_room("too many connections from one address", network)
        if self.connections >= self._most:
            self._make_room("the server is full")
        entry = self._entry_of(network)
        entry.lately.append(now)
        entry.connections += 1
        connection = Connection(network, leave)
        self._not_logged_in[connection] = None
        self._connections.add(connection)
        return connection

    def _make_room(self, why: str, address: str = "") -> None:
        """Ask the oldest connection without a session to go. Raises `TurnedAway`."""
        settled = self._clock() - _SETTLING
        idle = [
            connection for connection, since in self._without_session.items() if since <= settled
        ]
        for connection in (*idle, *self._not_logged_in):
            if address in ("", connection.address):
                self._ask_to_leave(connection)
                return
        raise TurnedAway(why)

    def _ask_to_leave(self, connection: Connection) -> None:
        leave = connection.leave
        self.remove(connection)
        leave()

    def remove(self, connection: Connection) -> None:
        """Note that a connection is over; once or several times is the same."""
        if connection in self._connections:
            self._connections.remove(connection)
            self._not_logged_in.pop(connection, None)
            self._without_session.pop(connection, None)
            self._forget_name(connection)
            self._addresses[connection.address].connections -= 1
            self._forget_quiet()
        connection.leave = _is_gone

    def note_session_start(self, connection: Connection) -> None:
        """Note that a session began: this connection need not make room any more."""
        self._without_session.pop(connection, None)

    def note_session_end(self, connection: Connection) -> None:
        """Note that the session is over."""
        if connection in self._connections:
            self._without_session[connection] = self._clock()

    def note_name(self, connection: Connection, name: str) -> None:
        """Count who has logged in by a name; the oldest connection of too many is asked to go."""
        if connection not in self._connections:
            return
        connection.name = name.casefold()
        entry = self._by_user.setdefault(connection.name, {})
        entry[connection] = None
        while len(entry) > self._by_name:
            self._ask_to_leave(next(iter(entry)))

    def _forget_name(self, connection: Connection) -> None:
        entry = self._by_user.get(connection.name, {})
        entry.pop(connection, None)
        if not entry:
            self._by_user.pop(connection.name, None)

    def _entry_of(self, network: str) -> _Address:
        return self._addresses.setdefault(network, _Address())

    def _forget_quiet(self) -> None:
        """Forget addresses of which there is nothing to remember."""
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
        """Return for how many seconds yet nobody new is let in by this name from there."""
        entry, now = self._entry_of(connection.address), self._clock()
        ends = [entry.failures.barred_until]
        if (failures := entry.by_name.get(name.casefold())) is not None:
            ends.append(failures.barred_until)
        return max(0.0, *[end - now for end in ends])

    def note_failure(self, connection: Connection, name: str) -> None:
        """Note a failed login: after a few, each doubles the time in which none is listened to."""
        entry, now, name = self._entry_of(connection.address), self._clock(), name.casefold()
        entry.forget(now)
        entry.failures.add(now)
        if name in entry.by_name or len(entry.by_name) < _NAMES:
            entry.by_name.setdefault(name, _Failures(_FREE_BY_NAME)).add(now)

    def note_success(self, connection: Connection, name: str) -> None:
        """Note a login: the failures of this name are forgotten, those of the address are not.

        (Otherwise somebody with a key could guess a password without end, and log in between.)
        """
        if connection in self._connections:
            self._not_logged_in.pop(connection, None)
            self._without_session[connection] = self._clock()
        entry = self._entry_of(connection.address)
        entry.by_name.pop(name.casefold(), None)
        if entry.lately:
            entry.lately.pop()
        if entry.logins is None:
            most = _VISITS_FOR_A_LOGIN * self._logins_a_minute
            entry.logins = TokenBucket(most, most / _WINDOW, self._clock)
        entry.logins.charge(1)


def network_of(address: str) -> str:
    """Return what is counted as one address: itself, or the /64 network of IPv6, which one has."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(ip, IPv6Address):
        return str(ip)
    return str(ip.ipv4_mapped or IPv6Network((int(ip) >> 64 << 64, 64)))
