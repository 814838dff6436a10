"""The operator's command for tables."""

import json
import time
from contextlib import suppress
from types import SimpleNamespace

from regicide_tui.printable import printable
from regicide_tui.server.model.register import list_open_tables, remove_from_register
from regicide_tui.server.model.table.gathering import TableClosed
from regicide_tui.server.model.table.record import log_of, project_table
from regicide_tui.server.model.table.state import Record
from regicide_tui.server.operator import CommandError
from regicide_tui.server.storage.store import BadEntry, Store

_OPERATOR = "the operator"
"""The author of the record that closes a table: no player has a name with a space."""


async def run(arguments: SimpleNamespace, store: Store) -> str:
    """List the tables, print the log of one, or close one; return what to print.

    Raises `CommandError`, `StoreError`.
    """
    if arguments.log is not None:
        return await _export(store, arguments.log)
    if arguments.close is not None:
        return await _close(store, arguments.close)
    tables = [f"{one}  {await _describe(store, one)}" for one in await list_open_tables(store)]
    return "\n".join(tables) or "No tables are open."


async def _export(store: Store, table: str) -> str:
    """Return the log of a table as lines of JSON, even if it can't be applied."""
    entries = await store.read(log_of(table))
    if not entries:
        raise CommandError(f"There is no table {printable(table)}.")
    return "\n".join(
        json.dumps({"version": one.version, "at": one.at, "body": one.body}) for one in entries
    )


async def _close(store: Store, table: str) -> str:
    """Close a table without a result, even a set-aside one. Its log is kept.

    A running server would not notice.
    """
    if table not in await list_open_tables(store):
        raise CommandError(f"There is no open table {printable(table)}.")
    projection = project_table(store, table)
    record = Record(_OPERATOR, int(time.time() * 1000), (TableClosed(),))
    with suppress(BadEntry):  # a damaged log stays as it is
        if (await projection.catch_up()).facts.over:
            raise CommandError(f"The game at {table} is over. The server lists it when it starts.")
        await projection.append(lambda _: record)
    await remove_from_register(store, table)
    await store.keep_snapshots({log_of(table): None})
    return f"{table} is closed."


async def _describe(store: Store, table: str) -> str:
    """Return the state of a table, or why it is set aside. Raises `StoreError`."""
    projection, why = project_table(store, table), ""
    try:
        await projection.catch_up()
    except BadEntry as error:
        why = error.why
    facts = projection.value.facts
    people = ", ".join(map(printable, facts.people)) or "nobody"
    if why:
        return f"set aside: {why} ({people})"
    doing = "playing" if facts.playing else "over" if facts.over else "waiting"
    return f"{facts.game} for {facts.players}, {doing}: {people}"
