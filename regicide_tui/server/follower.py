"""A value that is what a log makes of it: read on from where one was, changed by appending."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Generic, TypeVar
from uuid import uuid4

from regicide_tui.games.base import Json
from regicide_tui.server.store import Conflict, Entry, Store

T = TypeVar("T")

Body = Mapping[str, Json]


class Follower(Generic[T]):
    """Follows one log. `fold` is pure: the value before an entry, the entry, the value after."""

    def __init__(self, store: Store, log: str, empty: T, fold: Callable[[T, Entry], T]) -> None:
        self.log = log
        self.value = empty
        self.version = 0
        self._store = store
        self._fold = fold
        self._turn = asyncio.Lock()

    async def catch_up(self) -> T:
        """Read what is new, and return the value now. Raises `StoreError`."""
        async with self._turn:
            return await self._read()

    async def append(self, decide: Callable[[T], Body]) -> T:
        """Append what `decide` makes of the newest value; return what that comes to.

        If somebody else was quicker, it is asked again. What it raises ends the attempt. Raises
        `StoreError`.
        """
        async with self._turn:
            while True:
                body = decide(await self._read())
                try:
                    entry = await self._store.append(self.log, self.version, uuid4().hex, body)
                except Conflict:
                    continue
                self._take(entry)
                return self.value

    async def _read(self) -> T:
        for entry in await self._store.read(self.log, self.version):
            self._take(entry)
        return self.value

    def _take(self, entry: Entry) -> None:
        self.value = self._fold(self.value, entry)
        self.version = entry.version
