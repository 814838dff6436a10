"""The logs of tables, for the operator: which tables there are, and the whole log of one."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from regicide_tui.printable import printable
from regicide_tui.server.hub import open_tables
from regicide_tui.server.private import make_private_folder
from regicide_tui.server.sqlite import SqliteStore
from regicide_tui.server.store import Entry, Store
from regicide_tui.server.tables.apply import apply_entry
from regicide_tui.server.tables.state import EMPTY, TableState


class NoTable(Exception):
    """There is no log of this table."""


async def list_tables(folder: Path, database: str) -> str:
    """Return a line for each table that is open. Raises `NotPrivate`, `StoreError`."""
    async with _store(folder, database) as store:
        tables = [
            (table, _state(await store.read(_log(table)))) for table in await open_tables(store)
        ]
    lines = [f"{table}  {_described(state)}" for table, state in tables]
    return "\n".join(lines) or "No table is open."


async def export_log(folder: Path, database: str, table: str) -> str:
    """Return the log of a table, an entry a line as JSON, also if it can't be applied.

    Raises `NoTable`, `NotPrivate`, `StoreError`.
    """
    async with _store(folder, database) as store:
        entries = await store.read(_log(table))
    if not entries:
        raise NoTable(f"There is no table {printable(table)}.")
    return "\n".join(
        json.dumps({"version": one.version, "at": one.at, "body": one.body}) for one in entries
    )


def _log(table: str) -> str:
    return f"table/{table}"


def _state(entries: list[Entry]) -> TableState:
    state = EMPTY
    for entry in entries:
        state = apply_entry(state, entry.body)
    return state


def _described(state: TableState) -> str:
    people = ", ".join(map(printable, state.people)) or "nobody"
    if state.unreadable:
        return f"set aside: {state.unreadable} ({people})"
    doing = "playing" if state.playing else "over" if state.over else "waiting"
    return f"{state.game} for {state.players}, {doing}: {people}"


@asynccontextmanager
async def _store(folder: Path, database: str) -> AsyncIterator[Store]:
    """Give the store of a server, for a moment; the server may run meanwhile."""
    make_private_folder(folder)
    store = SqliteStore(folder / database)
    try:
        yield store
    finally:
        await store.close()
