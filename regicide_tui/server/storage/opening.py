"""The store of a server: an SQLite file in its folder, or a PostgreSQL database."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from regicide_tui.server.base.config import is_url
from regicide_tui.server.base.private import make_private_file
from regicide_tui.server.storage.processes import OneProcess, Processes
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.server.storage.sqlite_file import check_file
from regicide_tui.server.storage.store import (
    JobCallback,
    Store,
    StoreError,
    note_nothing,
)

StorePlace = Path | str
"""Where a store is: the path of an SQLite file, or the URL of a PostgreSQL database."""
DATABASE = "house.db"
"""The SQLite file in the folder of a server."""
_NOTE = "store"
"""The file in the folder of a server that names the database of its store, if any."""


def find_store(folder: Path, url: str) -> StorePlace:
    """Return where the store of a server is: in its folder, unless a URL is given.

    Raises `StoreError` if no URL is given, but the last server of this folder had one: otherwise a
    forgotten URL would mean an empty store.
    """
    if url:
        return url
    if where := read_note(folder):
        raise StoreError(
            f"The server's store is in {where}: give it with --store or in the --config file. "
            f"(If it is in {folder / DATABASE} from now on, remove {folder / _NOTE}.)"
        )
    return folder / DATABASE


def read_note(folder: Path) -> str:
    """Return the database of the last server in a folder; empty for none."""
    with suppress(FileNotFoundError):
        return (folder / _NOTE).read_text(encoding="utf-8").strip()
    return ""


def note_place(folder: Path, place: StorePlace) -> None:
    """Note for later commands which database the store of a server is in, if any.

    Raises `OSError`, `NotPrivate`, `StoreError`.
    """
    if isinstance(place, str):
        make_private_file(folder / _NOTE)
        (folder / _NOTE).write_text(f"{describe_place(place)}\n", encoding="utf-8")


def find_place(text: str) -> StorePlace:
    """Return where the store of a URL or a path is."""
    return text if is_url(text) else Path(text)


def has_password(url: str) -> bool:
    """Return whether the URL of a database contains a password. Raises `StoreError`."""
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


async def open_store(
    place: StorePlace,
    *,
    alone: bool = False,
    clock: Callable[[], float] | None = None,
    note_job: JobCallback = note_nothing,
) -> Store:
    """Open or create a store; with `alone`, nobody else can use it meanwhile.

    `clock` gives the time of entries in a file, in seconds; a database has its own. Raises
    `StoreError`.
    """
    if isinstance(place, Path):
        return SqliteStore(place, alone=alone, clock=clock, note_job=note_job)
    _require_driver()
    from regicide_tui.server.storage.postgres import PostgresStore

    return await PostgresStore.open(place, alone=alone, note_job=note_job)


def find_processes(
    store: Store,
    now: Callable[[], int],
    report: Callable[[BaseException], object],
) -> Processes:
    """Return the processes that share a store; a file has only one."""
    if isinstance(store, SqliteStore):
        return OneProcess(now, report)
    from regicide_tui.server.storage.postgres import PostgresStore
    from regicide_tui.server.storage.postgres_processes import PostgresProcesses

    assert isinstance(store, PostgresStore)  # the only other kind
    return PostgresProcesses(store, now, report)


async def is_reached(place: StorePlace) -> bool:
    """Return whether a store answers, even if only to refuse. Raises `StoreError`."""
    if isinstance(place, Path):
        return True
    _require_driver()
    from regicide_tui.server.storage.postgres_session import answers

    return await answers(place)


async def check_place(place: StorePlace) -> None:
    """Raise the `StoreError` that opening a store would raise; change nothing."""
    if isinstance(place, Path):
        check_file(place)
    else:
        _require_driver()
        from regicide_tui.server.storage.postgres import check_database

        await check_database(place)


@asynccontextmanager
async def opened(place: StorePlace, *, alone: bool = False) -> AsyncIterator[Store]:
    """Open a store for a short time; without `alone`, its server may run meanwhile.

    Raises `StoreError`.
    """
    store = await open_store(place, alone=alone)
    try:
        yield store
    finally:
        await store.close()


def _require_driver() -> None:
    """Raise `StoreError` if the PostgreSQL driver is not installed."""
    try:
        import psycopg  # noqa: F401
    except ImportError:
        raise StoreError("PostgreSQL needs psycopg: pip install 'regicide-tui[postgres]'") from None
