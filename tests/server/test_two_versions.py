"""Two versions of the program on one store, as while servers are updated one after the other.

The newer one is played by entries of the next version.
"""

import io
import json
import pickle
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec import Struct, structs, to_builtins

from regicide_tui.games.base import Json
from regicide_tui.play.history import Start
from regicide_tui.server.model.boards.book import Book
from regicide_tui.server.model.boards.par import Pars
from regicide_tui.server.model.boards.series import house_series
from regicide_tui.server.model.order import OPERATOR, Kind, Order
from regicide_tui.server.model.register import Register
from regicide_tui.server.model.review.notes import project_notes
from regicide_tui.server.model.table import commands, record
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.model.table.record import AnyEvent, project_table
from regicide_tui.server.model.table.state import VERSION, Record
from regicide_tui.server.model.table.talk import PhraseSaid
from regicide_tui.server.services.accounts import Accounts
from regicide_tui.server.services.moderation import Moderation
from regicide_tui.server.services.pars import ParWork
from regicide_tui.server.services.services import Services
from regicide_tui.server.storage.projection import LogProjection
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.server.storage.store import (
    BadEntry,
    NewerEntry,
    Store,
)
from tests.server.boards.players import QuickPlayer, begin_board
from tests.server.gatherings import (
    ADA,
    BEA,
    Reporting,
    begin,
    first_action,
    opened,
    preferences_in,
)
from tests.server.waiting import until

CYD = "cyd"
FIELDS = Path(__file__).parents[1] / "data" / "logs" / "fields.json"


async def go_on(store: Store, log: str, **facts: Json) -> None:
    """Append what a server of the next version would."""
    last = max([one.version for one in await store.read(log)], default=0)
    await store.append(log, last, f"newer {last}", facts)


async def say_newer(store: Store, table: str) -> None:
    """Let a newer server append a record to the log of a table; today it would be a phrase."""
    said = Record(BEA, 2**42, (PhraseSaid(BEA, "hello"),), VERSION + 1)
    await go_on(store, f"table/{table}", **to_builtins(said))


async def test_an_older_server_writes_nothing_after_what_it_does_not_know(path: Path) -> None:
    async with opened(path) as services:
        table = await begin(services)
        by, action = first_action(services.tables.whole(table))
        await services.store.close()  # the news of the newer server have not come yet
        newer = SqliteStore(path)
        await say_newer(newer, table)
        services.tables.projection(table).store = newer
        with pytest.raises(Refused, match="about to be updated"):
            await services.commands.do(table, by, commands.Act(action))
        log = await newer.read(f"table/{table}")
        await services.automation.run()
        await services.automation.run()
        assert await newer.read(f"table/{table}") == log
        assert "closed" not in json.dumps([one.body for one in await newer.read("house")])
        await newer.close()


async def test_after_its_update_a_server_goes_on_with_all_tables(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(path) as services:
        table = await begin(services)
        await say_newer(services.store, table)
        await until(lambda: table not in services.tables)
    async with opened(path) as services:
        assert services.tables.set_aside.list_of(ADA)[table].outdated
    monkeypatch.setattr(record, "VERSION", VERSION + 1)
    async with opened(path) as services:
        assert not services.tables.set_aside.list_of(ADA)
        assert [one.by for one in services.tables[table].said] == [BEA]
        by, action = first_action(services.tables.whole(table))
        await services.commands.do(table, by, commands.Act(action))


async def test_a_server_hears_once_that_it_is_outdated_and_not_of_what_was_so_at_its_start(
    path: Path,
) -> None:
    outdated: list[bool] = []
    for heard in ([True], []):
        outdated.clear()
        services = Services(store := SqliteStore(path))
        services.tables.set_aside.outdated.subscribe(lambda: outdated.append(True))
        await services.open()
        if heard:
            await say_newer(store, await begin(services))
        await services.idle()
        assert len(services.tables.set_aside) == 1
        assert outdated == heard
        await services.close()
        await store.close()


async def test_with_a_newer_register_tables_go_on_and_none_is_opened(path: Path) -> None:
    journal = io.StringIO()
    async with opened(path, journal) as services:
        table = await begin(services)
        await go_on(services.store, "house", version=2, opened="riddle", kind="new")
        await services.idle()
        by, action = first_action(services.tables.whole(table))
        await services.commands.do(table, by, commands.Act(action))
        logs = await SqliteStore.logs(services.store)
        with pytest.raises(Refused, match="about to be updated"):
            await services.joining.open_table(CYD, commands.Open("regicide", 2, {}))
        assert await SqliteStore.logs(services.store) == logs, "no log without a table"
        assert "Entry 2 of the log 'house'" in journal.getvalue()
    async with opened(path) as services:
        assert [*services.tables] == [table]


Projection = Callable[[Store, Callable[[BadEntry], None]], LogProjection[Any]]
PROJECTIONS: Mapping[str, Projection] = {
    "house": Register.project,
    "boards": Book.project,
    "pars": Pars.project,
    "moderation": Order.project,
    "notes/1": lambda store, report: project_notes(store, "1", report),
}


@pytest.mark.parametrize("log", PROJECTIONS)
async def test_a_newer_entry_of_any_log_has_no_effect_and_nothing_is_decided_after_it(
    store: SqliteStore, log: str
) -> None:
    bad: list[BadEntry] = []
    projection = PROJECTIONS[log](store, bad.append)
    before = pickle.dumps(await projection.catch_up())
    await go_on(store, projection.log, version=2, opened="riddle", kind="ban", whom=ADA, by=BEA)
    assert pickle.dumps(await projection.catch_up()) == before
    assert [type(one) for one in bad] == [NewerEntry]
    with pytest.raises(NewerEntry):
        await projection.append(lambda _: {"opened": "another"})
    assert len(await store.read(projection.log)) == 1


async def test_known_names_come_in_while_newer_ones_are_unknown(store: SqliteStore) -> None:
    reported: list[BadEntry] = []
    accounts = Accounts(store, reported.append)
    await accounts.add_key(ADA, "ssh-ed25519 AAAA")
    await go_on(store, "accounts", version=2, name=BEA)
    found = await accounts.find(ADA)
    assert found is not None
    with pytest.raises(NewerEntry):
        await accounts.add_key(CYD, "ssh-ed25519 BBBB")
    assert [type(one) for one in reported] == [NewerEntry]


async def test_preferences_and_acts_of_order_wait_for_the_update(store: SqliteStore) -> None:
    reported: list[BadEntry] = []
    preferences = preferences_in(store, reported.append)
    await preferences.choose(ADA, "notices", False)
    await go_on(store, "preferences", version=2, name=ADA, notices=True)
    await preferences.open()
    assert not preferences.settings_of(ADA).notices
    with pytest.raises(NewerEntry):
        await preferences.choose(ADA, "notices", True)
    moderation = Moderation(Reporting(store))
    await moderation.act(Kind.MUTE, OPERATOR, ADA)
    await go_on(store, "moderation", version=2, whom=BEA)
    with pytest.raises(NewerEntry):
        await moderation.act(Kind.UNMUTE, OPERATOR, ADA)
    assert moderation.refuse_talk(ADA)


async def test_with_newer_boards_and_a_lost_table_an_older_server_starts(path: Path) -> None:
    async with opened(path) as services:
        services.presence.arrive(ADA, lambda _: None)
        table = await begin_board(services, house_series(1), ADA)
        await go_on(services.store, "house", closed=table)
        await go_on(services.store, "boards", version=2, over="riddle")
        boards = await services.store.read("boards")
    async with opened(path) as services:
        assert table not in services.tables
        assert await services.store.read("boards") == boards
        services.presence.arrive(BEA, lambda _: None)
        with pytest.raises(NewerEntry):
            await begin_board(services, house_series(1), BEA)


async def test_no_game_is_played_for_newer_pars(store: SqliteStore) -> None:
    player = QuickPlayer()
    work = ParWork(Reporting(store), player, lambda: None, again=0.01)
    await go_on(store, "pars", version=2, deal="riddle")
    await work.open()
    work.want(Start("regicide", 1, "one", {}))
    await until(lambda: not work.is_working)
    assert player.asked == []
    await work.close()


async def test_a_log_that_was_put_away_is_still_outdated(store: SqliteStore) -> None:
    projection = project_table(store, "1")
    await say_newer(store, "1")
    for _ in range(2):
        with pytest.raises(NewerEntry):
            await projection.append(lambda _: {})


def test_the_fields_of_an_event_never_change_without_a_new_version() -> None:
    """An older server leaves out fields that it does not know, so it would misread the event.

    New fields need a new `VERSION`.
    """
    kinds: list[type[Struct]] = [*get_args(AnyEvent), Record]
    fields = {
        kind.__name__: [field.encode_name for field in structs.fields(kind)] for kind in kinds
    }
    known = json.loads(FIELDS.read_text(encoding="utf-8"))
    assert known == {"version": VERSION, "fields": fields}
