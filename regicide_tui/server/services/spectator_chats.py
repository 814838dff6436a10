"""The chats of spectators: a log for each table at which they say something."""

from weakref import WeakValueDictionary, finalize

from regicide_tui.server.base.signal import Signal
from regicide_tui.server.base.tasks import BackgroundTasks
from regicide_tui.server.services.chat import Chat, Message
from regicide_tui.server.services.visitor_limits import VisitorLimits
from regicide_tui.server.storage.projection import follow
from regicide_tui.server.storage.store import LogEntry, Store, StoreError

ChatMessage = Message
"""A name, and the message of this person."""
_MOST_KEPT = 200
"""The most messages of a table that are kept."""


class SpectatorChats:
    """What spectators said at each table, the newest last.

    A chat is in memory as long as somebody holds it, also when the game is over.
    """

    def __init__(self, store: Store, limits: VisitorLimits, tasks: BackgroundTasks) -> None:
        self.said = Signal[[str]](tasks.report)
        """Sent with the table at which somebody has said something."""
        self._store, self._limits, self._tasks = store, limits, tasks
        self._chats: WeakValueDictionary[str, Chat] = WeakValueDictionary()
        """The chats that somebody holds, by their tables."""

    def open(self, table: str) -> Chat:
        """Return the chat of a table. What was said before is there soon."""
        if (chat := self._chats.get(table)) is None:
            chat = self._chats[table] = Chat(self._store, f"watchers/{table}", _MOST_KEPT)

            async def hear(entry: LogEntry | None) -> None:
                await self._hear(table, entry)

            end_following = follow(self._store, chat.log, self._tasks, hear)
            finalize(chat, end_following)
            self._tasks.run_soon(self._read(table))
        return chat

    def say(self, table: str, by: str, text: str, address: str = "") -> None:
        """Send a message to the spectators of a table. Raises `Refused` after too many."""
        self._limits.count_message(by, address)
        chat = self.open(table)
        chat.add(by, text)
        self._tasks.run_soon(chat.save())
        self.said.send(table)

    async def close(self) -> None:
        """Store what was said; what the store can't keep now is lost."""
        for chat in [*self._chats.values()]:
            try:
                await chat.save()
            except StoreError as error:
                self._tasks.report(error)

    async def _read(self, table: str) -> None:
        try:
            await self._hear(table, None)
        except StoreError as error:  # it is read with the next message
            self._tasks.report(error)

    async def _hear(self, table: str, entry: LogEntry | None) -> None:
        """Take what was said at other processes. Raises `StoreError`."""
        chat = self._chats.get(table)
        if chat is not None and await chat.catch_up(entry):
            self.said.send(table)
