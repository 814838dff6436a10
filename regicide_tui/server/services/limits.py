"""Rate limits by name and by address."""

from collections.abc import Callable
from dataclasses import dataclass

from regicide_tui.server.model.names import is_guest

Clock = Callable[[], float]
"""Returns seconds that never decrease."""

_LONGEST_BAR = 600.0
"""Seconds."""
_MEMORY = 3600.0
"""Seconds after the last failure or the end of the wait after which failures are forgotten."""
_MOST_TRIED = 10_000
"""The maximum number of keys whose failures are remembered: the latest ones."""
UPKEEP_SECONDS = 30.0
"""Seconds between two removals of old entries."""


class TokenBucket:
    """A token bucket: allows `burst` units at once and `rate` more each second."""

    def __init__(self, burst: int, rate: float, clock: Clock) -> None:
        self._burst, self._rate, self._clock = burst, rate, clock
        self._left = float(burst)
        self._at = clock()

    def take(self, wanted: int) -> int:
        """Take units; return how many of the wanted ones are allowed now."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        passed = max(0, min(wanted, int(self._left)))
        self._left -= passed
        return passed

    def charge(self, units: int) -> None:
        """Take units that were already used, even if they exceed what is allowed now."""
        self.take(0)
        self._left -= units


class RateLimiter:
    """Limits the rate of each of many keys: a burst at once, then one unit every `seconds`.

    A key is an address or a name. Idle keys are forgotten.
    """

    def __init__(self, at_once: int, seconds: float, clock: Clock) -> None:
        self._seconds, self._at_once, self._clock = seconds, (at_once - 1) * seconds, clock
        self.until: dict[str, float] = {}
        """Until when the units of each key count, one after the other, each for `seconds`."""
        self._tidied = clock()

    def seconds_to_wait(self, key: str) -> float:
        """Return the seconds until the key may act again, exact to a millisecond."""
        left = self.until.get(key, 0.0) - self._clock()
        return round(max(0.0, left - self._at_once), 3)

    def is_idle(self, key: str) -> bool:
        """Return whether a key has been idle lately."""
        return self.until.get(key, 0.0) <= self._clock()

    def take(self, key: str) -> float:
        """Count one unit and return 0, or count nothing and return the seconds to wait."""
        wait = self.seconds_to_wait(key)
        if not wait:
            self.charge(key)
        return wait

    def charge(self, key: str) -> None:
        """Count one unit that can no longer be refused."""
        now = self._clock()
        if now >= self._tidied + UPKEEP_SECONDS:
            self._tidied = now
            self.until = {one: until for one, until in self.until.items() if until > now}
        self.until[key] = max(now, self.until.get(key, now)) + self._seconds

    def give_back(self, key: str) -> None:
        """Undo the count of one unit that had no effect."""
        if key in self.until:
            self.until[key] -= self._seconds


@dataclass(eq=False)
class VisitorRateLimiter:
    """Limits the actions of visitors by name, and by address if it is known.

    An idle name isn't refused for the actions of others at its address. A guest may be: guests
    have a new name each time.
    """

    _by_name: RateLimiter
    _by_address: RateLimiter

    def take(self, name: str, address: str) -> float:
        """Count one action and return 0, or count nothing and return the seconds to wait."""
        wait = self._by_name.seconds_to_wait(name)
        if address and (is_guest(name) or not self._by_name.is_idle(name)):
            wait = max(wait, self._by_address.seconds_to_wait(address))
        if not wait:
            self._by_name.take(name)
            if address:
                self._by_address.take(address)
        return wait


@dataclass
class Failures:
    """Failed tries in a row, and until when further tries are blocked."""

    count: int = 0
    barred_until: float = 0.0
    last: float = 0.0

    def is_fresh(self, now: float) -> bool:
        """Return whether they must still be remembered."""
        return max(self.last, self.barred_until) > now - _MEMORY


class FailureLimiter:
    """Counts the failed tries of each key. After `free` ones, each doubles the wait.

    A success doesn't reset the count: otherwise the owner of a private table could reset their
    count of wrong passwords.
    """

    def __init__(self, free: int, clock: Clock) -> None:
        self._free, self._clock = free, clock
        self.failures: dict[str, Failures] = {}
        """The latest failure is the last entry."""

    def seconds_to_wait(self, key: str) -> float:
        """Return the seconds until another try is allowed."""
        entry = self.failures.get(key)
        return max(0.0, entry.barred_until - self._clock()) if entry is not None else 0.0

    def note_failure(self, key: str) -> None:
        """Count a failed try. Each one beyond the free ones doubles the wait, up to the longest."""
        now = self._clock()
        entry = self.failures.pop(key, None)
        if entry is None or not entry.is_fresh(now):
            entry = Failures()
        entry.count, entry.last = entry.count + 1, now
        if (over := entry.count - self._free) > 0:
            # An unlimited exponent would be too large for a float after 1,023 failures.
            bar = min(_LONGEST_BAR, 2.0 ** min(over, 16))
            entry.barred_until = max(entry.barred_until, now + bar)
        self.failures[key] = entry
        while len(self.failures) > _MOST_TRIED or not self._oldest.is_fresh(now):
            del self.failures[next(iter(self.failures))]

    def forgive(self, key: str) -> None:
        """Forget the failures of a key."""
        self.failures.pop(key, None)

    @property
    def _oldest(self) -> Failures:
        return next(iter(self.failures.values()))
