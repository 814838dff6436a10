"""The operator's command that converts a store from before the first release, once."""

import os
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

from regicide_tui.server.model.boards.book import LOG as BOARDS
from regicide_tui.server.model.upgrade import CantConvert, OldBoards, convert
from regicide_tui.server.operator import CommandError
from regicide_tui.server.operator.check_store import find_faults
from regicide_tui.server.operator.stores import require_file, sync
from regicide_tui.server.running.lock import without_server
from regicide_tui.server.storage.copying import pieces_of
from regicide_tui.server.storage.opening import DATABASE, StorePlace, check_place, opened
from regicide_tui.server.storage.store import (
    MaintainedStore,
    StoredEntry,
    StoreError,
    UnconvertedStore,
)

_COPY, KEPT = f"{DATABASE}.upgrade", f"{DATABASE}.before-upgrade"
"""The files of the converted copy, and of the original after the upgrade."""


async def upgrade(
    folder: Path, place: StorePlace, say: Callable[[str], None], *, with_faults: bool = False
) -> None:
    """Convert a store while no server uses it.

    A converted copy is checked like any store, and then takes the place of the original, which is
    kept. With `with_faults` that is also done if the check finds faults. Raises `AlreadyOpen`,
    `NotPrivate`, `OSError`, `StoreError`, `CommandError`: then the original is as it was.
    """
    copied = folder / _COPY
    with without_server(folder):
        if isinstance(place, Path):
            require_file(place)
        await _require_unconverted(place)
        if (folder / KEPT).exists():
            raise CommandError(f"{folder / KEPT} is in the way: move it elsewhere.")
        copied.unlink(missing_ok=True)
        try:
            await _convert(place, copied, say, with_faults=with_faults)
        finally:
            copied.unlink(missing_ok=True)


async def _require_unconverted(place: StorePlace) -> None:
    """Raise `CommandError` if a store is of today, `StoreError` if it is none."""
    try:
        await check_place(place)
    except UnconvertedStore:
        return
    raise CommandError("The store needs no upgrade.")


async def _convert(
    place: StorePlace, copied: Path, say: Callable[[str], None], *, with_faults: bool
) -> None:
    """Write a converted copy, check it, and let it take the place of the original."""
    async with opened(place, alone=True, unconverted=True) as original:
        try:
            await _write_copy(original, copied, say, with_faults=with_faults)
        except CantConvert as error:
            raise CommandError(f"{error} Nothing was changed.") from None
        if isinstance(place, str):
            say(await _replace_in_database(original, copied))
    if isinstance(place, Path):
        say(_replace_file(place, copied))


async def _write_copy(
    original: MaintainedStore, copied: Path, say: Callable[[str], None], *, with_faults: bool
) -> None:
    """Write a converted copy, and check it. Raises `CantConvert`, `StoreError`, `CommandError`."""
    async with opened(copied, alone=True) as copy:
        await copy.fill(_converted(original))
        logs = await original.logs()
        faults = [fault async for fault in find_faults(copy, logs)]
        for fault in faults:
            say(fault)
        if faults and not with_faults:
            raise CommandError(
                f"Faults: {len(faults)}. Nothing was changed. If you know them, and want to go on "
                "without what they damage, add --with-faults."
            )
        if logs != await copy.logs():
            raise StoreError("The copy has other logs than the original. Nothing was changed")


async def _converted(
    original: MaintainedStore,
) -> AsyncIterator[tuple[str, Sequence[StoredEntry]]]:
    boards = OldBoards(await original.read_stored(BOARDS))
    async for log, entries in pieces_of(original):
        yield log, [convert(log, entry, boards) for entry in entries]


async def _replace_in_database(original: MaintainedStore, copied: Path) -> str:
    """Write a copy into the database of the original; return a sentence. Raises `StoreError`."""
    from regicide_tui.server.storage.postgres import PostgresStore
    from regicide_tui.server.storage.postgres_session import KEPT as KEPT_TABLE

    assert isinstance(original, PostgresStore)  # a URL leads to no other kind
    async with opened(copied, alone=True) as copy:
        await original.replace(pieces_of(copy))
    return f"The store is converted. Its entries of before are in the table {KEPT_TABLE}."


def _replace_file(path: Path, copied: Path) -> str:
    """Put a copy in the place of a file, which is kept; return a sentence. Raises `OSError`."""
    kept = path.with_name(KEPT)
    sync(copied)
    os.link(path, kept)
    copied.replace(path)
    sync(path.parent)
    return f"The store is converted. The file of before is {kept}."
