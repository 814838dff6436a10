"""Which transport the workers of a server have: it depends on where their store is."""

from pathlib import Path

from regicide_tui.server.storage.opening import StorePlace
from regicide_tui.server.storage.relay_transport import RelayTransport
from regicide_tui.server.storage.transport import NoTransport, Transport


def find_transport(folder: Path, place: StorePlace, *, relayed: bool) -> Transport:
    """Return how a worker reaches the others.

    Those with one database find each other there, on whichever machine they are. Those with one
    file have the relay of their supervisor, if they are `relayed`; a server without one is alone.
    Raises `StoreError`.
    """
    if isinstance(place, Path):
        return RelayTransport(folder) if relayed else NoTransport()
    from regicide_tui.server.storage.postgres_transport import PostgresTransport

    return PostgresTransport(place)
