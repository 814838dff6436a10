"""The doorbell: workers that share an SQLite file tell each other which logs they have appended to.

SQLite tells no process of what another one has written, and nobody asks again and again.
"""

from regicide_tui.games.base import Json
from regicide_tui.server.storage.peers import Peers
from regicide_tui.server.storage.sqlite import SqliteStore

_TOPIC = "log"


def connect_doorbell(store: SqliteStore, peers: Peers) -> None:
    """Let those who watch a log of this store hear of the entries of the other workers.

    A worker that dies may have appended without a word, and what a worker that was cut off should
    have heard is lost. So after each change of the living workers all who watch are told.
    """

    def note(_: str, log: Json) -> None:
        store.note_growth(f"{log}")

    store.ring(lambda log: peers.tell(_TOPIC, log))
    peers.on_message(_TOPIC, note)
    peers.on_living(store.note_all)
