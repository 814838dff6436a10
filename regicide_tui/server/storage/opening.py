"""Which store a server has: an SQLite file of its folder, or a PostgreSQL database."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from regicide_tui.server.operations.private import make_private_folder
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.server.storage.store import Store, StoreError

StorePlace = Path | str
"""Where a store is: the path of an SQLite file, or the URL of a PostgreSQL database."""
_SCHEMES = ("postgresql://", "postgres://")


def find_place(text: str) -> StorePlace:
    """Return where the store of a URL or a path is."""
    return text if is_url(text) else Path(text)


def is_url(text: str) -> bool:
    """Tell whether a text is the URL of a PostgreSQL database."""
    return text.startswith(_SCHEMES)


def has_password(url: str) -> bool:
    """Tell whether the URL of a database holds a password. Raises `StoreError`."""
    _require_driver()
    from regicide_tui.server.storage import postgres_session

    return postgres_session.has_password(url)


def describe_place(place: StorePlace) -> str:
    """Return where a store is, without a password. Raises `StoreError`."""
    if isinstance(place, Path):
        return f"{place}"
    _require_driver()
    from regicide_tui.server.storage.postgres_session import without_password

    return without_password(place)


async def open_store(place: StorePlace, *, alone: bool = False) -> Store:
    """Open or make a store; with `alone` nobody else can use it meanwhile. Raises `StoreError`."""
    if isinstance(place, Path):
        return SqliteStore(place, alone=alone)
    _require_driver()
    from regicide_tui.server.storage.postgres import PostgresStore

    return await PostgresStore.open(place, alone=alone)


@asynccontextmanager
async def opened(place: StorePlace, *, alone: bool = False) -> AsyncIterator[Store]:
    """Open the store of a server for a short time; without `alone` the server may run meanwhile.

    Raises `NotPrivate`, `StoreError`.
    """
    if isinstance(place, Path):
        make_private_folder(place.parent)
    store = await open_store(place, alone=alone)
    try:
        yield store
    finally:
        await store.close()


def _require_driver() -> None:
    """Raise `StoreError` if what speaks to PostgreSQL is not installed."""
    try:
        import psycopg  # noqa: F401
    except ImportError:
        raise StoreError(
            "PostgreSQL needs more (psycopg): pip install 'regicide-tui[postgres]'"
        ) from None
