"""A server that opens by what is kept beside its logs is the one that its logs make."""

import asyncio
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest

from regicide_tui import games
from regicide_tui.server.base.limits import Limits
from regicide_tui.server.model.register import list_open_tables
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.state import VERSION, TableState
from regicide_tui.server.services import games_in_memory
from regicide_tui.server.services.bots import PAUSE
from regicide_tui.server.services.games_in_memory import GamesInMemory
from regicide_tui.server.services.presence import RETURN_SECONDS
from regicide_tui.server.services.services import Services
from regicide_tui.server.storage.processes import OneProcess
from regicide_tui.server.storage.projection import LogProjection
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.server.storage.store import LogEntry, Store, StoreError
from tests.server import gatherings
from tests.server.gatherings import (
    ADA,
    BEA,
    api_of,
    begin,
    clocks_stand_at,
    enter_table,
    first_action,
    legal_actions,
    seat_guest,
)
from tests.server.storage.conformance import fail
from tests.server.tables.test_apply import VERSIONS, logs
from tests.server.visitors import visiting
from tests.server.waiting import Time, until

KNOWN_LOGS = [
    pytest.param(log["entries"], id=f"{file.stem}-{number}")
    for file in VERSIONS
    for number, log in enumerate(logs(file))
]
GAMES = ("regicide", "duel", "king_of_the_dead")
GUEST = "guest 1"
LOOKERS = (ADA, "Bea", BEA, "somebody else")


NOW = 1_000_000.0


def opened(
    place: Path | Store,
    later: float = 0.0,
    clock: Time | None = None,
    since: int | None = None,
    **settings: Any,
) -> AbstractAsyncContextManager[Services]:
    """Open a server some seconds later. With `since`, it seems to be open since this time."""
    usual = {"pause": PAUSE, "return_seconds": RETURN_SECONDS, "clock": clock or Time(NOW + later)}
    if since is not None:
        usual["processes"] = OneProcess(lambda: since, fail)
    return gatherings.opened(place, **{**usual, **settings})


async def upkeep(services: Services) -> None:
    """Do what a server does each minute, once nothing else is under way."""
    await services.idle()
    await services.automation.run()


async def shown(services: Services) -> dict[str, Any]:
    """Return what a server shows of its tables to everybody, and what it knows of them."""
    await services.idle()
    tables = {name: dict(api_of(services, name).tables.offered()) for name in LOOKERS}
    stopped = {table for table in services.tables if clocks_stand_at(services, table)}
    results = [*services.tables.results.finished]
    return {"tables": tables, "stopped": stopped, "results": results}


async def whole(services: Services) -> dict[str, TableState]:
    """Return all tables with their games."""
    await services.idle()
    for table in services.tables:
        await services.tables.read(table)
    return {table: services.tables.whole(table) for table in services.tables}


def forget_snapshots(path: Path) -> None:
    """Leave the logs alone in the file of a server."""
    with sqlite3.connect(path) as base:
        base.execute("DROP TABLE IF EXISTS snapshots")


async def agrees_with_its_logs(path: Path) -> None:
    """Open a server by its snapshots and by its logs, and find no difference."""
    async with opened(path, later=1) as services:
        by_snapshot = await shown(services), await whole(services)
    forget_snapshots(path)
    async with opened(path, later=1) as services:
        by_log = await shown(services), await whole(services)
    assert by_snapshot == by_log


async def write_log(path: Path, entries: list[dict[str, Any]]) -> str:
    """Write a server with one table that has this log; return the table."""
    store = SqliteStore(path)
    for at, body in enumerate(entries):
        await store.append("table/one", at, f"{at}", body)
    await store.append("house", 0, "opened", {"opened": "one"})
    await store.close()
    return "one"


@pytest.mark.slow
@pytest.mark.parametrize("entries", KNOWN_LOGS)
async def test_each_known_log_is_shown_the_same_by_its_snapshot(
    path: Path, entries: list[dict[str, Any]]
) -> None:
    await write_log(path, entries)
    async with opened(path):
        pass
    await agrees_with_its_logs(path)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
async def test_random_games_are_shown_the_same_by_their_snapshots(
    path: Path, game: str, seed: int
) -> None:
    rng = random.Random(f"{game} {seed}")
    async with opened(path) as services:
        table = await begin(services, game, clock=(600, 5) if game == "duel" else None)
        for _ in range(rng.randrange(40)):
            if not services.tables.find(table).playing:
                break
            by, legal = legal_actions(services.tables.whole(table))
            await services.commands.do(table, by, commands.Act(rng.choice(legal)))
            if rng.random() < 0.2:
                await services.commands.do(table, ADA, commands.Say("hello"))
    await agrees_with_its_logs(path)


# ---------------------------------------------------------------- what is read, and when


async def closed_server(path: Path) -> str:
    """Return the table of a server in which one game goes on, and that was closed."""
    async with opened(path) as services:
        return await begin(services, "duel")


async def closed_server_of_two(path: Path) -> tuple[str, str]:
    """Return the tables of a server in which two games of as many entries go on."""
    async with opened(path) as services:
        return await begin(services, "duel"), await begin(services, "duel")


async def test_a_server_opens_without_reading_the_logs_of_its_tables(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = await closed_server_of_two(path)
    store, logs_read = SqliteStore(path), []
    read = store.read

    async def watched(log: str, *more: Any) -> list[LogEntry]:
        logs_read.append(log)
        return await read(log, *more)

    monkeypatch.setattr(store, "read", watched)
    async with opened(store) as services:
        assert {*services.tables} == {*tables}
        await services.idle()
        others = {"house", "moderation", "lobby", "boards", "pars", "preferences"}
        assert {*logs_read} == others
    await store.close()


async def test_logs_for_which_nobody_waits_are_read_one_after_the_other(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(path) as services:
        tables = [await begin(services, "duel", clock=(60, 0)) for _ in range(3)]
    async with opened(path, later=1) as services:
        await services.idle()
        assert all(clocks_stand_at(services, table) for table in tables)
        assert not any(map(services.tables.is_read, tables))
        most = watch_reads(services, monkeypatch)
        services.presence.return_seconds = 0  # nobody is waited for any more: the clocks start
        await asyncio.gather(*map(services.automation.do_due, tables))
        assert all(map(services.tables.is_read, tables))
        assert most == [1]


async def test_no_log_is_read_because_a_guest_has_left_a_game_that_goes_on(path: Path) -> None:
    async with opened(path) as services:
        table = await services.joining.open_table(ADA, commands.Open("duel", 2, {}))
        services.presence.arrive(GUEST, leave := lambda _: None)
        await seat_guest(services, table, GUEST, 1)
        await services.commands.do(table, ADA, commands.StartGame())
        services.presence.arrive(ADA, lambda _: None)
        services.presence.leave(GUEST, leave)
    async with opened(path) as services:
        await services.idle()
        await services.tables.games.put_away()
        services.presence.arrive(ADA, lambda _: None)
        await services.idle()
        assert not services.tables.is_read(table)


@pytest.mark.parametrize("why", ["seats are given back", "clocks start", "bots play"])
async def test_who_comes_lets_the_logs_of_many_tables_be_read_one_after_the_other(
    path: Path, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    async with opened(path, since=0) as services:
        services.presence.arrive(ADA, leave := lambda _: None)
        tables = [await begin_with(services, why) for _ in range(4)]
        services.presence.leave(ADA, leave)
        await services.bots.workers.close()
    async with opened(path, pause=0, later=1) as services:
        await services.idle()
        assert not any(map(services.tables.is_read, tables))
        most = watch_reads(services, monkeypatch)
        monkeypatch.setattr(services.bots, "act", nothing)
        services.presence.arrive(BEA if why == "seats are given back" else ADA, lambda _: None)
        await until(lambda: all(map(services.tables.is_read, tables)))
        assert most == [1]


def watch_reads(services: Services, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list of one number: the most logs that were read whole at the same time."""
    read, under_way, most = services.store.read, set[str](), [0]

    async def watched(log: str, after: int = 0, piece: int | None = None) -> list[LogEntry]:
        if after:
            return await read(log, after, piece)
        under_way.add(log)
        most[0] = max(most[0], len(under_way))
        found = await read(log, after, piece)
        under_way.remove(log)
        return found

    monkeypatch.setattr(services.store, "read", watched)
    return most


async def nothing(*_: object) -> None:
    """Let no bot act."""
    await asyncio.sleep(3600)


async def begin_with(services: Services, why: str) -> str:
    """Begin a game for which something is to be done when one of its people comes."""
    if why == "bots play":
        table = await services.joining.open_table(f"{ADA}", commands.Open("duel", 2, {}))
        await services.commands.do(table, ADA, commands.SeatBot(1, "page"))
        await services.commands.do(table, ADA, commands.StartGame())
        while services.tables[table].acting_bot is None:
            by, action = first_action(services.tables.whole(table))
            await services.commands.do(table, by, commands.Act(action))
        return table
    if why == "clocks start":
        table = await begin(services, "duel", clock=(600, 0))
        while services.tables[table].to_act != 0:
            by, action = first_action(services.tables.whole(table))
            await services.commands.do(table, by, commands.Act(action))
        return table
    table = await begin(services, "duel")
    await services.commands.do(table, ADA, commands.StandIn())
    return table


# ---------------------------------------------------------------- what leaves the memory


async def test_a_game_leaves_the_memory_once_nobody_is_at_its_table(path: Path) -> None:
    async with opened(path) as services:
        table = await begin(services, "duel")
        services.presence.arrive(ADA, lambda _: None)
        player, spectator = enter_table(services, table, ADA), enter_table(services, table, "eve")
        await upkeep(services)
        assert services.tables.is_read(table)
        del player
        await upkeep(services)
        assert services.tables.is_read(table), "Eve watches"
        before = dict(api_of(services, ADA).tables.offered())
        del spectator
        await upkeep(services)
        assert not services.tables.is_read(table)
        assert services.tables.whole(table).game is None
        assert dict(api_of(services, ADA).tables.offered()) == before
        await services.tables.read(table)
        assert enter_table(services, table, ADA).table.cards is not None


async def test_of_many_games_that_were_looked_at_most_leave_the_memory_at_once(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(path) as services:
        tables = [await begin(services) for _ in range(5)]
    monkeypatch.setattr(games_in_memory, "MOST_UNUSED", 2)
    async with opened(path) as services:
        watched = None
        for table in tables:
            await services.tables.read(table)
            watched = watched or enter_table(services, table, "eve")
        assert [table for table in tables if services.tables.is_read(table)] == [
            tables[0],
            *tables[-3:],
        ]


@pytest.mark.parametrize("snapshots_kept", [True, False])
async def test_a_server_opens_and_gives_seats_back_with_few_games_in_memory(
    path: Path, monkeypatch: pytest.MonkeyPatch, snapshots_kept: bool
) -> None:
    async with opened(path, since=0, settings=Limits(tables_by_player=99)) as services:
        services.presence.arrive(ADA, leave := lambda _: None)
        tables = [await begin_with(services, "seats are given back") for _ in range(12)]
        services.presence.leave(ADA, leave)
    if not snapshots_kept:
        forget_snapshots(path)
    monkeypatch.setattr(games_in_memory, "MOST_UNUSED", 3)
    most = 0
    make_room = GamesInMemory.make_room

    async def noted(games: GamesInMemory, *, keep: bool = True) -> None:
        nonlocal most
        most = max(most, len(games.handles))
        await make_room(games, keep=keep)

    monkeypatch.setattr(GamesInMemory, "make_room", noted)
    async with opened(path) as services:
        await services.idle()
        services.presence.arrive(BEA, lambda _: None)
        await until(lambda: not any(any(services.tables[table].bots) for table in tables))
    assert 0 < most <= 6


async def test_a_game_stays_in_memory_until_its_snapshot_is_stored(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(path) as services:
        table = await begin(services)
        keep = services.store.keep_snapshots

        async def fails(*_: object) -> None:
            raise StoreError("disk I/O error")

        monkeypatch.setattr(services.store, "keep_snapshots", fails)
        await upkeep(services)
        assert services.tables.is_read(table)
        monkeypatch.setattr(services.store, "keep_snapshots", keep)
        await upkeep(services)
        assert not services.tables.is_read(table)
    async with opened(path) as services:
        assert not services.tables.is_read(table), "it is opened by its snapshot"


async def test_a_table_that_closes_while_its_log_is_read_leaves_nothing_in_memory(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(path) as services:
        table = await begin(services, "duel")
        await upkeep(services)
        projection = services.tables.projection(table)
        catch_up = projection.catch_up

        async def slow() -> TableState:
            state = await catch_up()
            await services.tables.close_finished(table)  # its game ends at this moment
            return state

        monkeypatch.setattr(projection, "catch_up", slow)
        await services.tables.read(table)
        assert not services.tables.games.handles
        await upkeep(services)


async def test_a_game_stays_in_memory_while_its_snapshot_is_being_stored(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(path) as services:
        table = await begin(services)
        await services.idle()
        stays = list[bool]()

        async def fails(*_: object) -> None:
            await services.tables.games.put_away()
            stays.append(services.tables.is_read(table))
            raise StoreError("disk I/O error")

        with monkeypatch.context() as patch:
            patch.setattr(services.store, "keep_snapshots", fails)
            await services.automation.run()
        assert stays == [True]
    async with opened(path) as services:
        assert not services.tables.is_read(table), "its snapshot was stored in the end"


async def test_clocks_that_end_together_let_logs_be_read_one_after_the_other(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Time(NOW)
    async with opened(path, clock=clock) as services:
        tables = [await begin(services, "duel", clock=(60, 0)) for _ in range(4)]
        await upkeep(services)
        assert not any(map(services.tables.is_read, tables))
        most = watch_reads(services, monkeypatch)
        clock.now += 60
        await asyncio.gather(*map(services.automation.do_due, tables))
        assert most == [1]


async def test_a_bot_plays_at_once_where_somebody_came_while_it_waited_for_the_log(
    path: Path,
) -> None:
    async with opened(path) as services:
        table = await begin_with(services, "bots play")
    async with (
        opened(path, pause=0) as services,
        services.tables.games.reading,
    ):  # logs of many other tables are read
        services.presence.arrive(ADA, lambda _: None)
        await until(lambda: table in services.bots.waiting)
        await services.tables.read(table)
        handle = enter_table(services, table, ADA)
        before = handle.table.cards
        assert before is not None
        await until(lambda: (now := handle.table.cards) is not None and now.moves > before.moves)


async def test_no_log_is_read_at_the_start_because_a_guest_sat_at_its_table(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(path) as services:
        table = await services.joining.open_table(ADA, commands.Open("duel", 2, {}))
        services.presence.arrive(GUEST, lambda _: None)
        await seat_guest(services, table, GUEST, 1)
        await services.commands.do(table, ADA, commands.StartGame())
    read_whole = list[str]()
    read = LogProjection.read_whole

    async def noted(projection: LogProjection[TableState]) -> TableState:
        read_whole.append(projection.log)
        return await read(projection)

    monkeypatch.setattr(LogProjection, "read_whole", noted)
    async with opened(path) as services:
        await services.idle()
        assert table in services.tables
        assert not read_whole


async def test_a_game_at_which_something_is_done_does_not_leave_the_memory(path: Path) -> None:
    async with opened(path) as services:
        table = await begin(services)
        await upkeep(services)
        await services.tables.read(table)
        async with services.tables.projection(table).lock:  # as while an entry is written
            await services.tables.games.put_away()
            assert services.tables.is_read(table)
        await services.tables.games.put_away()
        assert not services.tables.is_read(table)


# ---------------------------------------------------------------- what is not believed


def change(path: Path, statement: str, *values: object) -> None:
    """Change something in the file of a server."""
    with sqlite3.connect(path) as base:
        assert base.execute(statement, values).rowcount > 0


def _swap(path: Path) -> None:
    """Put the states of two tables in the place of each other."""
    with sqlite3.connect(path) as base:
        (one, its), (other, others) = base.execute("SELECT log, body FROM snapshots")
    change(path, "UPDATE snapshots SET body = ? WHERE log = ?", others, one)
    change(path, "UPDATE snapshots SET body = ? WHERE log = ?", its, other)


_EMPTY_RECORD = json.dumps({"version": VERSION, "by": BEA, "at": 1, "events": []})


UNTRUE: dict[str, Callable[[Path], None]] = {
    "its log has grown": lambda path: change(
        path,
        "INSERT INTO entries SELECT log, max(version) + 1, 'new', 0, ? FROM entries "
        "WHERE log LIKE 'table/%' GROUP BY log",
        _EMPTY_RECORD,
    ),
    "its log was cut": lambda path: change(
        path, "DELETE FROM entries WHERE log LIKE 'table/%' AND version = 4"
    ),
    "its last entry is another one": lambda path: change(
        path, "UPDATE entries SET id = 'other' WHERE log LIKE 'table/%' AND version = 4"
    ),
    "an entry of its log has another length": lambda path: change(
        path, "UPDATE entries SET body = body || ' ' WHERE log LIKE 'table/%' AND version = 2"
    ),
    "it says a higher version": lambda path: change(path, "UPDATE snapshots SET version = 9"),
    "a byte of it has changed": lambda path: change(
        path, "UPDATE snapshots SET body = CAST(replace(body, 'ada', 'eve') AS BLOB)"
    ),
    "it is cut": lambda path: change(path, "UPDATE snapshots SET body = substr(body, 1, 40)"),
    "it is empty": lambda path: change(path, "UPDATE snapshots SET body = ''"),
    "it is no text": lambda path: change(path, "UPDATE snapshots SET body = 7"),
    "it is of another table": _swap,
}


@pytest.mark.parametrize("spoil", UNTRUE.values(), ids=UNTRUE)
async def test_a_snapshot_that_does_not_fit_its_log_is_not_believed(
    path: Path, spoil: Callable[[Path], None]
) -> None:
    tables = await closed_server_of_two(path)
    spoil(path)
    async with opened(path) as services:
        for table in tables:
            assert services.tables.is_read(table)
        by_log = await whole(services)
    forget_snapshots(path)
    async with opened(path) as services:
        assert await whole(services) == by_log


async def test_a_snapshot_of_another_version_of_the_program_is_not_believed(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await closed_server(path)
    monkeypatch.setattr(games_in_memory, "state_format", lambda: b"another one")
    async with opened(path) as services:
        assert services.tables.is_read(table)


async def test_a_snapshot_of_a_game_that_is_not_known_here_is_not_believed(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await closed_server(path)
    monkeypatch.setattr(games, "is_known", lambda name: name == "regicide")
    async with opened(path) as services:
        assert not services.tables
        assert [*services.tables.set_aside.list_of(ADA)] == [table]


def test_the_form_of_the_states_is_new_with_each_version_of_the_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = games_in_memory.state_format.__wrapped__()
    assert now == games_in_memory.state_format.__wrapped__()
    monkeypatch.setattr(games_in_memory, "__version__", "99")
    assert games_in_memory.state_format.__wrapped__() != now


async def test_a_snapshot_holds_no_card_and_no_seed(path: Path) -> None:
    table = await closed_server(path)
    async with opened(path) as services:
        await services.tables.read(table)
        saved = services.tables.whole(table).game
    assert saved is not None
    with sqlite3.connect(path) as base:
        ((body,),) = base.execute("SELECT body FROM snapshots")
    assert saved.history.start.seed.encode() not in body
    assert b"hand" not in body
    assert b"saved" not in body


# ---------------------------------------------------------------- a server that is killed

_CHILD = """
import asyncio, sys
from pathlib import Path
from regicide_tui.server.model.table import commands
from tests.server.gatherings import BEA, begin, opened

async def play():
    async with opened(Path(sys.argv[1])) as services:
        table = await begin(services, "duel")
        while True:
            room = await services.commands.do(table, BEA, commands.Say("hello"))
            print(len(room.said), flush=True)
            await services.tables.games.keep_snapshots(1.0)
            print("kept", flush=True)

asyncio.run(play())
"""


@pytest.mark.parametrize("lines", [1, 2, 3, 6])
async def test_a_server_that_is_killed_before_or_after_a_snapshot_loses_nothing(
    path: Path, lines: int
) -> None:
    command = [sys.executable, "-c", _CHILD, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        told = [child.stdout.readline().strip() for _ in range(lines)]
        os.kill(child.pid, signal.SIGKILL)
        told += [line.strip() for line in child.stdout]
    said = max(int(one) for one in told if one.isdigit())
    async with opened(path) as services:
        (table,) = await list_open_tables(services.store)
        assert len(dict(api_of(services, ADA).tables.offered())[table].said) >= said
    await agrees_with_its_logs(path)


# ---------------------------------------------------------------- as people meet it


async def test_who_goes_to_a_table_that_can_not_be_read_now_is_told_in_the_lobby(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await closed_server(path)

    async def fails(log: str, after: int = 0, most: int | None = None) -> list[LogEntry]:
        raise StoreError("disk I/O error")

    async with opened(path) as services, visiting(services, "cyd") as [cyd]:
        await cyd.sees("Watch Regicide Duel")
        with monkeypatch.context() as broken:
            broken.setattr(services.store, "read", fails)
            await cyd.press("1")
            await cyd.sees("can't save that now")
        await cyd.press("1")
        await cyd.sees("watching")
