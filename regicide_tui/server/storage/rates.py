"""Rates that all workers of a server count together."""

from collections.abc import Callable
from typing import Protocol

from msgspec import convert

from regicide_tui.games.base import Json
from regicide_tui.server.storage.peers import Peers


class CountedRate(Protocol):
    """A limit that counts units for each of many keys."""

    on_count: Callable[[str, int], None]
    """Called with a key and the units that were counted for it here; they may be below 0."""

    def charge(self, key: str, units: int) -> None:
        """Count units that were counted elsewhere."""
        ...


def share_rate(peers: Peers, topic: str, rate: CountedRate) -> None:
    """Let all workers count what is counted at one of them.

    What two of them count in the same milliseconds may be more than the limit; then it is longer
    until the next unit.
    """
    rate.on_count = lambda key, units: peers.tell(topic, [key, units])

    def take(_: str, counted: Json) -> None:
        rate.charge(*convert(counted, tuple[str, int]))

    peers.on_message(topic, take)
