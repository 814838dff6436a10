"""Limits on connections and logins; each process counts its own."""

from collections import deque
from collections.abc import Callable
from ipaddress import IPv6Address, IPv6Network, ip_address
from math import inf

from regicide_tui.server.base.limits import Limits
from regicide_tui.server.model.refusals import Reason, Refusal
from regicide_tui.server.services.limits import (
    UPKEEP_SECONDS,
    Clock,
    FailureLimiter,
    RateLimiter,
)

_WINDOW = 60.0
"""Seconds in which the connections of an address are counted."""
_FREE_BY_NAME, _FREE_BY_ADDRESS = 5, 20
"""The failed logins without a wait: by name and address, and by address."""
_LONGEST_NAME = 64
"""The number of significant characters in a user name: no account has a longer name."""
_SETTLING = 3.0
"""Seconds after a login in which a connection isn't closed for another: its client soon asks for a
session."""
_TOO_OFTEN = Refusal(
    Reason.TOO_MANY, "Too many connections from your address. Try again in a minute."
)
_TOO_MANY_HERE = Refusal(
    Reason.TOO_MANY, "Too many connections from your address are open. Close one and try again."
)
_FULL = Refusal(Reason.FULL, "The server is full. Try again in a few minutes.")


class TurnedAway(Exception):
    """A refused connection; the message says why."""

    def __init__(self, why: str, refusal: Refusal) -> None:
        super().__init__(why)
        self.refusal = refusal


class Connection:
    """A counted connection. `leave` asks it to close.

    `give_way` does so in favour of a newer connection of its name.
    """

    leave: Callable[[], None]
    give_way: Callable[[], None]

    def __init__(self, address: str) -> None:
        self.address = network_of(address)
        self.leave = self.give_way = _is_gone
        self.name = ""
        """The casefolded name of the login; empty for guests and before the login."""
        self.is_logged_in = False
        self.idle_since = inf
        """Since when it has been logged in without a session; infinite before the login and during
        the session."""


def _is_gone() -> None:
    """Do nothing, replacing callbacks that would keep an ended connection alive."""


_VISITS_FOR_A_LOGIN, _NAMELESS_FOR_A_LOGIN = 2, 10
"""The successful logins of an address at once and per minute, for each login that may fail: of
names, and of guests and new keys. Most of the latter are refused a screen."""


class ConnectionLimiter:
    """Counts connections and logins, and decides which are accepted.

    Connections are counted by address and in total. If there is no room for another one, the oldest
    connection without a session is closed: first one that is logged in, then one that isn't. So
    nobody can block others by holding connections open. A name may have only a few connections: the
    oldest is closed for a new one.

    Successful logins are also counted by address: each shows a screen, which costs the server more
    than everything before it. Those of guests and new keys are counted separately, so that a crowd
    of them doesn't block known keys.

    Failed logins are counted by address, and by name and address. They block only clients without a
    known key; a client that proves a known key is never blocked.
    """

    def __init__(self, limits: Limits, clock: Clock) -> None:
        self._limits, self._clock = limits, clock
        self._connections: dict[Connection, None] = {}
        """The oldest first."""
        self.tries: dict[str, deque[float]] = {}
        """The times of each address's connections in the last minute that haven't logged in."""
        self._logins, self._nameless = (
            RateLimiter(most, _WINDOW / most, clock)
            for most in (
                _VISITS_FOR_A_LOGIN * limits.logins_a_minute,
                _NAMELESS_FOR_A_LOGIN * limits.logins_a_minute,
            )
        )
        self.failures_of_address = FailureLimiter(_FREE_BY_ADDRESS, clock)
        self.failures_of_name = FailureLimiter(_FREE_BY_NAME, clock)
        self._tidied = clock()

    @property
    def connections(self) -> int:
        """The number of connections."""
        return len(self._connections)

    # ------------------------------------------------------------ connections

    def add(self, connection: Connection) -> None:
        """Count a new connection until it is removed. Raises `TurnedAway`.

        A connection that must make room for another one is removed before it is asked to leave.
        """
        network, limits, now = connection.address, self._limits, self._clock()
        self._forget_tries(now)
        tries = self.tries.setdefault(network, deque())
        while tries and tries[0] <= now - _WINDOW:
            tries.popleft()
        if len(tries) >= limits.logins_a_minute:
            raise TurnedAway("too many logins a minute from one address", _TOO_OFTEN)
        if self._logins.seconds_to_wait(network):
            raise TurnedAway("too many visits a minute from one address", _TOO_OFTEN)
        here = sum(one.address == network for one in self._connections)
        if here >= limits.connections_by_address and not self._close_idle(network):
            raise TurnedAway("too many connections from one address", _TOO_MANY_HERE)
        if self.connections >= limits.connections and not self._close_idle():
            raise TurnedAway("the server is full", _FULL)
        tries.append(now)
        self._connections[connection] = None

    def _close_idle(self, address: str = "") -> bool:
        """Close the oldest connection without a session; return whether there was one."""
        settled = self._clock() - _SETTLING
        idle = [one for one in self._connections if one.idle_since <= settled]
        for connection in (*idle, *[one for one in self._connections if not one.is_logged_in]):
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
        self._connections.pop(connection, None)
        connection.leave = connection.give_way = _is_gone

    def note_session(self, connection: Connection, *, goes_on: bool) -> None:
        """Note that a session has started, so that the connection no longer makes room for others.

        A connection has only one session: once it is over, the connection can make room at once.
        """
        connection.idle_since = inf if goes_on else -inf

    def note_name(self, connection: Connection, name: str) -> None:
        """Count a connection for its name; close the oldest ones if there are too many."""
        if connection not in self._connections:
            return
        connection.name = ""
        namesakes = [one for one in self._connections if one.name == name.casefold()]
        connection.name = name.casefold()
        for oldest in namesakes[: max(0, 1 + len(namesakes) - self._limits.connections_by_name)]:
            self._ask(oldest, oldest.give_way)

    def _forget_tries(self, now: float) -> None:
        """Forget the addresses without recent login attempts."""
        if now >= self._tidied + UPKEEP_SECONDS:
            self._tidied = now
            self.tries = {
                address: tries
                for address, tries in self.tries.items()
                if tries and tries[-1] > now - _WINDOW
            }

    # ------------------------------------------------------------ logins

    def seconds_barred(self, connection: Connection, name: str) -> float:
        """Return for how many seconds logins of this name and address are still blocked."""
        return max(
            self.failures_of_address.seconds_to_wait(connection.address),
            self.failures_of_name.seconds_to_wait(_key(connection, name)),
        )

    def note_failure(self, connection: Connection, name: str) -> None:
        """Count a failed login. After a few, each doubles the time for which logins are blocked."""
        self.failures_of_address.note_failure(connection.address)
        self.failures_of_name.note_failure(_key(connection, name))

    def note_success(self, connection: Connection, name: str) -> None:
        """Count a successful login. It resets the failures of the name, but not of the address.

        (Otherwise a client with a key could guess passwords endlessly by logging in in between.)
        """
        self._note_login(connection, name, self._clock())
        self._logins.charge(connection.address)
        self._forget_try(connection)

    def note_nameless(self, connection: Connection, name: str, *, welcome: bool) -> None:
        """Count the login of a guest or a new key, separately from those of known keys.

        If they aren't welcome, the connection makes room for others from now on.
        """
        self._note_login(connection, name, self._clock() if welcome else -inf)
        if not self._nameless.take(connection.address):
            self._forget_try(connection)

    def _note_login(self, connection: Connection, name: str, since: float) -> None:
        connection.is_logged_in, connection.idle_since = True, since
        self.failures_of_name.forgive(_key(connection, name))

    def _forget_try(self, connection: Connection) -> None:
        """Forget the newest try of an address, because it logged in."""
        if tries := self.tries.get(connection.address):
            tries.pop()


def _key(connection: Connection, name: str) -> str:
    """Return the key that counts the failures of a name at an address."""
    return f"{connection.address} {name[:_LONGEST_NAME].casefold()}"


def network_of(address: str) -> str:
    """Return the unit that counts as one address: an IPv4 address, or a /64 network of IPv6."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(ip, IPv6Address):
        return str(ip)
    return str(ip.ipv4_mapped or IPv6Network((int(ip) >> 64 << 64, 64)))
