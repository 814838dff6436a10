"""The shared state of a server's connections: its rules, its limits, and its visitors."""

from dataclasses import dataclass, field
from time import monotonic

from regicide_tui.server.base.config import Config
from regicide_tui.server.base.journal import Journal
from regicide_tui.server.model.refusals import Refusal, not_listed
from regicide_tui.server.services.accounts import Accounts
from regicide_tui.server.services.limits import RateLimiter
from regicide_tui.server.services.moderation import Moderation
from regicide_tui.server.services.nameless import GuestNames, NamelessPlaces
from regicide_tui.server.ssh.limits import ConnectionLimiter
from regicide_tui.server.ssh.visitors import Visitors

_NEW_NAME, _GUEST = 60.0, 10.0
"""Seconds after which an address may add another new name, and another guest."""
_PART_OF_NAMELESS = 3
"""Guests, and people choosing a name, have at most the connections divided by this."""
_PART_OF_ADDRESS = 2
"""All of them together have at most the connections of an address divided by this."""


@dataclass(eq=False, repr=False)
class Reception:
    """What a connection needs to accept or refuse a client."""

    config: Config
    journal: Journal
    moderation: Moderation
    accounts: Accounts
    guest_names: GuestNames
    visitors: Visitors
    limiter: ConnectionLimiter = field(init=False)
    nameless: NamelessPlaces = field(init=False)
    new_names: RateLimiter = field(init=False)
    guests: RateLimiter = field(init=False)

    def __post_init__(self) -> None:
        """Set the limits from the settings."""
        limits = self.config.limits
        self.limiter = ConnectionLimiter(limits, monotonic)
        self.nameless = NamelessPlaces(
            max(1, min(limits.guests_in_all, limits.connections // _PART_OF_NAMELESS)),
            max(1, limits.connections_by_address // _PART_OF_ADDRESS),
        )
        self.new_names = RateLimiter(limits.new_names_by_address, _NEW_NAME, monotonic)
        self.guests = RateLimiter(limits.guests_by_address, _GUEST, monotonic)

    def judge(self, name: str, key: str, address: str) -> Refusal | None:
        """Return why the operator's rules refuse a person; the name or the key may be empty."""
        return self.refuse_unlisted(name) or self.moderation.refuse(name, key, address)

    def refuse_unlisted(self, name: str) -> Refusal | None:
        """Return why the operator's list excludes a name, or None."""
        return not_listed(name) if self.config.allowed and not self.is_listed(name) else None

    def is_listed(self, name: str) -> bool:
        """Return whether the operator's list of allowed names contains this name."""
        return name.casefold() in [one.casefold() for one in self.config.allowed]
