"""The places of visitors without a name (guests and people choosing one), and guests' names.

They leave room for people with names, and are shared fairly among addresses. Each process has its
own places.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum

from regicide_tui.server.base.random_words import make_word
from regicide_tui.server.model.names import GUEST, NameRefused

_NAME_LENGTH = 6
_NAME_TRIES = 20

_FULL_THERE = (
    "Too many visitors without a name from your address. Connect with a key that opens a name, or "
    "try again in a few minutes."
)
MADE_WAY = (
    "All places for visitors without a name are taken, and someone from another address needs "
    "yours. Connect again in a few minutes."
)


class Kind(Enum):
    """Why a visitor has no name. The value is the refusal if there is no place."""

    GUEST = "There is no room for another guest now. Try again in a few minutes."
    NAMING = "Too many people are choosing a name now. Try again in a few minutes."


@dataclass(eq=False)
class Place:
    """The place of one visitor. `leave` asks them to leave, with the reason."""

    kind: Kind
    address: str
    leave: Callable[[str], None]


@dataclass(eq=False)
class NamelessPlaces:
    """The places of all visitors without a name.

    There are `in_all` of each kind, and `by_address` of both kinds together. If all of a kind are
    taken, the newest visitor of the address with the most makes way for one from an address with
    fewer, so that a few addresses can't take all places.
    """

    _in_all: int
    _by_address: int
    _places: dict[Place, None] = field(default_factory=dict)
    """The oldest first."""

    def count(self, kind: Kind) -> int:
        """Return the number of taken places of a kind."""
        return sum(one.kind is kind for one in self._places)

    def take(
        self, kind: Kind, address: str, leave: Callable[[str], None], instead: Place | None = None
    ) -> Place:
        """Take a place until it is given back. Raises `NameRefused` if there is none.

        `instead` is the place that the visitor gives up for it; they keep it if this fails.
        """
        others = [one for one in self._places if one is not instead]
        if sum(one.address == address for one in others) >= self._by_address:
            raise NameRefused(_FULL_THERE)
        alike = [one for one in others if one.kind is kind]
        if len(alike) >= self._in_all:
            self._make_way(kind, alike, address)
        self.give_back(instead)
        place = Place(kind, address, leave)
        self._places[place] = None
        return place

    def _make_way(self, kind: Kind, alike: list[Place], address: str) -> None:
        """Send away the newest visitor of the address with the most places, or raise."""
        counts = Counter([one.address for one in alike])
        crowd, most = counts.most_common(1)[0]
        if most <= counts[address] + 1:
            raise NameRefused(kind.value)
        newest = [one for one in alike if one.address == crowd][-1]
        self.give_back(newest)
        newest.leave(MADE_WAY)

    def give_back(self, place: Place | None) -> None:
        """Free a place; nothing happens if it is already free or None."""
        if place is not None:
            self._places.pop(place, None)


class GuestNames:
    """The names of the guests at this process.

    `visits` returns the visits of a name at all processes.
    """

    def __init__(self, visits: Callable[[str], Collection[object]]) -> None:
        self._visits = visits
        self.taken: set[str] = set()

    @contextmanager
    def take(self) -> Iterator[str]:
        """Give a name that is unique within this context. Raises `NameRefused`.

        There are so many names that earlier guests' names don't recur.
        """
        for _ in range(_NAME_TRIES):
            name = f"{GUEST}-{make_word(_NAME_LENGTH)}"
            if name not in self.taken and not self._visits(name):
                break
        else:
            raise NameRefused("There is no free guest name now. Try again in a moment.")
        self.taken.add(name)
        try:
            yield name
        finally:
            self.taken.discard(name)
