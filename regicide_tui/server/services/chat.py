"""A chat: what was said last, kept in a log of the store, so that it survives a restart."""

import asyncio
from collections import deque
from collections.abc import Sequence
from math import inf
from typing import overload
from uuid import uuid4

from regicide_tui.server.storage.store import Conflict, LogEntry, Store

LOBBY, LOBBY_KEPT = "lobby", 100
"""The log of the lobby's chat, and the most messages of it that are kept."""
_LONGEST_NAME, LONGEST = 24, 160
"""The most cells of a name, and of a message."""

Message = tuple[str, str]
"""Who said what."""


class _Shown:
    """A message that is shown; its version is 0 as long as it is not in the log."""

    def __init__(self, message: Message, id: str, version: int = 0) -> None:  # noqa: A002
        self.message = message
        self.id = id
        self.version = version


class Chat(Sequence[Message]):
    """The last `most` messages of a log, the newest last. They are shown at once, and stored soon.

    What other processes store is shown once it is known here. All show the messages in the order of
    the log, and after them their own that are not there yet.
    """

    def __init__(self, store: Store, log: str, most: int) -> None:
        self.log = log
        self._shown: list[_Shown] = []
        """The newest last."""
        self._store, self._most = store, most
        self.unsaved: deque[_Shown] = deque(maxlen=most)
        """The messages that are not stored yet."""
        self._version = 0
        self._lock = asyncio.Lock()
        self._heard = 0
        """How many messages of other processes were taken."""

    def __len__(self) -> int:
        return len(self._shown)

    @overload
    def __getitem__(self, index: int) -> Message: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Message]: ...
    def __getitem__(self, index: int | slice) -> Message | Sequence[Message]:
        if isinstance(index, int):
            return self._shown[index].message
        return [one.message for one in self._shown[index]]

    async def catch_up(self, told: LogEntry | None = None) -> bool:
        """Take what others have said meanwhile; tell whether there was anything.

        If `told`, the entry of which the store has told, is the next one or known, nothing is read.
        Raises `StoreError`.
        """
        async with self._lock:
            before = self._heard
            if told is None or told.version > self._version + 1:
                await self._read()
            elif told.version > self._version:
                self._take(told)
                self._arrange()
            return self._heard != before

    def add(self, by: str, text: str) -> None:
        """Add a message; `save` stores it."""
        said = _Shown((by, text), uuid4().hex)
        self.unsaved.append(said)
        self._shown = [*self._shown, said][-self._most :]

    async def save(self) -> None:
        """Store what was said since the last time; what can't be stored is given up.

        Raises `StoreError`.
        """
        async with self._lock:
            while self.unsaved:
                await self._append(self.unsaved.popleft())

    async def _append(self, said: _Shown) -> None:
        by, text = said.message
        tried = -1
        while tried != self._version:
            tried = self._version
            body = {"by": by, "text": text}
            try:
                entry = await self._store.append(self.log, self._version, said.id, body)
            except Conflict:  # somebody else wrote, or the end of the log is damaged
                await self._read()
                continue
            said.version = self._version = entry.version
            self._arrange()
            if self._version % self._most == 0:
                await self._store.cut(self.log, self._most)
            return

    async def _read(self) -> None:
        """Take the entries that are not known yet."""
        for entry in await self._store.read(self.log, self._version):
            self._take(entry)
        self._arrange()

    def _take(self, entry: LogEntry) -> None:
        """Show the message of an entry, unless it is shown already."""
        self._version = max(self._version, entry.version)
        own = next((one for one in self._shown if one.id == entry.id), None)
        if own is not None:
            own.version = entry.version
        elif all(message := _message_of(entry)):
            self._shown.append(_Shown(message, entry.id, entry.version))
            self._heard += 1

    def _arrange(self) -> None:
        """Bring the messages into the order of the log, and keep the last ones."""
        self._shown.sort(key=lambda one: one.version or inf)
        self._shown = self._shown[-self._most :]


def _message_of(entry: LogEntry) -> Message:
    """Return the message of an entry; its texts are empty if it holds none."""
    # Imported late: the commands of the operator need no text of the lobby, and load quickly.
    from regicide_tui.server.base.texts import make_harmless

    by, text = (str(entry.body.get(part, "")) for part in ("by", "text"))
    return make_harmless(by, _LONGEST_NAME), make_harmless(text, LONGEST)
