"""The places of guests and of people who choose a name, and whom they keep out: nobody."""

from pathlib import Path

import pytest

from regicide_tui.server.base.limits import Limits
from regicide_tui.server.model.names import NameRefused
from regicide_tui.server.services.nameless import MADE_WAY, Kind, NamelessPlaces, Place
from tests.server.clients import open_server

GUEST, NAMING = Kind.GUEST, Kind.NAMING


class Crowd:
    """Takes places, and notes who was sent away."""

    def __init__(self, in_all: int, by_address: int) -> None:
        self.places = NamelessPlaces(in_all, by_address)
        self.sent_away: list[str] = []

    def take(self, name: str, address: str, kind: Kind = GUEST) -> Place:
        def leave(why: str) -> None:
            assert why == MADE_WAY
            self.sent_away.append(name)

        return self.places.take(kind, address, leave)


def test_an_address_has_a_few_places_of_both_kinds_together() -> None:
    crowd = Crowd(in_all=10, by_address=2)
    crowd.take("a", "1", GUEST)
    mine = crowd.take("b", "1", NAMING)
    with pytest.raises(NameRefused, match="from your address"):
        crowd.take("c", "1", GUEST)
    crowd.take("d", "2", GUEST)
    crowd.places.give_back(mine)
    crowd.take("c", "1", GUEST)
    assert not crowd.sent_away


def test_the_newest_of_the_largest_crowd_makes_way_for_another_address() -> None:
    crowd = Crowd(in_all=4, by_address=4)
    for name in ("a1", "a2", "a3", "b1"):
        crowd.take(name, name[0])
    crowd.take("c1", "c")
    assert crowd.sent_away == ["a3"]
    assert crowd.places.count(GUEST) == 4


def test_nobody_makes_way_for_an_address_that_has_as_many() -> None:
    crowd = Crowd(in_all=2, by_address=9)
    crowd.take("a1", "a")
    crowd.take("b1", "b")
    with pytest.raises(NameRefused, match="no room for another guest"):
        crowd.take("c1", "c")
    with pytest.raises(NameRefused):
        crowd.take("a2", "a")
    assert not crowd.sent_away


def test_guests_take_no_place_of_those_who_choose_a_name() -> None:
    crowd = Crowd(in_all=1, by_address=9)
    crowd.take("a", "1", GUEST)
    crowd.take("b", "2", NAMING)
    with pytest.raises(NameRefused, match="choosing a name"):
        crowd.take("c", "3", NAMING)


def test_whoever_looks_around_gives_the_other_place_up() -> None:
    crowd = Crowd(in_all=1, by_address=1)
    naming = crowd.take("a", "1", NAMING)
    guest = crowd.places.take(GUEST, "1", lambda _: None, naming)
    assert (crowd.places.count(GUEST), crowd.places.count(NAMING)) == (1, 0)
    crowd.places.give_back(naming)
    crowd.places.give_back(guest)
    crowd.places.give_back(None)
    assert not crowd.places.count(GUEST)


def test_whoever_finds_no_place_as_a_guest_keeps_the_one_to_choose_a_name() -> None:
    crowd = Crowd(in_all=1, by_address=9)
    naming = crowd.take("a", "1", NAMING)
    crowd.take("b", "2", GUEST)
    with pytest.raises(NameRefused):
        crowd.places.take(GUEST, "1", lambda _: None, naming)
    assert crowd.places.count(NAMING) == 1


async def test_people_with_names_have_two_thirds_of_the_connections(tmp_path: Path) -> None:
    async with open_server(tmp_path, limits=Limits(connections=6)) as server:
        places = server.reception.nameless
        for address in ("1.1.1.1", "2.2.2.2"):
            places.take(Kind.GUEST, address, print)
        with pytest.raises(NameRefused, match="no room for another guest"):
            places.take(Kind.GUEST, "3.3.3.3", print)
