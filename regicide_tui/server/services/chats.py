"""The chats of the lobby and of spectators: the latest messages, kept in logs of the store."""

from collections.abc import Collection, Iterator
from functools import partial
from weakref import WeakValueDictionary, finalize

from regicide_tui.server.base.limits import MOST_WORDS
from regicide_tui.server.base.tasks import Signal
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.model.table.facts import Said
from regicide_tui.server.model.table.talk import NOTHING_SAID
from regicide_tui.server.services.common import Common
from regicide_tui.server.services.visitor_limits import VisitorLimits
from regicide_tui.server.storage.projection import LogProjection
from regicide_tui.server.storage.store import LogEntry, Store

LOBBY, LOBBY_KEPT = "lobby", 100
"""The log of the lobby's chat, and the number of messages kept."""
_SPECTATORS_KEPT = 200
"""The number of spectators' messages kept for a table."""
_LONGEST_NAME = 24
"""The maximum width of a name in cells."""

_Messages = tuple[Said, ...]


class Chat:
    """The last `most` messages of a log, the newest last."""

    def __init__(self, store: Store, log: str, most: int) -> None:
        self._store, self._most = store, most
        self.log = LogProjection[_Messages](
            store,
            log,
            (),
            lambda stored, entry: (*stored, *_message_of(entry))[-most:],
            on_bad_entry=lambda _: None,
            begins_anew=lambda _: True,
        )

    def __iter__(self) -> Iterator[Said]:
        return iter(self.log.value)

    def shown_to(self, ignored: Collection[str]) -> tuple[Said, ...]:
        """Return the messages, except those of ignored people."""
        return tuple([one for one in self if one.by not in ignored])

    async def add(self, by: str, text: str) -> None:
        """Add a message; the length of the log is limited. Raises `StoreError`."""
        await self.log.append(lambda _: {"by": by, "text": text})
        if self.log.version % self._most == 0:
            await self._store.cut(self.log.log, self._most)


class Chats:
    """The chat of the lobby, and those of spectators by table.

    A spectators' chat is in memory as long as someone holds it, even after the game.
    """

    def __init__(self, common: Common, limits: VisitorLimits) -> None:
        self.said = Signal[[str]](common.report)
        """Sent with the table of a spectator's new message; with none for the lobby."""
        self._store, self._tasks, self._limits = common.store, common.tasks, limits
        self._chats: WeakValueDictionary[str, Chat] = WeakValueDictionary()
        self.lobby = self._follow("", Chat(self._store, LOBBY, LOBBY_KEPT))

    async def open(self) -> None:
        """Read the latest messages of the lobby."""
        await self._tasks.attempt(self.lobby.log.catch_up())

    def of(self, table: str) -> Chat:
        """Return the chat of a table. Earlier messages are added soon."""
        if (chat := self._chats.get(table)) is None:
            chat = self._follow(table, Chat(self._store, f"watchers/{table}", _SPECTATORS_KEPT))
            self._tasks.run_soon(self._read(table, chat))
        return chat

    async def say(self, by: str, text: str, address: str = "", table: str = "") -> None:
        """Send a message to the lobby, or to the spectators of a table.

        Raises `Refused`, for example after too many messages, and `StoreError`.
        """
        if not (words := words_of(text)):
            raise Refused(NOTHING_SAID)
        self._limits.count_message(by, address)
        await self.of(table).add(by, words)

    def _follow(self, table: str, chat: Chat) -> Chat:
        """Announce new messages of all processes, as long as someone holds the chat."""
        self._chats[table] = chat
        finalize(chat, chat.log.follow(self._tasks, partial(self.said.send, table)))
        return chat

    async def _read(self, table: str, chat: Chat) -> None:
        """Show earlier messages. Raises `StoreError`."""
        if await chat.log.catch_up():
            self.said.send(table)


def words_of(text: str, most: int = MOST_WORDS) -> str:
    """Return a message as others may read it."""
    # Imported late: the operator's commands don't need it and should load quickly.
    from regicide_tui.server.base.texts import make_harmless

    return make_harmless(text, most)


def _message_of(entry: LogEntry) -> _Messages:
    """Return the message of an entry, or nothing."""
    by, text = (str(entry.body.get(part, "")) for part in ("by", "text"))
    by, text = words_of(by, _LONGEST_NAME), words_of(text)
    return (Said(by, text, entry.at),) if by and text else ()
