"""What the workers of a server tell each other: facts, messages, and who does what.

A *fact* is a small JSON value under a topic and a key that one worker keeps up to date for all
others: who is here, how many connections an address has. The facts of a worker vanish with it. A
*shared value* belongs to no worker: each of them may change it, and it is there as long as one of
them lives. A *message* is told once, and nothing of it is kept. A table, and other work that one
worker must do for all, has an owner among the living workers, which each of them computes alike.

Nothing here is stored. What must be there after a crash of all workers is in the logs of the store.
"""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import blake2b
from itertools import groupby
from operator import itemgetter
from typing import TypeVar

import msgspec

from regicide_tui.games.base import Json, Value
from regicide_tui.server.storage.transport import NoTransport, Receiver, Transport

T = TypeVar("T")

FactCallback = Callable[[str, str, Json], None]
"""Called with the worker, the key and the new value of a fact; None if the fact has vanished."""
SharedCallback = Callable[[str, Json], None]
"""Called with the key and the new value of a shared value; None if it is removed."""
MessageCallback = Callable[[str, Json], None]
"""Called with the worker and the message."""


class _Fact(Value, frozen=True, tag="fact"):
    """A fact of the sender; None removes it."""

    topic: str
    key: str
    value: Json


class _Shared(Value, frozen=True, tag="shared"):
    """A shared value; None removes it. A copy for a new worker replaces nothing."""

    topic: str
    key: str
    value: Json
    is_copy: bool = False


class _Message(Value, frozen=True, tag="message"):
    """A message of the sender."""

    topic: str
    value: Json


_Part = _Fact | _Shared | _Message
_decoder = msgspec.json.Decoder(list[_Part])

_PATIENCE = 2.0
"""The most seconds that a new worker waits until each other one has told it what it knows."""


class Peers:
    """The workers of a server, as one of them knows them; without a `transport` it is alone.

    Several changes of a fact within a step of the loop are sent as one. What is sent together
    arrives in this order: shared values, facts, messages. Callbacks must not raise;
    what the other workers send is trusted, because they run the same program for the same operator.
    """

    def __init__(self, transport: Transport | None = None) -> None:
        self._transport = transport or NoTransport()
        self._own: dict[tuple[str, str], Json] = {}
        self._facts: dict[str, dict[str, dict[str, Json]]] = {}
        """The facts of the others: by topic, worker and key."""
        self._shared: dict[str, dict[str, Json]] = {}
        self._others: set[str] = set()
        self._silent: set[str] = set()
        """The others that have not told yet what they know."""
        self._all_heard = asyncio.Event()
        self._unsent: list[tuple[str, _Message]] = []
        """Messages, each with the worker that gets it; an empty text means all others."""
        self._changed: dict[tuple[str, str], None] = {}
        """The own facts that the others don't know yet."""
        self._changed_shared: dict[tuple[str, str], None] = {}
        """The shared values that were changed here, and that the others don't know yet."""
        self._sending: asyncio.Handle | None = None
        self._fact_callbacks: dict[str, list[FactCallback]] = {}
        self._shared_callbacks: dict[str, list[SharedCallback]] = {}
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
        """Join the other workers, and learn what they know. Raises `OSError`, `StoreError`."""
        await self._transport.open(Receiver(self._receive, self._note_joined, self._note_left))
        if self._silent:
            with suppress(TimeoutError):  # a worker that hangs holds nobody up
                await asyncio.wait_for(self._all_heard.wait(), _PATIENCE)

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
        if self._others:  # whoever joins later is told of all facts
            self._changed[topic, key] = None
            self._send_soon()

    def facts(self, topic: str) -> Mapping[str, Mapping[str, Json]]:
        """Return the facts of the other workers, by worker and key."""
        return self._facts.get(topic, {})

    def share(self, topic: str, key: str, value: Json) -> None:
        """Change a shared value; None removes it. Of two changes at once either may stay."""
        if self._set_shared(topic, key, value) and self._others:
            self._changed_shared[topic, key] = None
            self._send_soon()

    def shared(self, topic: str) -> Mapping[str, Json]:
        """Return the shared values of a topic, by their keys."""
        return self._shared.get(topic, {})

    def forget(self, topic: str, key: str) -> None:
        """Remove a shared value here alone; the other workers do so by themselves."""
        self._set_shared(topic, key, None)

    def tell(self, topic: str, value: Json, to: str = "") -> None:
        """Send a message to one other worker, or to all of them."""
        if self._others:
            self._unsent.append((to, _Message(topic, value)))
            self._send_soon()

    def on_fact(self, topic: str, callback: FactCallback) -> Callable[[], None]:
        """Call this after each change of a fact of another worker; return what ends that."""
        return _add(self._fact_callbacks.setdefault(topic, []), callback)

    def on_shared(self, topic: str, callback: SharedCallback) -> Callable[[], None]:
        """Call this after another worker has changed a shared value; return what ends that."""
        return _add(self._shared_callbacks.setdefault(topic, []), callback)

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
        if self._sending is None:
            self._sending = asyncio.get_running_loop().call_soon(self._send)

    def _send(self) -> None:
        """Send the changed shared values, then the changed facts, then the messages."""
        if self._sending is not None:
            self._sending.cancel()
            self._sending = None
        parts: list[_Part] = [
            _Shared(topic, key, self.shared(topic).get(key)) for topic, key in self._changed_shared
        ]
        parts += [self._fact(*one) for one in self._changed]
        unsent: list[tuple[str, _Part]] = [*(("", part) for part in parts), *self._unsent]
        self._changed_shared.clear()
        self._changed.clear()
        self._unsent.clear()
        if self._others:
            for to, group in groupby(unsent, key=itemgetter(0)):
                self._transport.send(msgspec.json.encode([part for _, part in group]), to)

    def _fact(self, topic: str, key: str) -> _Fact:
        return _Fact(topic, key, self._own.get((topic, key)))

    def _note_joined(self, worker: str) -> None:
        self._others.add(worker)
        self._silent.add(worker)
        parts: list[_Part] = [
            _Shared(topic, key, value, is_copy=True)
            for topic, values in self._shared.items()
            for key, value in values.items()
        ]
        parts += [self._fact(*one) for one in self._own]
        self._transport.send(msgspec.json.encode(parts), worker)  # also if it is nothing
        self._call_living()

    def _note_left(self, worker: str) -> None:
        if worker not in self._others:
            return
        self._others.discard(worker)
        self._note_heard(worker)
        for topic, by_worker in self._facts.items():
            for key in by_worker.pop(worker, {}):
                self._call_fact(topic, worker, key, None)
        self._call_living()

    def _receive(self, worker: str, data: bytes) -> None:
        for part in _decoder.decode(data):
            if isinstance(part, _Message):
                for callback in [*self._message_callbacks.get(part.topic, ())]:
                    callback(worker, part.value)
            elif isinstance(part, _Shared):
                self._receive_shared(part)
            else:
                self._receive_fact(worker, part)
        self._note_heard(worker)

    def _receive_shared(self, part: _Shared) -> None:
        if part.is_copy and part.key in self.shared(part.topic):
            return
        if self._set_shared(part.topic, part.key, part.value):
            for callback in [*self._shared_callbacks.get(part.topic, ())]:
                callback(part.key, part.value)

    def _receive_fact(self, worker: str, part: _Fact) -> None:
        known = self._facts.setdefault(part.topic, {}).setdefault(worker, {})
        if part.value is None:
            known.pop(part.key, None)
        else:
            known[part.key] = part.value
        self._call_fact(part.topic, worker, part.key, part.value)

    def _set_shared(self, topic: str, key: str, value: Json) -> bool:
        """Set or remove a shared value here; tell whether that changes it."""
        known = self._shared.setdefault(topic, {})
        if known.get(key) == value:
            return False
        if value is None:
            del known[key]
        else:
            known[key] = value
        return True

    def _note_heard(self, worker: str) -> None:
        """Note that a worker has told what it knows, or never will."""
        self._silent.discard(worker)
        if not self._silent:
            self._all_heard.set()

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
