"""The operator's commands for stores: copy one, check one, back up a file while it is in use."""

import os
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path

from regicide_tui.server.base.private import make_private_file
from regicide_tui.server.operator import CommandError
from regicide_tui.server.operator.check_store import find_faults
from regicide_tui.server.storage.copying import copy_store
from regicide_tui.server.storage.opening import StorePlace, describe_place, open_store
from regicide_tui.server.storage.sqlite import describe_error
from regicide_tui.server.storage.store import MaintainedStore, StoreError


class FaultyStore(CommandError):
    """A check found faults; the message says how many."""


async def copy(source: StorePlace, target: StorePlace, say: Callable[[str], None]) -> None:
    """Copy a store into another one, which is empty or new, while nobody uses either.

    Raises `StoreError`.
    """
    async with existing(source, alone=True) as read:
        written = await open_store(target, alone=True)
        try:
            await copy_store(read, written, say)
        finally:
            await written.close()


async def check(place: StorePlace, say: Callable[[str], None]) -> None:
    """Read all logs of a store, fold them, and say what is wrong where; nothing is changed.

    The server may run meanwhile. Raises `FaultyStore`, `StoreError`.
    """
    async with existing(place) as store:
        logs = await store.logs()
        faults = [fault async for fault in find_faults(store, logs)]
    for fault in faults:
        say(fault)
    if faults:
        raise FaultyStore(f"{describe_place(place)}: faults {len(faults)}, logs {len(logs)}.")
    say(f"{describe_place(place)}: no fault, logs {len(logs)}.")


def back_up(path: Path, target: Path) -> str:
    """Copy an SQLite store into a new file, while servers use it; return a sentence.

    The file has its name only when it is complete and on the disk. Raises `StoreError`, `OSError`.
    """
    require_file(path)
    if target.exists():
        raise StoreError(f"{target} exists already. Name a new file.")
    partial = target.with_name(f"{target.name}.partial")
    partial.unlink(missing_ok=True)
    make_private_file(partial)
    try:
        _copy_file(path, partial)
        sync(partial)
        partial.replace(target)
        sync(target.parent)
    except sqlite3.Error as error:
        raise StoreError(f"{path}: {describe_error(error)}") from None
    finally:
        partial.unlink(missing_ok=True)
    return f"{target} is a copy of {path}."


def _copy_file(path: Path, target: Path) -> None:
    """Copy a database as it is at one moment. Raises `sqlite3.Error`."""
    with (
        closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True)) as source,
        closing(sqlite3.connect(target)) as copied,
    ):
        source.backup(copied)


def sync(path: Path) -> None:
    """Wait until a file or folder is on the disk. Raises `OSError`."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


@asynccontextmanager
async def existing(place: StorePlace, *, alone: bool = False) -> AsyncIterator[MaintainedStore]:
    """Open a store that exists; a file is not made. Raises `StoreError`."""
    if isinstance(place, Path):
        require_file(place)
    store = await open_store(place, alone=alone)
    try:
        yield store
    finally:
        await store.close()


def require_file(path: Path) -> None:
    """Raise `StoreError` if there is no such file."""
    if not path.is_file():
        raise StoreError(
            f"There is no file {path}. A store is an SQLite file, or postgresql://USER@HOST/NAME."
        )
