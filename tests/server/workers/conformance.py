"""What every transport must do. A transport passes by a class of tests that inherits this one.

class TestRelay(Conformance):
    @pytest.fixture
    async def connect(self): ...
"""

import asyncio
from collections.abc import Callable

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from regicide_tui.server.storage.transport import Receiver, Transport
from tests.server.waiting import PATIENCE

Connect = Callable[[], Transport]
"""Returns the transport of another worker, which is not open yet."""

JOINED, LEFT = "joined", "left"
News = tuple[str, str] | tuple[str, bytes]

_END = b"the end"
payloads = st.binary(max_size=40) | st.integers(1, 60_000).map(lambda size: b"\xff\n" * size)


class Worker:
    """A worker that writes down all news, in order."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport
        self.news: list[News] = []
        """What this worker was told: `JOINED` or `LEFT` with an id, or an id with bytes."""
        self.greeting = b""
        """What this worker sends to each one that joins."""
        self._changed = asyncio.Event()

    @property
    def me(self) -> str:
        """The id of this worker."""
        return self.transport.me

    @property
    def others(self) -> set[str]:
        """The other workers that live, as this one knows them."""
        found: set[str] = set()
        for what, who in self.news:
            if what == JOINED:
                found.add(f"{who!s}")
            elif what == LEFT:
                found.discard(f"{who!s}")
        return found

    def received(self, sender: str) -> list[bytes]:
        """Return what another worker has sent, in order."""
        return [data for who, data in self.news if who == sender and isinstance(data, bytes)]

    async def open(self) -> None:
        """Join the others."""
        await self.transport.open(
            Receiver(
                lambda worker, data: self._note((worker, data)),
                self._note_joined,
                lambda worker: self._note((LEFT, worker)),
            )
        )

    async def until_received(self, sender: str, data: bytes) -> None:
        """Wait until these bytes are the last ones that another worker has sent."""
        await self.until(lambda: self.received(sender)[-1:] == [data])

    async def until_left(self, worker: str) -> None:
        """Wait until another worker has left."""
        await self.until(lambda: (LEFT, worker) in self.news)

    async def until_others(self, others: set[str]) -> None:
        """Wait until these are the other workers that live."""
        await self.until(lambda: self.others == others)

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait for news after which something holds."""
        async with asyncio.timeout(PATIENCE):
            while not holds():
                self._changed.clear()
                await self._changed.wait()

    def _note_joined(self, worker: str) -> None:
        self._note((JOINED, worker))
        if self.greeting:
            self.transport.send(self.greeting, worker)

    def _note(self, news: News) -> None:
        self.news.append(news)
        self._changed.set()


async def meet(connect: Connect, number: int) -> list[Worker]:
    """Return workers that know each other."""
    workers = [Worker(connect()) for _ in range(number)]
    for worker in workers:
        await worker.open()
    for worker in workers:
        others = {other.me for other in workers if other is not worker}
        await worker.until_others(others)
    return workers


class Conformance:
    """The statements. The class that inherits them has a fixture `connect`, see `Connect`."""

    async def test_a_worker_knows_all_others_once_it_is_open(self, connect: Connect) -> None:
        first, second, third = (Worker(connect()) for _ in range(3))
        await first.open()
        assert first.others == set()
        await second.open()
        assert second.others == {first.me}
        await third.open()
        assert third.others == {first.me, second.me}
        await first.until_others({second.me, third.me})
        await second.until_others({first.me, third.me})

    async def test_bytes_reach_all_others_or_one(self, connect: Connect) -> None:
        first, second, third = await meet(connect, 3)
        first.transport.send(b"to all")
        first.transport.send(b"to one", third.me)
        first.transport.send(b"the end")
        await third.until_received(first.me, b"the end")
        await second.until_received(first.me, b"the end")
        assert third.received(first.me) == [b"to all", b"to one", b"the end"]
        assert second.received(first.me) == [b"to all", b"the end"]
        assert first.received(first.me) == []

    async def test_a_worker_that_closes_leaves_at_once(self, connect: Connect) -> None:
        first, second, third = await meet(connect, 3)
        first.transport.send(b"goodbye")
        await first.transport.close()
        for other in (second, third):
            await other.until_left(first.me)
            assert other.news[-2:] == [(first.me, b"goodbye"), (LEFT, first.me)]
        known = [*first.news]
        second.transport.send(b"too late", first.me)
        second.transport.send(b"one more")
        await third.until_received(second.me, b"one more")
        assert first.news == known

    async def test_who_is_told_that_a_worker_joined_can_answer_it(self, connect: Connect) -> None:
        first, second = Worker(connect()), Worker(connect())
        for worker in (first, second):
            worker.greeting = b"hello"
            await worker.open()
        await second.until_received(first.me, b"hello")
        await first.until_received(second.me, b"hello")

    @settings(
        deadline=None,
        suppress_health_check=[
            HealthCheck.function_scoped_fixture,
            HealthCheck.differing_executors,
        ],
        max_examples=15,
    )
    @given(st.lists(st.tuples(st.sampled_from([0, 1]), st.booleans(), payloads), max_size=9))
    async def test_all_arrives_in_the_order_in_which_it_was_sent(
        self, connect: Connect, sent: list[tuple[int, bool, bytes]]
    ) -> None:
        workers = await meet(connect, 2)
        for sender, to_one, data in [*sent, (0, False, _END), (1, False, _END)]:
            to = workers[1 - sender].me if to_one else ""
            workers[sender].transport.send(data, to)
        for number, worker in enumerate(workers):
            other = workers[1 - number].me
            await worker.until_received(other, _END)
            assert worker.received(other) == [
                *(data for sender, _, data in sent if sender != number),
                _END,
            ]
        for worker in workers:
            await worker.transport.close()
