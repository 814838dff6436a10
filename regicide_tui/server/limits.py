"""How much one may ask of the house: connections, logins, bytes. Pure but for the clock given."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

Clock = Callable[[], float]
"""Seconds that never go back."""

_WINDOW = 60.0
_LONGEST_BAR = 600.0
"""Seconds."""
_FREE_FAILURES = 5


class Bucket:
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
        passed = min(wanted, int(self._left))
        self._left -= passed
        return passed


@dataclass
class _Guest:
    """What is known of one address."""

    connections: int = 0
    logins: deque[float] = field(default_factory=deque)
    failures: int = 0
    barred_until: float = 0.0


class Doorkeeper:
    """Counts connections, by address and in all, and failed logins; says who may come in."""

    def __init__(self, in_all: int, by_address: int, logins_a_minute: int, clock: Clock) -> None:
        self._in_all, self._by_address = in_all, by_address
        self._logins_a_minute = logins_a_minute
        self._clock = clock
        self._guests: dict[str, _Guest] = {}
        self.connections = 0

    def come(self, address: str) -> str:
        """Note a new connection; return why it is not let in, or an empty text.

        Who is not let in need not `go`.
        """
        guest, now = self._guests.setdefault(address, _Guest()), self._clock()
        while guest.logins and guest.logins[0] <= now - _WINDOW:
            guest.logins.popleft()
        why = self._why_not(guest, now)
        if not why:
            guest.logins.append(now)
            guest.connections += 1
            self.connections += 1
        return why

    def _why_not(self, guest: _Guest, now: float) -> str:
        if now < guest.barred_until:
            return "too many failed logins"
        if self.connections >= self._in_all:
            return "the house is full"
        if guest.connections >= self._by_address:
            return "too many connections from one address"
        if len(guest.logins) >= self._logins_a_minute:
            return "too many logins a minute from one address"
        return ""

    def go(self, address: str) -> None:
        """Note that a connection is over."""
        guest = self._guests[address]
        guest.connections -= 1
        self.connections -= 1
        self._forget_quiet()

    def failed(self, address: str) -> None:
        """Note a failed login: after a few, each doubles the time in which nobody is let in."""
        guest = self._guests.setdefault(address, _Guest())
        guest.failures += 1
        if guest.failures > _FREE_FAILURES:
            pause = min(_LONGEST_BAR, 2.0 ** (guest.failures - _FREE_FAILURES))
            guest.barred_until = self._clock() + pause

    def succeeded(self, address: str) -> None:
        """Note a login."""
        self._guests[address].failures = 0

    def _forget_quiet(self) -> None:
        """Forget addresses of which there is nothing to remember."""
        now = self._clock()
        for address, guest in [*self._guests.items()]:
            recent = guest.logins and guest.logins[-1] > now - _WINDOW
            if not (guest.connections or recent or guest.barred_until > now - _LONGEST_BAR):
                del self._guests[address]
