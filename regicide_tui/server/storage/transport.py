"""How the workers of a server reach each other."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import NamedTuple
from uuid import uuid4


class Receiver(NamedTuple):
    """Who is told of what the other workers do; all is called in the loop of the worker.

    `received` gets the id of the sender and the bytes. `joined` and `left` get the id of a worker.
    A worker that was cut off from the others joins again under another id. They see one worker
    leave and another one join; it sees all of them leave, and those that live join again.
    """

    received: Callable[[str, bytes], None]
    joined: Callable[[str], None]
    left: Callable[[str], None]


class Transport(ABC):
    """Passes bytes between the workers that share a store, and knows which of them live.

    What a worker sends reaches each other living worker at most once, in the order in which it was
    sent. If it gets lost, nobody is told. Of a worker that joins, `joined` is called before
    anything it sent; after `left` nothing more comes from it.
    """

    @property
    @abstractmethod
    def me(self) -> str:
        """The id of this worker: another one after each start, and after it was cut off."""

    @abstractmethod
    async def open(self, receiver: Receiver) -> None:
        """Join the other workers; `joined` is called for each of them before this returns.

        Raises `OSError`, `StoreError` if that is impossible.
        """

    @abstractmethod
    def send(self, data: bytes, to: str = "") -> None:
        """Send bytes to one worker, or to all others."""

    @abstractmethod
    async def close(self) -> None:
        """Leave; the other workers notice at once."""


class NoTransport(Transport):
    """The transport of a server with a single worker: there is nobody else."""

    def __init__(self) -> None:
        self._me = uuid4().hex

    @property
    def me(self) -> str:
        """See `Transport`."""
        return self._me

    async def open(self, receiver: Receiver) -> None:
        """See `Transport`."""

    def send(self, data: bytes, to: str = "") -> None:
        """See `Transport`."""

    async def close(self) -> None:
        """See `Transport`."""
