"""What is limited counts at all workers of a server together."""

from pathlib import Path

import pytest

from regicide_tui.server.model.names import NameRefused
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.services.nameless import MADE_WAY, Kind, NamelessPlaces
from regicide_tui.server.services.visitor_limits import SeatLimits
from regicide_tui.server.ssh.limits import Connection, ConnectionLimiter, TurnedAway
from regicide_tui.server.storage.peers import Peers
from tests.server.gatherings import ADA, BEA
from tests.server.test_limits import Time
from tests.server.workers.houses import housing
from tests.server.workers.memory import MemoryTransport, Network

HERE, THERE = "192.0.2.1", "192.0.2.2"


class Gate:
    """The limiters of two workers, and the connections that were asked to close."""

    def __init__(self, in_all: int = 9, by_address: int = 9, logins: int = 50) -> None:
        self.network = Network()
        self.time = Time()
        self.transports: list[MemoryTransport] = []
        self.peers: list[Peers] = []
        self.limiters: list[ConnectionLimiter] = []
        self.closed: list[str] = []
        for _ in range(2):
            transport = self.network.transport()
            self.transports.append(transport)
            peers = Peers(transport)
            self.peers.append(peers)
            limiter = ConnectionLimiter(
                *(in_all, by_address, logins, self.time),
                by_name=2,
                peers=peers,
                wall=lambda: 1000.0 + self.time.now,
            )
            self.limiters.append(limiter)

    async def open(self) -> "Gate":
        """Let the workers meet."""
        for peers in self.peers:
            await peers.open()
        await self.network.settle()
        return self

    async def come(self, worker: int, what: str, address: str = HERE) -> Connection:
        """Let a connection come; it is known to all after that. Raises `TurnedAway`."""
        found = self.limiters[worker].add(address, lambda: self.closed.append(what))
        await self.network.settle()
        return found

    async def log_in(self, worker: int, what: str, name: str, address: str = HERE) -> Connection:
        """Let somebody come, log in and begin a session."""
        found = await self.come(worker, what, address)
        limiter = self.limiters[worker]
        limiter.note_success(found, name)
        limiter.note_name(found, name)
        limiter.note_session_start(found)
        await self.network.settle()
        return found


async def test_the_connections_of_an_address_count_at_all_workers() -> None:
    gate = await Gate(by_address=2).open()
    await gate.log_in(0, "first", ADA)
    second = await gate.log_in(1, "second", BEA)
    for worker in (0, 1):
        with pytest.raises(TurnedAway, match="one address"):
            await gate.come(worker, "third")
    await gate.come(0, "somebody else's", THERE)
    gate.limiters[1].remove(second)
    await gate.network.settle()
    await gate.come(0, "third")


async def test_the_server_is_full_when_all_workers_together_are() -> None:
    gate = await Gate(in_all=3).open()
    for number in range(3):
        await gate.log_in(number % 2, f"{number}", f"name{number}", f"192.0.2.{number}")
    with pytest.raises(TurnedAway, match="full"):
        await gate.come(0, "late", "192.0.2.99")


async def test_a_connection_without_a_session_makes_room_for_one_at_another_worker() -> None:
    gate = await Gate(by_address=2).open()
    await gate.come(0, "idle")
    await gate.log_in(0, "with a session", ADA)
    await gate.log_in(1, "new", BEA)
    assert gate.closed == ["idle"]
    with pytest.raises(TurnedAway):
        await gate.come(0, "one more")


async def test_a_connection_that_has_just_logged_in_makes_room_only_later() -> None:
    gate = await Gate(by_address=1).open()
    found = await gate.come(0, "settling")
    gate.limiters[0].note_success(found, ADA)
    await gate.network.settle()
    with pytest.raises(TurnedAway):
        await gate.come(1, "new")
    gate.time.now += 3.0
    await gate.come(1, "new")
    assert gate.closed == ["settling"]


async def test_the_oldest_connection_of_a_name_is_closed_at_whatever_worker_it_is() -> None:
    gate = await Gate().open()
    await gate.log_in(0, "first", ADA)
    await gate.log_in(1, "second", ADA)
    await gate.log_in(1, "third", ADA)
    assert gate.closed == ["first"]
    await gate.log_in(0, "fourth", ADA)
    assert gate.closed == ["first", "second"]
    await gate.log_in(0, "somebody else's", BEA)
    assert len(gate.closed) == 2


async def test_failed_logins_bar_an_address_at_all_workers() -> None:
    gate = await Gate().open()
    one, other = await gate.come(0, "one"), await gate.come(1, "other")
    for _ in range(6):
        gate.limiters[0].note_failure(one, ADA)
    await gate.network.settle()
    assert gate.limiters[1].seconds_barred(other, ADA) > 0
    assert not gate.limiters[1].seconds_barred(other, BEA)
    gate.limiters[0].note_success(one, ADA)
    await gate.network.settle()
    assert not gate.limiters[1].seconds_barred(other, ADA)


async def test_so_many_connections_a_minute_come_to_all_workers_together() -> None:
    gate = await Gate(logins=4).open()
    for number in range(4):
        gate.limiters[number % 2].remove(await gate.come(number % 2, f"{number}"))
        await gate.network.settle()
    with pytest.raises(TurnedAway, match="too many logins"):
        await gate.come(0, "one more")


async def test_the_connections_of_a_worker_that_died_count_no_longer() -> None:
    gate = await Gate(by_address=1).open()
    await gate.log_in(0, "first", ADA)
    gate.network.leave(gate.transports[0])
    await gate.network.settle()
    await gate.come(1, "second")


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


async def test_what_is_said_and_opened_too_often_is_refused_at_all_workers(path: Path) -> None:
    async with housing(path, seats=SeatLimits(99, 99)) as house:
        one, two = house.workers
        for number in range(10):
            house.workers[number % 2].services.lobby.say(ADA, f"{number}")
            await house.settle()
        for worker in (one, two):
            with pytest.raises(Refused, match="Too much"):
                worker.services.lobby.say(ADA, "one more")
        for number in range(20):
            worker = house.workers[number % 2]
            await worker.services.joining.open_table(ADA, commands.Open("duel", 2, {}))
            await house.settle()
        for worker in (one, two):
            with pytest.raises(Refused, match="Too many tables"):
                await worker.services.joining.open_table(ADA, commands.Open("duel", 2, {}))


async def test_wrong_passwords_count_at_all_workers(path: Path) -> None:
    async with housing(path) as house:
        one, two = house.workers
        for number in range(6):
            with pytest.raises(Refused, match="leads nowhere"):
                house.workers[number % 2].services.joining.find_invited("nonsense", HERE)
            await house.settle()
        for worker in (one, two):
            with pytest.raises(Refused, match="Too many wrong passwords"):
                worker.services.joining.find_invited("nonsense", HERE)
