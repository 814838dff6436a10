"""The store behind tables, accounts and presence: logs that one appends to and is told of.

A log has a name, and entries with versions from 1. Whoever appends says after which version;
if somebody else was quicker, nothing is appended. So several machines could share a store, and a
table needs no owner: the order of its log is the order in which things happened.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping

from regicide_tui.games.base import Json, Value


class Entry(Value, frozen=True):
    """One entry: its version, the id that makes it unique in its log, when, and what.

    `at` is Unix time in milliseconds. The body is empty if what is kept of it can't be read, and
    the version is 0 if it is none that an entry can have.
    """

    version: int
    id: str
    at: int
    body: Mapping[str, Json]


class Snapshot(Value, frozen=True):
    """What a log came to at a version, as it was kept beside the log."""

    version: int
    body: bytes


class Conflict(Exception):
    """Somebody else has appended first: the log is not at the version that was expected."""


class StoreError(Exception):
    """The store can't keep or find anything now, as when the disk is full."""


def sentence(error: Exception) -> str:
    """Return what to tell somebody whose doing failed: why, and if it was the store, what to do."""
    if isinstance(error, StoreError):
        return f"The server can't save that now: {str(error).rstrip('.')}. Try again in a while."
    return str(error)


class BadEntry(StoreError):
    """An entry of a log of which nothing can be made; what stands before it holds."""

    def __init__(self, log: str, version: int, why: str) -> None:
        super().__init__(f"Entry {version} of the log {log!r} can't be understood: {why}.")
        self.version = version


LogCallback = Callable[[str], None]
"""Is called with the name of a log that has grown, in the loop of who watches."""


class Store(ABC):
    """What any store must do; `tests/server/conformance.py` is what it must pass."""

    @abstractmethod
    async def append(self, log: str, after: int, id: str, body: Mapping[str, Json]) -> Entry:  # noqa: A002
        """Append an entry at version `after + 1`, and return when it can't be lost any more.

        If the log holds an entry with this id already, that entry is returned and nothing is
        appended: to try again is harmless. Raises `Conflict` if the log is at another version,
        `StoreError` if it can't be kept.
        """

    @abstractmethod
    async def read(self, log: str, after: int = 0, most: int | None = None) -> list[Entry]:
        """Return the entries behind a version, in order, and those whose version can't be read.

        With `most`, only so many of the entries with a version are returned, the first of them.
        Raises `StoreError`.
        """

    @abstractmethod
    def watch(self, log: str, callback: LogCallback) -> Callable[[], None]:
        """Call `heard` after each entry that is appended from now on; return what ends that."""

    @abstractmethod
    async def snapshots(self) -> dict[str, Snapshot]:
        """Return the snapshots by their logs, but only those of which the log is still the same.

        A snapshot is left out if its log has grown, was cut or was changed since, also if it can't
        be read. Raises `StoreError`.
        """

    @abstractmethod
    async def keep_snapshots(self, snapshots: Mapping[str, Snapshot | None]) -> None:
        """Keep snapshots in the place of those before, or none, by their logs.

        One of a version that is not the newest of its log is not kept. Raises `StoreError`.
        """

    @abstractmethod
    async def arrive(self, name: str, location: str, seconds: float) -> None:
        """Note that somebody is here for so many seconds more. Raises `StoreError`."""

    @abstractmethod
    async def leave(self, name: str) -> None:
        """Note that somebody is gone. Raises `StoreError`."""

    @abstractmethod
    async def present(self) -> dict[str, str]:
        """Return who is here, and where. Raises `StoreError`."""

    @abstractmethod
    async def close(self) -> None:
        """Keep what is under way, and end."""
