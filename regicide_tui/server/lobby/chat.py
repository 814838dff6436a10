"""The chat of the lobby: what was said last, kept in the store, so that it survives a restart."""

import asyncio
from collections import deque
from uuid import uuid4

from regicide_tui.server.storage.store import Conflict, LogEntry, Store

LOG = "lobby"
MOST_KEPT = 100
"""The most messages that are kept."""
_LONGEST_NAME, LONGEST = 24, 160
"""The most cells of a name, and of a message."""

Message = tuple[str, str]
"""Who said what."""


class LobbyChat:
    """The last messages. They are shown at once, and stored soon after."""

    def __init__(self, store: Store) -> None:
        self.messages: deque[Message] = deque(maxlen=MOST_KEPT)
        """The newest last."""
        self._store = store
        self._unsaved: deque[Message] = deque(maxlen=MOST_KEPT)
        self._version = 0
        self._lock = asyncio.Lock()

    async def open(self) -> None:
        """Read the last messages. Raises `StoreError`."""
        entries = await self._store.read(LOG)
        self._version = max([entry.version for entry in entries], default=0)
        self.messages.extend([one for one in map(_message_of, entries) if all(one)])

    def add(self, by: str, text: str) -> None:
        """Add a message; `save` stores it."""
        self.messages.append((by, text))
        self._unsaved.append((by, text))

    async def save(self) -> None:
        """Store what was said since the last time; what can't be stored is given up.

        Raises `StoreError`.
        """
        async with self._lock:
            while self._unsaved:
                by, text = self._unsaved.popleft()
                try:
                    await self._append(by, text)
                except Conflict:  # somebody else wrote, or the end of the log is damaged
                    self._version = max([one.version for one in await self._store.read(LOG)])
                    await self._append(by, text)

    async def _append(self, by: str, text: str) -> None:
        body = {"by": by, "text": text}
        self._version = (await self._store.append(LOG, self._version, uuid4().hex, body)).version
        if self._version % MOST_KEPT == 0:
            await self._store.cut(LOG, MOST_KEPT)


def _message_of(entry: LogEntry) -> Message:
    """Return the message of an entry; its texts are empty if it holds none."""
    # Imported late: the commands of the operator need no text of the lobby, and load quickly.
    from regicide_tui.server.texts import make_harmless

    by, text = (str(entry.body.get(part, "")) for part in ("by", "text"))
    return make_harmless(by, _LONGEST_NAME), make_harmless(text, LONGEST)
