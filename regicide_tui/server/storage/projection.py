"""The projection of a log: a value computed from the log's entries, changed by appending.

A projection can follow its log, and then soon takes each new entry.
"""

import asyncio
from collections.abc import Callable
from time import perf_counter
from typing import ClassVar, Generic, Self, TypeVar
from uuid import uuid4

from regicide_tui.server.base.tasks import BackgroundTasks, one_request
from regicide_tui.server.storage.store import (
    BadEntry,
    Conflict,
    Content,
    LogEntry,
    NewerEntry,
    Store,
    StoreError,
)

T = TypeVar("T")

_SLICE = 0.002
"""Seconds for which entries are applied in one step; other work runs in between."""
PIECE = 2000
"""The maximum number of entries read at once, to limit memory."""


class Unreadable(Exception):
    """An entry can't be applied; the message says why, without naming cards."""


class LogProjection(Generic[T]):
    """Projects one log. `apply` returns the value after an entry.

    It takes the value before and the entry. It may change the value in place, but not if it raises.

    With `on_bad_entry`, that is called with an entry that can't be applied, and the entry has no
    effect. Without it, reading and appending raise `BadEntry`, which is a `StoreError`.

    With `snapshot`, that is the value until the log is read for the first time; it stands for the
    log up to `snapshot_version`.

    An entry whose body has a `version` above `newest` comes from a newer version of the program. It
    can't be applied, and the log is not appended to any more: a decision for a value that is only
    half understood might be wrong. Without a `version` it is of the first one.

    `begins_anew` tells which entries need none before them: these may have been cut off.

    `put_away` frees the memory of a value until it is needed again.
    """

    def __init__(
        self,
        store: Store,
        log: str,
        empty: T,
        apply: Callable[[T, LogEntry], T],
        on_bad_entry: Callable[[BadEntry], None] | None = None,
        snapshot: T | None = None,
        snapshot_version: int = 0,
        newest: int = 1,
        begins_anew: Callable[[LogEntry], bool] = lambda entry: False,
    ) -> None:
        self.log = log
        self.value = empty if snapshot is None else snapshot
        self.version = snapshot_version
        self.is_read = snapshot is None
        """Whether the value comes from the log, and not from a snapshot."""
        self.is_outdated = False
        """Whether the log has an entry of a newer version of the program."""
        self._newest = newest
        self._begins_anew = begins_anew
        self._empty = empty
        self.store = store
        self._apply = apply
        self._on_bad_entry = on_bad_entry
        self.lock = asyncio.Lock()
        """Held while the log is read or written."""

    def put_away(self, snapshot: T) -> bool:
        """Keep only a snapshot of the value; the log is read again when the value is needed.

        Return whether that was possible: not while the log is read or written.
        """
        if self.lock.locked():
            return False
        self.value, self.is_read = snapshot, False
        return True

    async def has_grown(self, told: LogEntry | None) -> bool:
        """Return whether the log has entries that the value doesn't know. Raises `StoreError`.

        If the store has `told` of an entry, nothing is read.
        """
        if told is not None:
            return told.version > self.version
        return await self.store.read(self.log, self.version, 1) != []

    def take(self, told: LogEntry | None) -> bool:
        """Take the entry announced by the store; return whether nothing needs to be read.

        Without an entry, or if others come before it, the log must be read. Raises `BadEntry`.
        """
        if told is None or not self.is_read or told.version > self.version + 1:
            return False
        self._take_entry(told)
        return True

    async def catch_up(self, told: LogEntry | None = None) -> T:
        """Take new entries, and return the current value. Raises `StoreError`.

        If `told`, the entry announced by the store, is the next one or known, nothing is read.
        """
        async with self.lock:
            return self.value if self.take(told) else await self._read()

    def follow(self, tasks: BackgroundTasks, told: Callable[[], object]) -> Callable[[], None]:
        """Take each new entry from now on, then call `told`; return a function that stops this.

        If the store fails, the log is read later.
        """

        async def read(entry: LogEntry | None = None) -> None:
            try:
                await self.catch_up(entry)
            except StoreError as error:
                tasks.report(error)
                tasks.retry(self.log, read)
            else:
                told()

        return self.store.watch(self.log, lambda entry: tasks.run_soon(read(entry)))

    async def append(self, decide: Callable[[T], Content | None]) -> T:
        """Append the entry that `decide` returns for the value; return the new value.

        If it returns None, nothing is appended. `decide` gets the value that is known here. If
        another writer was quicker, or if `decide` returns None or raises an exception, new entries
        are read, and `decide` is called again for them. So an exception of `decide` that passes
        through is about the newest value, and so is None. Raises `StoreError`.
        """
        with one_request():
            async with self.lock:
                if not self.is_read:
                    await self.read_whole()
                while (body := await self._decide(decide)) is not None:
                    known = self.version
                    try:
                        entry = await self.store.append(self.log, known, uuid4().hex, body)
                    except Conflict:
                        if not await self._grows(known):  # the store contradicts itself
                            raise BadEntry(self.log, known + 1, "it is not found") from None
                    else:
                        self._take_entry(entry)
                        break
                return self.value

    async def _decide(self, decide: Callable[[T], Content | None]) -> Content | None:
        """Return what `decide` returns; None, and an exception, count only for the newest value."""
        while True:
            if self.is_outdated:
                raise NewerEntry(self.log, self.version)
            known = self.version
            try:
                body = decide(self.value)
            except Exception:
                if not await self._grows(known):
                    raise
            else:
                if body is not None or not await self._grows(known):
                    return body

    async def _grows(self, known: int) -> bool:
        """Apply all new entries; return whether any is newer than the known version."""
        await self._read()
        return self.version != known

    async def _read(self) -> T:
        """Apply all new entries, piece by piece."""
        if not self.is_read:
            return await self.read_whole()
        while True:
            entries = await self.store.read(self.log, self.version, PIECE)
            await self._take_all(entries)
            if len(entries) < PIECE:
                return self.value

    async def read_whole(self) -> T:
        """Read the log from its start; a partial value is never visible."""
        whole = LogProjection(
            self.store,
            self.log,
            self._empty,
            self._apply,
            self._on_bad_entry,
            newest=self._newest,
            begins_anew=self._begins_anew,
        )
        await whole.catch_up()
        self.is_outdated = whole.is_outdated
        self.value, self.version, self.is_read = whole.value, whole.version, True
        return self.value

    async def _take_all(self, entries: list[LogEntry]) -> None:
        began = perf_counter()
        for entry in entries:
            self._take_entry(entry)
            if perf_counter() - began > _SLICE:
                await asyncio.sleep(0)
                began = perf_counter()

    def _take_entry(self, entry: LogEntry) -> None:
        if entry.version <= self.version:  # it has been taken already
            return
        if entry.version != self.version + 1 and not self._begins_anew(entry):
            self._report(BadEntry(self.log, self.version + 1, "it is missing"))
        written = entry.body.get("version")
        try:
            if isinstance(written, int) and written > self._newest:
                self.is_outdated = True
                self._report(NewerEntry(self.log, entry.version))
            else:
                self.value = self._apply(self.value, entry)
        except BadEntry:
            raise
        except Unreadable as error:
            self._report(BadEntry(self.log, entry.version, str(error)))
        except Exception as error:  # noqa: BLE001 # anything may stand in a log
            # The message of the error may name hidden cards.
            self._report(
                BadEntry(self.log, entry.version, f"it is damaged ({type(error).__name__})")
            )
        self.version = entry.version

    def _report(self, bad: BadEntry) -> None:
        """Report an entry that can't be applied, or raise the error."""
        if self._on_bad_entry is None:
            raise bad
        self._on_bad_entry(bad)


class LogValue:
    """The base of a value that the entries of one log change in place.

    With a copy for each entry, reading ten times as many entries would take a hundred times as
    long.
    """

    log: ClassVar[str]
    """The name of the log."""

    def take(self, entry: LogEntry) -> None:
        """Apply an entry of the log. Raises `ValueError`, `KeyError` if it makes no sense."""
        raise NotImplementedError

    @classmethod
    def project(cls, store: Store, on_bad_entry: Callable[[BadEntry], None]) -> LogProjection[Self]:
        """Return the projection of the log; a bad entry is reported and has no effect."""

        def apply(value: Self, entry: LogEntry) -> Self:
            value.take(entry)
            return value

        return LogProjection(store, cls.log, cls(), apply, on_bad_entry)
