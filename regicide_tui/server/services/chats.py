"""The chats of the lobby and of spectators: what was said last, kept in logs of the store."""

import asyncio
from collections.abc import Collection, Iterator, Sequence
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
from regicide_tui.server.storage.store import Body, LogEntry, Store

LOBBY, LOBBY_KEPT = "lobby", 100
"""The log of the lobby's chat, and the most messages of it that are kept."""
_SPECTATORS_KEPT = 200
"""The most messages of spectators at a table that are kept."""
_LONGEST_NAME = 24
"""The most cells of a name."""

_Stored = tuple[Said, ...]


class Chat:
    """The last `most` messages of a log, the newest last. They are shown at once, and stored soon.

    What other processes store is shown once it is known here. All show the messages in the order of
    the log, and after them their own that are not there yet.
    """

    def __init__(self, store: Store, log: str, most: int) -> None:
        self._store, self._most = store, most
        self.log = LogProjection[_Stored](
            store,
            log,
            (),
            lambda stored, entry: (*stored, *_message_of(entry))[-most:],
            on_bad_entry=lambda _: None,
            begins_anew=lambda _: True,
        )
        self._unsaved: list[Said] = []
        self._saving = asyncio.Lock()
        self.told: Sequence[tuple[str, str]] = ()
        """The messages of which was told last."""

    def __iter__(self) -> Iterator[Said]:
        return iter([*self.log.value, *self._unsaved][-self._most :])

    def shown_to(self, ignored: Collection[str]) -> tuple[Said, ...]:
        """Return the messages without those of people who are ignored."""
        return tuple([one for one in self if one.by not in ignored])

    def add(self, said: Said) -> None:
        """Add a message; `save` stores it."""
        self._unsaved = [*self._unsaved, said][-self._most :]

    async def save(self) -> None:
        """Store what was said since the last time. Raises `StoreError`."""
        async with self._saving:
            while self._unsaved:
                said = self._unsaved[0]
                await self.log.append(partial(_body_of, said))
                self._unsaved = [one for one in self._unsaved if one is not said]
                if self.log.version % self._most == 0:
                    await self._store.cut(self.log.log, self._most)


class Chats:
    """The chat of the lobby, and those of spectators by their tables.

    A chat of spectators is in memory as long as somebody holds it, also when the game is over.
    """

    def __init__(self, common: Common, limits: VisitorLimits) -> None:
        self.said = Signal[[str]](common.report)
        """Sent with the table at which a spectator has said something; with none for the lobby."""
        self._store, self._tasks, self._limits = common.store, common.tasks, limits
        self._now = common.now
        self._chats: WeakValueDictionary[str, Chat] = WeakValueDictionary()
        self.lobby = self._follow("", Chat(self._store, LOBBY, LOBBY_KEPT))

    async def open(self) -> None:
        """Read what was said last in the lobby."""
        await self._tasks.attempt(self.lobby.log.catch_up())

    async def close(self) -> None:
        """Store what was said; what the store can't keep now is lost."""
        for chat in [*self._chats.values()]:
            await self._tasks.attempt(chat.save())

    def of(self, table: str) -> Chat:
        """Return the chat of a table. What was said before is there soon."""
        if (chat := self._chats.get(table)) is None:
            chat = self._follow(table, Chat(self._store, f"watchers/{table}", _SPECTATORS_KEPT))
            self._tasks.run_soon(self._read(table, chat))
        return chat

    def say(self, by: str, text: str, address: str = "", table: str = "") -> None:
        """Say something in the lobby, or to the spectators of a table.

        Raises `Refused`, also after too many messages.
        """
        if not (words := words_of(text)):
            raise Refused(NOTHING_SAID)
        self._limits.count_message(by, address)
        chat = self.of(table)
        chat.add(Said(by, words, self._now()))
        self._tasks.run_soon(chat.save())
        self._tell(table)

    def _follow(self, table: str, chat: Chat) -> Chat:
        """Take what is said at other processes from now on, as long as somebody holds the chat."""
        self._chats[table] = chat
        finalize(chat, chat.log.follow(self._tasks, lambda: self._tell(table)))
        return chat

    async def _read(self, table: str, chat: Chat) -> None:
        """Show what was said before. Raises `StoreError`."""
        await chat.log.catch_up()
        self._tell(table)

    def _tell(self, table: str) -> None:
        """Tell what has changed in a chat since this was done last."""
        chat = self._chats.get(table)
        # The time of a message is another one once the store has it.
        if chat is not None and chat.told != (now := [(one.by, one.text) for one in chat]):
            chat.told = now
            self.said.send(table)


def _body_of(said: Said, _: object) -> Body:
    return {"by": said.by, "text": said.text}


def words_of(text: str, most: int = MOST_WORDS) -> str:
    """Return a text as others may read it."""
    # Imported late: the commands of the operator need no text of the lobby, and load quickly.
    from regicide_tui.server.base.texts import make_harmless

    return make_harmless(text, most)


def _message_of(entry: LogEntry) -> _Stored:
    """Return the message of an entry; nothing if it holds none."""
    by, text = (str(entry.body.get(part, "")) for part in ("by", "text"))
    by, text = words_of(by, _LONGEST_NAME), words_of(text)
    return (Said(by, text, entry.at),) if by and text else ()
