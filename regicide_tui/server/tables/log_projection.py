"""A value that is what a log makes of it: read on from where one was, changed by appending."""

import asyncio
from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Generic, TypeVar
from uuid import uuid4

from regicide_tui.games.base import Json
from regicide_tui.server.storage.store import BadEntry, Conflict, Entry, Store

T = TypeVar("T")

_SLICE = 0.002
"""Seconds for which entries are taken in one go; others have their turn in between."""
PIECE = 2000
"""The most entries that are read at once: so the memory for them has a bound."""

Body = Mapping[str, Json]


class Unreadable(Exception):
    """Why nothing can be made of an entry, in words that name no card."""


class LogProjection(Generic[T]):
    """Follows one log. `fold` makes the value after an entry of the one before and the entry.

    It may change the one before, which nobody else keeps, but not if it raises anything.

    With `pass_over`, an entry of which nothing can be made is told to it and has no effect. Without
    it, whoever reads or appends gets `BadEntry`, which is a `StoreError`.

    With `in_brief`, that is the value until the log is read for the first time.
    """

    def __init__(
        self,
        store: Store,
        log: str,
        empty: T,
        apply: Callable[[T, Entry], T],
        on_bad_entry: Callable[[BadEntry], None] | None = None,
        snapshot: T | None = None,
    ) -> None:
        self.log = log
        self.value = empty if snapshot is None else snapshot
        self.version = 0
        self.is_read = snapshot is None
        """Whether the value is what the log makes of it, and not what stands for that."""
        self._empty = empty
        self._store = store
        self._apply = apply
        self._on_bad_entry = on_bad_entry
        self._lock = asyncio.Lock()
        self._without_version: set[str] = set()
        """The entries without a version that were complained of."""

    async def catch_up(self) -> T:
        """Read what is new, and return the value now. Raises `StoreError`."""
        async with self._lock:
            return await self._read()

    async def append(self, decide: Callable[[T], Body]) -> T:
        """Append what `decide` makes of the newest value; return what that comes to.

        If somebody else was quicker, it is asked again. What it raises ends the attempt. Raises
        `StoreError`.
        """
        async with self._lock:
            tried = -1
            while True:
                body = decide(await self._read())
                if self.version == tried:  # the store knows of entries that it does not show
                    raise BadEntry(self.log, self.version + 1, "it is not found")
                tried = self.version
                try:
                    entry = await self._store.append(self.log, self.version, uuid4().hex, body)
                except Conflict:
                    continue
                self._take_entry(entry)
                return self.value

    async def _read(self) -> T:
        """Take all entries that are new, a piece of the log after the other."""
        if not self.is_read:
            return await self._read_whole()
        while True:
            before = self.version
            entries = await self._store.read(self.log, before, PIECE)
            await self._take_all(entries)
            if len(entries) < PIECE or self.version == before:
                return self.value

    async def _read_whole(self) -> T:
        """Read the log from its beginning; nobody sees the value half made."""
        whole = LogProjection(self._store, self.log, self._empty, self._apply, self._on_bad_entry)
        await whole.catch_up()
        self.value, self.version, self.is_read = whole.value, whole.version, True
        self._without_version = whole._without_version
        return self.value

    async def _take_all(self, entries: list[Entry]) -> None:
        began = perf_counter()
        for entry in entries:
            self._take_entry(entry)
            if perf_counter() - began > _SLICE:
                await asyncio.sleep(0)
                began = perf_counter()

    def _take_entry(self, entry: Entry) -> None:
        if not entry.version:
            self._take_without_version(entry)
            return
        if entry.version != self.version + 1:
            self._report(BadEntry(self.log, self.version + 1, "it is missing"))
        self._apply_entry(entry, entry.version)
        self.version = entry.version

    def _apply_entry(self, entry: Entry, version: int) -> None:
        try:
            self.value = self._apply(self.value, entry)
        except Unreadable as error:
            self._report(BadEntry(self.log, version, str(error)))
        except Exception as error:  # noqa: BLE001 # anything may stand in a log
            # The message of the error may name cards, which are for nobody's eyes.
            self._report(BadEntry(self.log, version, type(error).__name__))

    def _take_without_version(self, entry: Entry) -> None:
        """Complain of an entry that has lost its place, and take it all the same, once.

        It is read each time. What it holds still is so: a name is taken, say.
        """
        if entry.id not in self._without_version:
            self._report(BadEntry(self.log, self.version + 1, "it has no version"))
            self._without_version.add(entry.id)
            self._apply_entry(entry, self.version + 1)

    def _report(self, bad: BadEntry) -> None:
        """Tell of an entry of which nothing can be made, or raise it."""
        if self._on_bad_entry is None:
            raise bad
        self._on_bad_entry(bad)
