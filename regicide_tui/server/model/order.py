"""The acts of moderation, as in their log, and the current bans and mutes. Pure.

An act says who did what to whom, why, and until when. It never changes: a ban ends at its time or
by another act.
"""

import re
from datetime import UTC, datetime
from enum import StrEnum
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Annotated

from msgspec import Meta, convert

from regicide_tui.games.base import Value
from regicide_tui.server.storage.projection import LogValue
from regicide_tui.server.storage.store import LogEntry

NETWORK = IPv4Network | IPv6Network
_KEY = re.compile(r"(ssh|ecdsa|sk-ssh|sk-ecdsa)-\S+ \S+")
_WIDEST = {4: 16, 6: 32}
"""The shortest prefixes of the ranges that a moderator may ban, by the version of the addresses."""
OPERATOR = "(operator)"
"""The author of acts on the command line. Nobody can have this name."""
LONGEST_WHY = 160
"""The maximum length of a reason."""
TO_ALL = "(to all) "
"""The start of a moderator's message to all, in the chat."""


class Kind(StrEnum):
    """The kind of an act, as in the log."""

    BAN = "ban"
    UNBAN = "unban"
    MUTE = "mute"
    UNMUTE = "unmute"
    KICK = "kick"
    CLOSE = "close table"
    CANCEL = "cancel tournament"
    SAY = "say to all"
    RENAME = "rename"
    RENAME_LATER = "rename at the next start"
    FORGET = "forget"


LIFTED = {Kind.UNBAN: Kind.BAN, Kind.UNMUTE: Kind.MUTE}
"""The kind of act that each lifting act lifts."""


class Act(Value):
    """An act of moderation."""

    kind: Kind
    by: str
    """The name of the moderator, or `OPERATOR`."""
    whom: str
    """A name, a key, an address or range of addresses, a table, or a title; empty for all."""
    why: Annotated[str, Meta(max_length=LONGEST_WHY)] = ""
    until: int = 0
    """When it ends: Unix time in milliseconds; 0 for never."""
    new_name: str = ""
    """The name that `RENAME_LATER` gives. Once someone has it, `whom` is that name, too."""
    old_name: str = ""
    """The name of `whom` before a rename, unchanged."""
    at: int = 0
    """When it was done: Unix time in milliseconds, from the log."""

    def holds(self, now: int) -> bool:
        """Return whether its time isn't over."""
        return not self.until or now < self.until

    @property
    def actor(self) -> str:
        """Who did it, in words."""
        return "the operator" if self.by == OPERATOR else self.by

    def describe_end(self) -> str:
        """Return its end in words."""
        if not self.until:
            return "for good"
        return f"until {datetime.fromtimestamp(self.until / 1000, UTC):%Y-%m-%d %H:%M} UTC"


def target_of(whom: str) -> str | NETWORK:
    """Return the target of a ban: a range of addresses, or the casefolded name or key.

    An IPv4 address may be written as IPv6: `::ffff:192.0.2.9`.
    """
    words = " ".join(whom.split())
    try:
        found = ip_network(words, strict=False)
    except ValueError:
        return " ".join(words.split()[:2]) if is_key(words) else words.casefold()
    mapped = None if isinstance(found, IPv4Network) else found.network_address.ipv4_mapped
    return found if mapped is None else IPv4Network((mapped, found.prefixlen - 96))


def is_key(whom: str) -> bool:
    """Return whether the target of an act is a key and not a name."""
    return bool(_KEY.match(whom))


def is_address(whom: str) -> bool:
    """Return whether the target of an act is an address or a range of addresses."""
    return not isinstance(target_of(whom), str)


def is_too_wide(whom: str) -> bool:
    """Return whether a range of addresses is too wide for moderators to ban."""
    target = target_of(whom)
    return not isinstance(target, str) and target.prefixlen < _WIDEST[target.version]


class Order(LogValue):
    """The bans and mutes, and all acts."""

    log = "moderation"

    def __init__(self) -> None:
        self.acts: list[Act] = []
        """All acts, the newest last."""
        self._holding: dict[tuple[Kind, str | NETWORK], Act] = {}

    def take(self, entry: LogEntry) -> None:
        """Apply an act. The newest of a kind for a target counts."""
        act = convert({**entry.body, "at": entry.at}, Act)
        self.acts.append(act)
        if act.kind in (Kind.BAN, Kind.MUTE):
            self._holding[act.kind, target_of(act.whom)] = act
        elif act.kind in LIFTED:
            self._holding.pop((LIFTED[act.kind], target_of(act.whom)), None)

    def holding(self, now: int) -> list[Act]:
        """Return the current bans and mutes, the oldest first."""
        return [act for act in self._holding.values() if act.holds(now)]

    def find(self, kind: Kind, whom: str, now: int) -> Act | None:
        """Return the current ban or mute of exactly this target, or None."""
        act = self._holding.get((kind, target_of(whom)))
        return act if act is not None and act.holds(now) else None

    def against(self, name: str, address: str, now: int) -> list[Act]:
        """Return the current bans and mute of a person; the address may be empty."""
        mute = self.find(Kind.MUTE, name, now)
        return [*self.bans_of(name, "", address, now), *([mute] if mute is not None else [])]

    def lifted_by(self, kind: Kind, whom: str, now: int) -> Act | None:
        """Return what an act of this kind would lift, or None."""
        return self.find(LIFTED[kind], whom, now) if kind in LIFTED else None

    def renames(self) -> list[Act]:
        """Return the pending renames: the newest for each name."""
        ordered = {one.whom.casefold(): one for one in self.acts if one.kind is Kind.RENAME_LATER}
        return [one for one in ordered.values() if one.whom != one.new_name]

    def bans_of(self, name: str, key: str, address: str, now: int) -> list[Act]:
        """Return the current bans of a person; the name or the key may be empty."""
        bans = [act for act in self.holding(now) if act.kind is Kind.BAN]
        return [act for act in bans if _fits(act, name, key, address)]


def has_address(whom: str, address: str) -> bool:
    """Return whether the target `whom` includes this address, which may also be a range."""
    target = target_of(whom)
    if isinstance(target, str):
        return False
    try:
        visitor = ip_network(address, strict=False)
    except ValueError:
        return False
    return visitor.version == target.version and visitor.overlaps(target)


def _fits(ban: Act, name: str, key: str, address: str) -> bool:
    """Return whether a ban applies to one of these."""
    named = target_of(ban.whom) in (name.casefold() or None, key or None)
    return named or has_address(ban.whom, address)
