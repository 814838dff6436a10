"""What is limited counts at all workers of a server together."""

import pytest

from regicide_tui.server.model.names import NameRefused
from regicide_tui.server.services.nameless import MADE_WAY, Kind, NamelessPlaces
from regicide_tui.server.storage.peers import Peers
from tests.server.workers.memory import Network

HERE, THERE = "192.0.2.1", "192.0.2.2"


async def test_people_without_a_name_share_their_places_at_all_workers() -> None:
    network, sent = Network(), list[str]()
    peers = [Peers(network.transport()) for _ in range(2)]
    one, two = (NamelessPlaces(in_all=3, by_address=2, peers=own) for own in peers)
    for own in peers:
        await own.open()

    async def take(places: NamelessPlaces, name: str, address: str) -> None:
        def leave(why: str) -> None:
            assert why == MADE_WAY
            sent.append(name)

        await network.settle()
        places.take(Kind.GUEST, address, leave)
        await network.settle()

    await take(one, "first", HERE)
    await take(one, "second", HERE)
    with pytest.raises(NameRefused, match="from your address"):
        await take(two, "third", HERE)
    await take(two, "other", THERE)
    await take(two, "from elsewhere", "192.0.2.3")
    assert sent == ["second"], "the newest of the address with the most, at the other worker"
    assert one.count(Kind.GUEST) == two.count(Kind.GUEST) == 3
