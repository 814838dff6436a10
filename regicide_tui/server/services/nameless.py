"""The places of visitors without a name: guests, and people who choose a name.

They leave room for people with names, and share their places fairly among addresses, at all workers
of the server together.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from enum import Enum
from time import time_ns

from msgspec import convert

from regicide_tui.games.base import Json, Value
from regicide_tui.server.model.names import NameRefused
from regicide_tui.server.storage.peers import Peers

_FULL_THERE = (
    "Too many guests and people who choose a name came from your address. Come by a key that opens "
    "a name, or try again in a few minutes."
)
_PLACE, _MAKE_WAY = "place without a name", "make way"
"""The topics of the facts about places, and of the messages that ask for one."""
MADE_WAY = (
    "The places for visitors without a name are all taken, and somebody from another address needs "
    "yours. Come again in a few minutes."
)


class Kind(Enum):
    """Why a visitor has no name. The value is the sentence for one more if there is no place."""

    GUEST = "There is no room for another guest now. Try again in a few minutes."
    NAMING = "Too many people choose a name now. Try again in a few minutes."


class Place:
    """The place of one visitor. `leave` asks them to go, and is given the reason."""

    def __init__(
        self, kind: Kind, address: str, leave: Callable[[str], None], number: int = 0
    ) -> None:
        self.kind = kind
        self.address = address
        self.leave = leave
        self.number = number
        """The place in the order of all workers, the oldest first."""


class _PlaceElsewhere(Value, frozen=True):
    """The place of a visitor at another worker."""

    worker: str
    number: int
    kind: Kind
    address: str


class NamelessPlaces:
    """The places of all visitors without a name.

    There are `in_all` of each kind, and `by_address` of both kinds together. If all of a kind are
    taken, the newest visitor of the address with the most makes way for one from an address with
    fewer: so a few addresses keep nobody else out.
    """

    def __init__(self, in_all: int, by_address: int, peers: Peers | None = None) -> None:
        self._in_all, self._by_address = in_all, by_address
        self._peers = peers or Peers()
        self._peers.on_message(_MAKE_WAY, self._hear_make_way)
        self._places: dict[Place, None] = {}
        """The oldest first."""

    def count(self, kind: Kind) -> int:
        """Return how many places of a kind are taken."""
        here = sum(one.kind is kind for one in self._places)
        return here + sum(one.kind is kind for one in self._elsewhere())

    def _elsewhere(self) -> Iterator["_PlaceElsewhere"]:
        """Yield the places that are taken at the other workers."""
        for worker, places in self._peers.facts(_PLACE).items():
            for number, place in places.items():
                kind, address = convert(place, tuple[str, str])
                yield _PlaceElsewhere(worker, int(number), Kind[kind], address)

    def take(
        self, kind: Kind, address: str, leave: Callable[[str], None], instead: Place | None = None
    ) -> Place:
        """Take a place until it is given back. Raises `NameRefused` if there is none.

        `instead` is the place that the visitor gives up for it; it stays theirs if this fails.
        """
        others: list[Place | _PlaceElsewhere] = [*self._elsewhere()]
        others += [one for one in self._places if one is not instead]
        others.sort(key=lambda one: one.number)
        if sum(one.address == address for one in others) >= self._by_address:
            raise NameRefused(_FULL_THERE)
        alike = [one for one in others if one.kind is kind]
        if len(alike) >= self._in_all:
            self._make_way(kind, alike, address)
        self.give_back(instead)
        number = max(time_ns(), others[-1].number + 1 if others else 0)
        place = Place(kind, address, leave, number)
        self._places[place] = None
        self._peers.note(_PLACE, str(number), [kind.name, address])
        return place

    def _make_way(self, kind: Kind, alike: "list[Place | _PlaceElsewhere]", address: str) -> None:
        """Send the newest visitor of the address with the most places away, or raise."""
        counts = Counter([one.address for one in alike])
        crowd, most = counts.most_common(1)[0]
        if most <= counts[address] + 1:
            raise NameRefused(kind.value)
        newest = [one for one in alike if one.address == crowd][-1]
        if isinstance(newest, Place):
            self._send_away(newest)
        else:
            self._peers.tell(_MAKE_WAY, [newest.worker, newest.number])

    def _send_away(self, place: Place) -> None:
        self.give_back(place)
        place.leave(MADE_WAY)

    def _hear_make_way(self, _: str, asked: Json) -> None:
        """Send a visitor away because somebody at another worker needs the place."""
        worker, number = convert(asked, tuple[str, int])
        for place in [*self._places]:
            if (worker, number) == (self._peers.me, place.number):
                self._send_away(place)

    def give_back(self, place: Place | None) -> None:
        """Free a place; nothing happens if it is free already, or None."""
        if place is not None:
            self._places.pop(place, None)
            self._peers.note(_PLACE, str(place.number), None)
