"""What the workers of a server tell each other: facts, messages, and who does what.

A *fact* is a small JSON value under a topic and a key that one worker keeps up to date for all
others: who is here, how many connections an address has. The facts of a worker vanish with it. A
*message* is told once, and nothing of it is kept. A table, and other work that one worker must do
for all, has an owner among the living workers, which each of them computes alike.

Nothing here is stored. What must survive a crash is in the logs of the store.
"""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import blake2b
from typing import TypeVar

import msgspec

from regicide_tui.games.base import Json, Value
from regicide_tui.server.workers.transport import NoTransport, Receiver, Transport

T = TypeVar("T")

FactCallback = Callable[[str, str, Json], None]
"""Called with the worker, the key and the new value of a fact; None if the fact has vanished."""
MessageCallback = Callable[[str, Json], None]
"""Called with the worker and the message."""


class _Fact(Value, frozen=True, tag="fact"):
    """A fact of the sender; None removes it."""

    topic: str
    key: str
    value: Json


class _Message(Value, frozen=True, tag="message"):
    """A message of the sender."""

    topic: str
    value: Json


_Part = _Fact | _Message
_decoder = msgspec.json.Decoder(list[_Part])


class Peers:
    """The workers of a server, as one of them knows them; without a `transport` it is alone.

    Several changes of a fact within a step of the loop are sent as one. Callbacks must not raise;
    what the other workers send is trusted, because they run the same program for the same operator.
    """

    def __init__(self, transport: Transport | None = None) -> None:
        self._transport = transport or NoTransport()
        self._own: dict[tuple[str, str], Json] = {}
        self._facts: dict[str, dict[str, dict[str, Json]]] = {}
        """The facts of the others: by topic, worker and key."""
        self._others: set[str] = set()
        self._unsent: list[_Message] = []
        self._changed: dict[tuple[str, str], None] = {}
        """The own facts that the others don't know yet."""
        self._sending: asyncio.Handle | None = None
        self._fact_callbacks: dict[str, list[FactCallback]] = {}
        self._message_callbacks: dict[str, list[MessageCallback]] = {}
        self._living_callbacks: list[Callable[[], None]] = []

    @property
    def me(self) -> str:
        """The id of this worker; it changes if the worker was cut off from the others."""
        return self._transport.me

    @property
    def living(self) -> tuple[str, ...]:
        """The ids of all living workers, this one included, in order."""
        return tuple(sorted({self.me, *self._others}))

    async def open(self) -> None:
        """Join the other workers. Raises `OSError`, `StoreError`."""
        await self._transport.open(Receiver(self._receive, self._note_joined, self._note_left))

    async def close(self) -> None:
        """Send what waits, and leave."""
        self._send()
        await self._transport.close()

    # ------------------------------------------------------------ facts and messages

    def note(self, topic: str, key: str, value: Json) -> None:
        """Keep a fact up to date for the other workers; None removes it."""
        if value is None:
            if self._own.pop((topic, key), None) is None:
                return
        elif self._own.get((topic, key)) == value:
            return
        else:
            self._own[topic, key] = value
        self._changed[topic, key] = None
        self._send_soon()

    def facts(self, topic: str) -> Mapping[str, Mapping[str, Json]]:
        """Return the facts of the other workers, by worker and key."""
        return self._facts.get(topic, {})

    def tell(self, topic: str, value: Json) -> None:
        """Send a message to all other workers."""
        if self._others:
            self._unsent.append(_Message(topic, value))
            self._send_soon()

    def on_fact(self, topic: str, callback: FactCallback) -> Callable[[], None]:
        """Call this after each change of a fact of another worker; return what ends that."""
        return _add(self._fact_callbacks.setdefault(topic, []), callback)

    def on_message(self, topic: str, callback: MessageCallback) -> Callable[[], None]:
        """Call this with each message of another worker; return what ends that."""
        return _add(self._message_callbacks.setdefault(topic, []), callback)

    def on_living(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call this after a worker has joined or left; return what ends that.

        The facts of a worker that has left have vanished by then.
        """
        return _add(self._living_callbacks, callback)

    # ------------------------------------------------------------ who does what

    def owner(self, task: str) -> str:
        """Return the worker that does a task for all, by rendezvous hashing.

        If a worker joins or leaves, only tasks that it gets or had change their owner. For a moment
        two workers may both think that they own a task, so its effects must be harmless twice: the
        logs of the store see to that.
        """
        return max(self.living, key=lambda worker: _weight(worker, task))

    def owns(self, task: str) -> bool:
        """Tell whether this worker does a task for all."""
        return not self._others or self.owner(task) == self.me

    # ------------------------------------------------------------ the transport

    def _send_soon(self) -> None:
        if self._others and self._sending is None:
            self._sending = asyncio.get_running_loop().call_soon(self._send)

    def _send(self) -> None:
        """Send the changed facts, and after them the messages."""
        if self._sending is not None:
            self._sending.cancel()
            self._sending = None
        parts: list[_Part] = [self._fact(*one) for one in self._changed]
        parts += self._unsent
        self._changed.clear()
        self._unsent.clear()
        if parts and self._others:
            self._transport.send(msgspec.json.encode(parts))

    def _fact(self, topic: str, key: str) -> _Fact:
        return _Fact(topic, key, self._own.get((topic, key)))

    def _note_joined(self, worker: str) -> None:
        self._others.add(worker)
        if self._own:
            facts = [self._fact(*one) for one in self._own]
            self._transport.send(msgspec.json.encode(facts), worker)
        self._call_living()

    def _note_left(self, worker: str) -> None:
        if worker not in self._others:
            return
        self._others.discard(worker)
        for topic, by_worker in self._facts.items():
            for key in by_worker.pop(worker, {}):
                self._call_fact(topic, worker, key, None)
        self._call_living()

    def _receive(self, worker: str, data: bytes) -> None:
        for part in _decoder.decode(data):
            if isinstance(part, _Message):
                for callback in [*self._message_callbacks.get(part.topic, ())]:
                    callback(worker, part.value)
                continue
            known = self._facts.setdefault(part.topic, {}).setdefault(worker, {})
            if part.value is None:
                known.pop(part.key, None)
            else:
                known[part.key] = part.value
            self._call_fact(part.topic, worker, part.key, part.value)

    def _call_fact(self, topic: str, worker: str, key: str, value: Json) -> None:
        for callback in [*self._fact_callbacks.get(topic, ())]:
            callback(worker, key, value)

    def _call_living(self) -> None:
        for callback in [*self._living_callbacks]:
            callback()


def _add(callbacks: list[T], callback: T) -> Callable[[], None]:
    callbacks.append(callback)

    def end() -> None:
        with suppress(ValueError):
            callbacks.remove(callback)

    return end


def _weight(worker: str, task: str) -> bytes:
    return blake2b(f"{worker} {task}".encode(), digest_size=16).digest()
