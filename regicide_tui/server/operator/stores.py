"""The operator's commands for stores."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

from regicide_tui.server.base.private import make_private_file
from regicide_tui.server.operator import CommandError
from regicide_tui.server.operator.check_store import find_faults
from regicide_tui.server.operator.settings import read_settings, require_no_password
from regicide_tui.server.storage.copying import copy_store
from regicide_tui.server.storage.opening import (
    DATABASE,
    describe_place,
    find_place,
    find_store,
    opened,
    read_note,
)
from regicide_tui.server.storage.sqlite_file import describe_error
from regicide_tui.server.storage.store import Store, StoreError


async def run(arguments: SimpleNamespace, folder: Path, say: Callable[[str], None]) -> None:
    """Copy, check, back up or upgrade a store.

    A store is copied while nobody uses it, into an empty or new one. A check changes nothing.
    Raises `BadConfig`, `CommandError`, `StoreError`, `OSError`.
    """
    if arguments.task == "backup":
        if where := read_note(folder):
            raise CommandError(f"The server's store is in {where}. Back it up with pg_dump.")
        _back_up(folder / DATABASE, arguments.target)
        say(f"{arguments.target} is a copy of {folder / DATABASE}.")
        return
    if arguments.task == "upgrade":
        from regicide_tui.server.operator.upgrade import upgrade

        place = find_store(folder, read_settings(arguments).store)
        await upgrade(folder, place, say, with_faults=arguments.with_faults)
        return
    require_no_password(arguments.source)
    source = find_place(arguments.source)
    if isinstance(source, Path):
        require_file(source)
    async with opened(source, alone=arguments.task == "copy") as store:
        if arguments.task == "check":
            await _check(store, describe_place(source), say)
            return
        require_no_password(arguments.target)
        async with opened(find_place(arguments.target), alone=True) as target:
            await copy_store(store, target, say)


async def _check(store: Store, place: str, say: Callable[[str], None]) -> None:
    """Read and fold all logs of a store, and report faults.

    Raises `CommandError` if there are any.
    """
    logs = await store.logs()
    faults = [fault async for fault in find_faults(store, logs)]
    for fault in faults:
        say(fault)
    if faults:
        raise CommandError(f"{place}: faults {len(faults)}, logs {len(logs)}.")
    say(f"{place}: no faults, logs {len(logs)}.")


def _back_up(path: Path, target: Path) -> None:
    """Copy an SQLite store into a new file, while servers use it.

    The file gets its name only when it is complete and on disk. Raises `StoreError`, `OSError`.
    """
    require_file(path)
    if target.exists():
        raise StoreError(f"{target} already exists. Name a new file.")
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


def _copy_file(path: Path, target: Path) -> None:
    """Copy a database as it is at one moment. Raises `sqlite3.Error`."""
    with (
        closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True)) as source,
        closing(sqlite3.connect(target)) as copied,
    ):
        source.backup(copied)


def sync(path: Path) -> None:
    """Wait until a file or folder is on disk. Raises `OSError`."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def require_file(path: Path) -> None:
    """Raise `StoreError` if there is no such file."""
    if not path.is_file():
        raise StoreError(
            f"There is no file {path}. A store is an SQLite file or postgresql://USER@HOST/NAME."
        )
