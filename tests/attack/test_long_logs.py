"""However much was done in a server, it opens in a time that grows no faster than its logs."""

import asyncio
import sqlite3
from collections.abc import Iterable, Mapping
from pathlib import Path
from time import process_time, sleep

import msgspec
import pytest

from regicide_tui.games.base import Json
from regicide_tui.play.ratings import GameFigures
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.model.table.state import Record
from regicide_tui.server.model.table.talk import PhraseSaid
from regicide_tui.server.services.accounts import Accounts
from regicide_tui.server.services.services import Services
from regicide_tui.server.storage.projection import LogProjection
from regicide_tui.server.storage.sqlite import SqliteStore
from tests.server.gatherings import ADA, begin, first_action

MANY = 40_000
_SECONDS = 6.0
"""Of the processor. It takes one or two; where each entry copied all before it, twenty and more."""


@pytest.fixture
async def store(tmp_path: Path) -> SqliteStore:
    return SqliteStore(tmp_path / "house.db")


def write(folder: Path, log: str, bodies: Iterable[Mapping[str, Json]]) -> None:
    """Write a log as if all that had been done."""
    rows = [
        (log, version, f"{version}", 0, msgspec.json.encode(body).decode())
        for version, body in enumerate(bodies, 1)
    ]
    base = sqlite3.connect(folder / "house.db")
    with base:
        base.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", rows)
    base.close()


@pytest.mark.slow
async def test_many_names_are_read_in_seconds(tmp_path: Path, store: SqliteStore) -> None:
    write(tmp_path, "accounts", ({"name": f"n{i}", "add": "ssh-ed25519 A"} for i in range(MANY)))
    before = process_time()
    assert await Accounts(store).find("n7")
    assert process_time() - before < _SECONDS
    await store.close()


@pytest.mark.slow
async def test_many_finished_games_are_read_in_seconds(tmp_path: Path, store: SqliteStore) -> None:
    over = {"game": "regicide", "seats": ["ada"], "reason": "ended"}
    pairs = (({"opened": f"{i}"}, {"closed": f"{i}", **over}) for i in range(MANY))
    write(tmp_path, "house", (body for pair in pairs for body in pair))
    services, before = Services(store, return_seconds=0), process_time()
    await services.open()
    assert process_time() - before < _SECONDS
    assert services.tables.results.count == MANY
    assert len(services.tables.results.finished) == 300
    assert services.tables.results.standings[0].played == (GameFigures("regicide", MANY),)
    await services.close()
    await store.close()


@pytest.mark.slow
async def test_many_closed_tables_are_read_in_seconds(tmp_path: Path, store: SqliteStore) -> None:
    opened = ({"opened": f"{i}"} for i in range(MANY // 2))
    closed = ({"closed": f"{i}"} for i in range(MANY // 2))
    write(tmp_path, "house", (*opened, *closed))
    services, before = Services(store, return_seconds=0), process_time()
    await services.open()
    assert process_time() - before < _SECONDS
    assert not services.tables
    await services.close()
    await store.close()


def talk(path: Path, table: str, times: int) -> None:
    """Let ada say so much at a table, as if she had sat there for hours."""
    base = sqlite3.connect(path)
    with base:
        query = "SELECT max(version), max(at) FROM entries WHERE log = ?"
        last, at = base.execute(query, (f"table/{table}",)).fetchone()
        record = Record(ADA, at, (PhraseSaid(ADA, "hello"),))
        body = msgspec.json.encode(record).decode()
        rows = [(f"table/{table}", last + i, f"{i}", at, body) for i in range(1, times + 1)]
        base.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", rows)
    base.close()


async def test_after_much_talk_one_can_only_play_on_or_end_the_game(
    tmp_path: Path, store: SqliteStore
) -> None:
    services = Services(store, return_seconds=0)
    await services.open()
    table = await begin(services)
    talk(tmp_path / "house.db", table, 500)
    by, action = first_action(services.tables.whole(table))
    await services.commands.do(table, by, commands.Act(action=action))
    for command in (commands.Say("hello"), commands.Ask(commands.UNDO)):
        with pytest.raises(Refused, match="still play on or end the game"):
            await services.commands.do(table, ADA, command)
    assert (await services.commands.do(table, ADA, commands.Ask(what="end"))).ended  # bea is away
    await services.close()
    await store.close()


async def test_nobody_asks_for_the_end_and_refuses_it_for_ever(
    tmp_path: Path, store: SqliteStore
) -> None:
    services = Services(store, return_seconds=0)
    await services.open()
    table = await begin(services)
    services.presence.arrive("bea", lambda _: None)
    talk(tmp_path / "house.db", table, 600)
    with pytest.raises(Refused, match="still play on or end the game"):
        await services.commands.do(table, ADA, commands.Ask(what="end"))
    by, action = first_action(services.tables.whole(table))
    assert (await services.commands.do(table, by, commands.Act(action=action))).playing
    await services.close()
    await store.close()


async def test_a_long_log_of_before_is_still_read_and_its_game_can_be_ended(
    tmp_path: Path, store: SqliteStore
) -> None:
    services = Services(store, return_seconds=0)
    await services.open()
    table = await begin(services)
    await services.close()
    talk(tmp_path / "house.db", table, 1500)
    services = Services(store, return_seconds=0)
    await services.open()
    assert table in services.tables
    assert (await services.commands.do(table, ADA, commands.Ask(what="end"))).ended  # bea is away
    await services.close()
    await store.close()


async def test_while_a_long_log_is_read_others_have_their_turn(store: SqliteStore) -> None:
    for version in range(40):
        await store.append("log", version, f"{version}", {})

    def take(taken: int, _: object) -> int:
        sleep(0.003)  # as a table takes an entry
        return taken + 1

    rounds = 0

    async def others() -> None:
        nonlocal rounds
        while True:
            rounds += 1
            await asyncio.sleep(0)

    task, projection = asyncio.ensure_future(others()), LogProjection(store, "log", 0, take)
    reading = asyncio.ensure_future(projection.catch_up())
    while not projection.value:
        await asyncio.sleep(0)
    before = rounds
    assert await reading == 40
    assert rounds - before >= 30
    task.cancel()
    await store.close()
