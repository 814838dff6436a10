"""The chats of spectators, alike at all workers of the server."""

from collections import deque
from collections.abc import Callable
from itertools import count
from weakref import WeakValueDictionary

from msgspec import convert

from regicide_tui.games.base import Json
from regicide_tui.server.base.signal import Signal
from regicide_tui.server.services.tables import Tables
from regicide_tui.server.services.visitor_limits import VisitorLimits
from regicide_tui.server.storage.peers import Peers

ChatMessage = tuple[str, str]
"""A name, and the message of this person."""
_LIMIT = 200
"""The most messages of a table that are kept."""
_TOPIC = "spectator chat"
"""The topic of the shared values with the messages at open tables, and of the others' messages."""


class SpectatorChats:
    """What spectators said at each table, the newest last.

    The chat of a table that is over is there as long as somebody holds it.
    """

    def __init__(
        self, tables: Tables, limits: VisitorLimits, peers: Peers, report: Callable[..., None]
    ) -> None:
        self.said = Signal[[str]](report)
        """Sent with the table at which somebody has said something."""
        self._limits, self._peers = limits, peers
        self._open: dict[str, deque[ChatMessage]] = {}
        self._all: WeakValueDictionary[str, deque[ChatMessage]] = WeakValueDictionary()
        self._keys: dict[str, deque[str]] = {}
        """The keys of the shared messages at each open table, the newest last."""
        self._numbers = count()
        peers.on_shared(_TOPIC, self._take_shared)
        peers.on_message(_TOPIC, self._take_message)
        tables.closed.subscribe(lambda table, state: self._close(table))

    def open(self, table: str) -> deque[ChatMessage]:
        """Return the chat of a table that is not over."""
        if (chat := self._open.get(table)) is None:
            shared = self._peers.shared(_TOPIC)
            said = [_decode(shared[key]) for key in self._keys.get(table, ())]
            chat = self._open[table] = self._all[table] = deque(said, maxlen=_LIMIT)
        return chat

    def _close(self, table: str) -> None:
        """Note that a table is over: whoever holds its chat may go on to talk there."""
        self._open.pop(table, None)
        for key in self._keys.pop(table, ()):
            self._peers.forget(_TOPIC, key)

    def say(self, table: str, by: str, text: str, address: str = "") -> None:
        """Send a message to the spectators of a table. Raises `Refused` after too many."""
        self._limits.count_message(by, address)
        if table in self._open:
            key = f"{table} {self._peers.me} {next(self._numbers)}"
            self._peers.share(_TOPIC, key, [by, text])
            self._note_key(table, key)
        else:
            self._peers.tell(_TOPIC, [table, by, text])
        self._add(table, by, text)
        self.said.send(table)

    def _add(self, table: str, by: str, text: str) -> None:
        if (chat := self._all.get(table)) is not None:
            chat.append((by, text))

    def _note_key(self, table: str, key: str) -> None:
        """Note a shared message; remove the oldest one if there are too many."""
        keys = self._keys.setdefault(table, deque())
        keys.append(key)
        if len(keys) > _LIMIT:
            self._peers.forget(_TOPIC, keys.popleft())

    def _take_shared(self, key: str, value: Json) -> None:
        """Add what somebody has said at another worker, at a table that was open there."""
        table, _, _ = key.partition(" ")
        self._note_key(table, key)
        self._add(table, *_decode(value))
        self.said.send(table)

    def _take_message(self, _: str, message: Json) -> None:
        """Add what somebody has said at another worker, at a table that was over there."""
        table, by, text = convert(message, tuple[str, str, str])
        self._add(table, by, text)
        self.said.send(table)


def _decode(value: Json) -> ChatMessage:
    by, text = convert(value, tuple[str, str])
    return by, text
