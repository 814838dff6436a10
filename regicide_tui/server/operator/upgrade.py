"""The operator's command that converts a store from before the first release, once."""

import os
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from regicide_tui.server.model.boards.book import Book
from regicide_tui.server.model.upgrade import OldBoards, convert
from regicide_tui.server.operator import CommandError
from regicide_tui.server.operator.check_store import find_faults
from regicide_tui.server.operator.stores import require_file, sync
from regicide_tui.server.running.lock import without_server
from regicide_tui.server.storage.copying import pieces_of
from regicide_tui.server.storage.opening import DATABASE, StorePlace, check_place
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.server.storage.sqlite_file import is_whole
from regicide_tui.server.storage.store import (
    Store,
    StoredEntry,
    StoreError,
    UnconvertedStore,
)

_COPY, KEPT = f"{DATABASE}.upgrade", f"{DATABASE}.before-upgrade"
"""The files of the converted copy, and of the original after the upgrade."""
_AGAIN = "Nothing was changed. Fix this and run the command again."


async def upgrade(
    folder: Path, place: StorePlace, say: Callable[[str], None], *, with_faults: bool = False
) -> None:
    """Convert a store while no server uses it.

    A converted copy is checked like any store and then replaces the original, which is kept. With
    `with_faults`, this is done even if the check finds faults. Raises `AlreadyOpen`, `NotPrivate`,
    `CommandError`, and leaves the original unchanged.
    """
    try:
        with without_server(folder):
            if isinstance(place, Path):
                require_file(place)
            await _require_unconverted(place)
            if isinstance(place, Path):
                await _upgrade_file(place.resolve(), say, with_faults=with_faults)
            else:
                await _upgrade_database(folder, place, say, with_faults=with_faults)
    except StoreError as error:
        raise CommandError(f"{str(error).rstrip('.')}. {_AGAIN}") from None
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        raise CommandError(f"{where}{error.strerror or error}. {_AGAIN}") from None


async def _require_unconverted(place: StorePlace) -> None:
    """Raise `CommandError` if a store is current, `StoreError` if it isn't a store."""
    try:
        await check_place(place)
    except UnconvertedStore:
        return
    raise CommandError("The store needs no upgrade.")


async def _upgrade_file(path: Path, say: Callable[[str], None], *, with_faults: bool) -> None:
    """Replace a file by a converted copy. Raises as `upgrade`."""
    copied, kept = path.with_name(_COPY), path.with_name(KEPT)
    if os.path.lexists(kept):
        if not kept.samefile(path):
            raise CommandError(f"{kept} already exists. Move it elsewhere.")
        kept.unlink()  # an upgrade was killed before the copy replaced the file
    with _temporary(copied):
        async with _file(path, unconverted=True) as original:
            await _write_copy(original, copied, say, with_faults=with_faults)
        _replace_file(path, copied, kept)
    say(f"The store was converted. The old file is now {kept}.")


async def _upgrade_database(
    folder: Path, url: str, say: Callable[[str], None], *, with_faults: bool
) -> None:
    """Write a converted copy into the database. Raises as `upgrade`."""
    from regicide_tui.server.storage.postgres import PostgresStore
    from regicide_tui.server.storage.postgres_session import KEPT as KEPT_TABLE

    copied = folder / _COPY
    with _temporary(copied):
        original = await PostgresStore.open(url, alone=True, unconverted=True)
        try:
            if await original.has_kept():
                raise CommandError(f"The table {KEPT_TABLE} already exists. Rename or drop it.")
            await _write_copy(original, copied, say, with_faults=with_faults)
            async with _file(copied) as copy:
                await original.replace(pieces_of(copy))
        except StoreError as error:
            await _require_known(url, error)
        finally:
            await original.close()
    say(f"The store was converted. The old entries are in the table {KEPT_TABLE}.")


async def _require_known(url: str, error: StoreError) -> None:
    """Raise the error of a conversion, if its outcome is known: the answer may have been lost."""
    try:
        await check_place(url)
    except UnconvertedStore:
        raise error from None
    except StoreError:
        raise CommandError(
            f"{error}. Run the command again to find out whether the store was converted."
        ) from None


async def _write_copy(
    original: Store, copied: Path, say: Callable[[str], None], *, with_faults: bool
) -> None:
    """Write a converted copy, and check it. Raises `StoreError`, `CommandError`."""
    async with _file(copied) as copy:
        await copy.fill(_converted(original))
        faults = await _left_out(original, copy)
        faults += [fault async for fault in find_faults(copy, await copy.logs())]
        for fault in faults:
            say(fault)
        if faults and not with_faults:
            raise CommandError(
                f"Faults: {len(faults)}. Nothing was changed. To accept these faults and convert "
                "the rest, add --with-faults."
            )


async def _converted(
    original: Store,
) -> AsyncIterator[tuple[str, Sequence[StoredEntry]]]:
    boards = OldBoards(await original.read_stored(Book.log))
    async for log, entries in pieces_of(original):
        yield log, [convert(log, entry, boards) for entry in entries]


async def _left_out(original: Store, copy: Store) -> list[str]:
    """Return a sentence for each log with entries that the copy lacks. Raises `StoreError`."""
    before, after = await original.counts(), await copy.counts()
    return [
        f"{log!r}: entries that are too damaged to be copied: {count - after.get(log, 0)}."
        for log, count in before.items()
        if count != after.get(log, 0)
    ]


@asynccontextmanager
async def _file(path: Path, *, unconverted: bool = False) -> AsyncIterator[SqliteStore]:
    """Open a file that nobody else uses; at the end, everything is in the file itself.

    Raises `StoreError`.
    """
    store = SqliteStore(path, alone=True, unconverted=unconverted)
    try:
        yield store
        await store.settle()
    finally:
        await store.close()


@contextmanager
def _temporary(copied: Path) -> Iterator[None]:
    """Remove a file and SQLite's files beside it: leftovers at the start, and all at the end."""
    files = [copied.with_name(f"{copied.name}{end}") for end in ("", "-wal", "-shm", "-journal")]
    for one in files:
        one.unlink(missing_ok=True)
    try:
        yield
    finally:
        for one in files:
            one.unlink(missing_ok=True)


def _replace_file(path: Path, copied: Path, kept: Path) -> None:
    """Replace a file by a copy, and keep the file. Raises `OSError`, `StoreError`."""
    sync(copied)
    os.link(path, kept)
    try:
        for one in (path, copied):
            if not is_whole(one):
                raise StoreError(f"{one} is in use. Stop what uses it first")
        copied.replace(path)
    except BaseException:
        kept.unlink()
        raise
    sync(path.parent)
