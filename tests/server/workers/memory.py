"""A transport within one loop, for tests with several workers in one process.

network = Network()
one, two = Peers(network.transport()), Peers(network.transport())
await one.open()
await two.open()
await network.settle()

What is sent arrives in a later step of the loop. `settle` waits until nothing is under way.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from uuid import uuid4

from regicide_tui.server.storage.transport import Receiver, Transport

_NOBODY = Receiver(lambda _, __: None, lambda _: None, lambda _: None)
_STEPS = 20
"""The steps of the loop in which nothing may be under way before a network counts as settled."""


class Network:
    """The workers that reach each other."""

    def __init__(self) -> None:
        self._members: dict[str, MemoryTransport] = {}

    def transport(self) -> "MemoryTransport":
        """Return the transport of another worker."""
        return MemoryTransport(self)

    async def settle(self) -> None:
        """Wait until all that was sent has arrived, and all that it caused."""
        calm = 0
        while calm < _STEPS:
            await asyncio.sleep(0)
            calm = 0 if any(one.is_busy for one in self._members.values()) else calm + 1

    def cut_off(self, transport: "MemoryTransport") -> None:
        """Let the others lose a worker, which comes back at once under another id.

        So it is with a worker that was stopped for a while, or lost its connection.
        """
        self.leave(transport)
        transport.begin_again([*self._members])
        self.join(transport)

    def join(self, transport: "MemoryTransport") -> None:
        """Let a worker and all others know each other."""
        me, others = transport.me, [*self._members.items()]
        self._members[me] = transport
        for worker, other in others:
            other.tell_joined(me)
            transport.receiver.joined(worker)

    def leave(self, transport: "MemoryTransport") -> None:
        """Let the others lose a worker."""
        if self._members.pop(transport.me, None) is not None:
            for other in self._members.values():
                other.tell_left(transport.me)

    def send(self, sender: str, data: bytes, to: str) -> None:
        """Pass bytes on, if the sender is still known."""
        if sender not in self._members:
            return
        for worker, one in self._members.items():
            if worker != sender and to in ("", worker):
                one.tell_received(sender, data)


class MemoryTransport(Transport):
    """The transport of one worker of a network."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self.own_name = uuid4().hex
        self.receiver = _NOBODY
        self._news: deque[Callable[[], None]] = deque()
        """What this worker is told in later steps of the loop, one after the other."""

    @property
    def me(self) -> str:
        """See `Transport`."""
        return self.own_name

    @property
    def is_busy(self) -> bool:
        """Whether something is under way to this worker."""
        return bool(self._news)

    async def open(self, receiver: Receiver) -> None:
        """See `Transport`."""
        self.receiver = receiver
        self._network.join(self)

    def send(self, data: bytes, to: str = "") -> None:
        """See `Transport`."""
        self._network.send(self.own_name, data, to)

    async def close(self) -> None:
        """See `Transport`."""
        self._network.leave(self)
        self.receiver = _NOBODY
        self._news.clear()

    def tell_joined(self, worker: str) -> None:
        """Tell this worker of another one, in a later step of the loop."""
        self._tell(lambda: self.receiver.joined(worker))

    def tell_left(self, worker: str) -> None:
        """Tell this worker that another one has left, in a later step of the loop."""
        self._tell(lambda: self.receiver.left(worker))

    def tell_received(self, worker: str, data: bytes) -> None:
        """Give this worker what another one has sent, in a later step of the loop."""
        self._tell(lambda: self.receiver.received(worker, data))

    def begin_again(self, others: Iterable[str]) -> None:
        """Take another id; what was under way to the old one is lost."""
        self._news.clear()
        self.own_name = uuid4().hex
        for other in others:
            self.receiver.left(other)

    def _tell(self, news: Callable[[], None]) -> None:
        self._news.append(news)
        asyncio.get_running_loop().call_soon(self._deliver)

    def _deliver(self) -> None:
        if self._news:
            self._news.popleft()()
