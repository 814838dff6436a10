"""The logs of tables, as the operator lists and keeps them."""

import json
import sqlite3
from pathlib import Path

import pytest

from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.record import log_of
from regicide_tui.server.model.table.state import VERSION
from regicide_tui.server.operator import CommandError, tables
from regicide_tui.server.services.services import Services
from regicide_tui.server.storage.sqlite import SqliteStore
from tests.server.gatherings import ADA, begin, opened
from tests.server.operating import typed
from tests.server.spoiling import bodies, write

FILE = "house.db"


async def run(store: SqliteStore, *words: str) -> str:
    """Run the command of the operator; return what it prints."""
    return await tables.run(typed("tables", *words), store)


async def test_each_open_table_has_a_line_and_one_set_aside_says_why(
    services: Services, store: SqliteStore, tmp_path: Path
) -> None:
    table = await begin(services, "duel")
    await services.joining.open_table(ADA, commands.Open("regicide", 3, {}))
    spoiled = await begin(services)
    newer = {"version": VERSION + 1, "by": ADA, "at": 1, "events": []}
    write(tmp_path / FILE, f"table/{spoiled}", 2, json.dumps(newer).encode())
    lines = (await run(store)).splitlines()
    assert lines[0] == f"{table}  duel for 2, playing: ada, bea"
    assert lines[1].endswith("  regicide for 3, waiting: ada")
    newer_version = "it was written by a newer version of the program"
    assert lines[2] == f"{spoiled}  set aside: {newer_version} (ada)"


async def test_a_log_is_exported_whole_also_if_it_makes_no_sense(
    services: Services, store: SqliteStore, tmp_path: Path
) -> None:
    table = await begin(services, "duel")
    first, *_ = bodies(tmp_path / FILE, f"table/{table}")
    write(tmp_path / FILE, f"table/{table}", 3, b"nonsense")
    lines = [json.loads(line) for line in (await run(store, "--log", table)).splitlines()]
    assert [line["version"] for line in lines] == [1, 2, 3, 4]
    assert lines[2]["body"] == {}
    assert lines[0]["body"] == first


async def test_there_may_be_no_table(store: SqliteStore, tmp_path: Path) -> None:
    assert await run(store) == "No tables are open."
    with pytest.raises(CommandError, match="There is no table"):
        await run(store, "--log", "strange\x1b[31m")


async def test_a_closed_table_is_not_opened_any_more_and_its_log_is_kept(
    services: Services, store: SqliteStore, tmp_path: Path
) -> None:
    playing, waiting = (
        await begin(services, "duel"),
        await services.joining.open_table(ADA, commands.Open("duel", 2, {})),
    )
    spoiled, kept = await begin(services), await begin(services)
    await services.tables.games.keep_snapshots(10)
    assert len(await store.snapshots()) == 4
    write(tmp_path / FILE, f"table/{spoiled}", 2, b"nonsense")
    for table in (playing, waiting, spoiled):
        assert await run(store, "--close", table) == f"{table} is closed."
        assert await run(store, "--log", table)
    assert [*await store.snapshots()] == [log_of(kept)]
    with sqlite3.connect(tmp_path / FILE) as base:
        assert base.execute("SELECT log FROM snapshots").fetchall() == [(log_of(kept),)]
    async with opened(store) as again:
        assert [*again.tables] == [kept]
        assert not again.tables.results.finished, "what the operator closed is no result"
        assert (await again.finished.read(playing, ADA)).facts.closed


async def test_what_is_no_open_table_can_not_be_closed(
    services: Services, store: SqliteStore, tmp_path: Path
) -> None:
    over = await begin(services, "duel")
    with pytest.raises(CommandError, match="no open table"):
        await run(store, "--close", "strange\x1b[31m")
    await services.close()  # the server falls before it notes that the game is over
    await services.commands.do(over, ADA, commands.Resign())
    with pytest.raises(CommandError, match="is over"):
        await run(store, "--close", over)
