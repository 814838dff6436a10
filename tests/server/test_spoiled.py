"""Whatever stands in the log of one table, the server opens and all others play on."""

import io
import json
import shutil
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from regicide_tui.server.base.limits import Limits
from regicide_tui.server.model.table import commands
from regicide_tui.server.services.accounts import Accounts
from regicide_tui.server.services.services import Services
from regicide_tui.server.storage.sqlite import SqliteStore
from tests.server import gatherings
from tests.server.gatherings import ADA, BEA, api_of, begin, first_action
from tests.server.spoiling import EACH, bodies, spoiled, write
from tests.server.visitors import visiting
from tests.server.waiting import until


def opened(path: Path, journal: io.StringIO | None = None) -> AbstractAsyncContextManager[Services]:
    """Open the server again."""
    return gatherings.opened(path, journal, settings=Limits(tables_by_player=9))


async def act(services: Services, table: str) -> None:
    """Let whoever is to act do something."""
    await services.tables.read(table)
    by, action = first_action(services.tables.whole(table))
    before = services.tables.whole(table).game
    await services.commands.do(table, by, commands.Act(action))
    after = services.tables.whole(table).game
    assert before is not None
    assert after is not None
    assert after.moves == before.moves + 1


async def three_tables(path: Path) -> tuple[str, str, str]:
    """Open a server with three tables; at the first one everything was done that can be."""
    async with opened(path) as services:
        table = await services.joining.open_table(ADA, commands.Open("duel", 2, {}, clock=(300, 5)))
        await services.commands.do(table, ADA, commands.SeatBot(1, "page"))
        await services.commands.do(table, ADA, commands.SendBotAway(1))
        await services.commands.do(table, BEA, commands.Sit(1, password=""))
        await services.commands.do(table, BEA, commands.BeReady(True))
        await services.commands.do(table, ADA, commands.StartGame())
        await services.commands.do(table, BEA, commands.Say("hello"))
        await act(services, table)
        await services.commands.do(table, ADA, commands.Ask("undo"))
        await services.commands.do(table, BEA, commands.Refuse())
        services.presence.arrive(ADA, lambda _: None)
        await services.commands.do(table, ADA, commands.StandIn())
        await services.commands.do(table, BEA, commands.Return())
        await services.commands.do(table, BEA, commands.Draw())
        await act(services, table)
        return table, await begin(services), await begin(services, "duel")


@pytest.fixture
async def server(tmp_path: Path) -> tuple[Path, str, str, str]:
    """A server that was closed, with three tables at which ada and bea play."""
    path = tmp_path / "first.db"
    return (path, *(await three_tables(path)))


def copies(path: Path, log: str, each: int = 1) -> Iterator[tuple[Path, int, bytes]]:
    """Return copies of a server in each of which one entry of a log is spoiled.

    Of `each` entries in a row, every one gets other changes beside its events.
    """
    for version, body in enumerate(bodies(path, log), 1):
        for nonsense in spoiled(body, version % each, each):
            copy = path.with_name("copy.db")
            shutil.copy(path, copy)
            write(copy, log, version, nonsense)
            yield copy, version, nonsense


@pytest.mark.processes
async def test_of_three_tables_two_play_on_whatever_became_of_an_entry_of_the_third(
    server: tuple[Path, str, str, str],
) -> None:
    path, table, *others = server
    aside = 0
    for copy, version, nonsense in copies(path, f"table/{table}", EACH):
        journal = io.StringIO()
        async with opened(copy, journal) as services:
            shown = dict(api_of(services, ADA).tables.offered())
            assert {*others} <= {*shown} == {*services.tables}, (version, nonsense)
            if table not in shown:
                aside += 1
                assert [*services.tables.set_aside.list_of(ADA)] == [table], (version, nonsense)
                assert journal.getvalue().count(f"table='{table}'") == 1
            if aside % 50 == 1:  # each time would take long
                for other in others:
                    await act(services, other)
    assert aside > 300


async def test_damage_that_a_snapshot_does_not_notice_sets_the_table_aside_all_the_same(
    server: tuple[Path, str, str, str],
) -> None:
    path, table, *others = server
    body = json.dumps(bodies(path, f"table/{table}")[1], separators=(",", ":"))
    write(path, f"table/{table}", 2, body.replace("BotSeated", "BotSeatex").encode())
    async with opened(path) as services:
        assert [*services.tables.set_aside.list_of(ADA)] == [table]
        assert {*others} == {*services.tables}


@pytest.mark.processes
async def test_a_spoiled_entry_of_the_register_has_no_effect_on_other_tables(
    server: tuple[Path, str, str, str],
) -> None:
    path, *tables = server
    async with opened(path) as services:
        await services.commands.do(tables[2], ADA, commands.Resign())
        await until(lambda: len(services.tables.results.finished) == 1)
    for copy, version, nonsense in copies(path, "house"):
        async with opened(copy) as services:
            left = {table for at, table in enumerate(tables[:2], 1) if at != version}
            assert left <= {*services.tables}, (version, nonsense)


async def test_strange_results_spoil_neither_list(server: tuple[Path, str, str, str]) -> None:
    path, table, *_ = server
    last = len(bodies(path, "house"))
    strange: list[dict[str, object]] = [
        {"closed": table, "game": "poker", "seats": [ADA], "winners": [], "reason": "won"},
        {"closed": table, "game": "duel", "seats": [ADA, BEA], "winners": ["cyd"], "reason": ""},
    ]
    for version, body in enumerate(strange, last + 1):
        write(path, "house", version, json.dumps(body).encode())
    async with opened(path) as services, visiting(services, ADA) as [ada]:
        await ada.press("m")
        await ada.sees("Welcome")
        await ada.press("g")
        await ada.sees("FINISHED GAMES", "Regicide Duel")
        await ada.press("escape")
        await ada.sees("Welcome")
        await ada.press("S")
        await ada.sees("PLAYERS", "Regicide Duel")


@pytest.mark.processes
async def test_no_spoiled_entry_keeps_others_out_or_gives_a_name_away(tmp_path: Path) -> None:
    path = tmp_path / "first.db"
    store = SqliteStore(path)
    accounts = Accounts(store)
    for name in (ADA, BEA, "cyd"):
        await accounts.add_key(name, f"key of {name}")
    await accounts.add_key(BEA, "second")
    await accounts.drop_key(BEA, "second")
    await store.close()
    for copy, version, nonsense in copies(path, "accounts"):
        store = SqliteStore(copy)
        book = await Accounts(store).list_all()
        read = b'"name": "' in nonsense
        for name, at in ((ADA, 1), (BEA, 2), ("cyd", 3)):
            assert name in book or (version == at and f'"{name}"'.encode() not in nonsense)
            if version != at and not read:
                assert f"key of {name}" in book[name].keys
        await store.close()
