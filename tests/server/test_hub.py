"""Tables that outlive the server, and everybody told of what is new."""

import asyncio
import io
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from regicide_tui.server.api import tables
from regicide_tui.server.base import tasks
from regicide_tui.server.base.limits import Limits
from regicide_tui.server.model.names import Reader
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.model.table.people import Place
from regicide_tui.server.model.table.state import TableState
from regicide_tui.server.model.table.visitor_table import VisitorTable, seen_by
from regicide_tui.server.services.services import Services
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.server.storage.store import LogEntry, StoreError
from tests.server.gatherings import (
    ADA,
    BEA,
    api_of,
    begin,
    enter_table,
    first_action,
    forget_finished,
    opened,
    seat_guest,
)
from tests.server.visitors import news_of
from tests.server.waiting import PATIENCE, until

GUEST = "guest-bbbbbb"


async def test_a_table_that_was_only_half_opened_is_gone_after_a_restart(path: Path) -> None:
    async with opened(path) as services:
        await services.store.append("house", 0, "x", {"opened": "half"})
    async with opened(path) as services:
        assert services.tables == {}


async def test_a_table_is_listed_once_it_has_a_game(
    services: Services, store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[list[str]] = []
    append = store.append

    async def watched(*entry: Any) -> Any:
        done = await append(*entry)
        seen.append([one.game for one in dict(api_of(services, BEA).tables.offered()).values()])
        assert len(services.tables) == len(seen[-1])
        return done

    monkeypatch.setattr(store, "append", watched)
    await services.joining.open_table(ADA, commands.Open("duel", 2, {}))
    assert seen == [[], []], "its log and the register, and nobody could see it"
    assert [state.game for state in services.tables.values()] == ["duel"]


async def test_what_goes_wrong_while_nobody_waits_is_in_the_journal(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = io.StringIO()
    errors: list[Exception] = [ValueError("the hand is KS"), StoreError("the disk is full")]

    async def fails(*_: object) -> None:
        raise errors.pop(0)

    async with opened(store, journal) as services:
        table = await services.joining.open_table(ADA, commands.Open("regicide", 2, {}))
        services.presence.arrive(GUEST, leave := lambda _: None)
        await seat_guest(services, table, GUEST, 1)
        await services.idle()
        monkeypatch.setattr(services.automation, "do_due", fails)
        services.presence.leave(GUEST, leave)
        await services.idle()
        services.presence.arrive(ADA, lambda _: None)
        await services.idle()
    crash, failed = journal.getvalue().splitlines()
    assert "crash" in crash
    assert "kind='ValueError'" in crash
    assert "KS" not in crash
    assert "failed='the disk is full'" in failed


async def test_what_goes_wrong_where_a_bot_plays_is_in_the_journal(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = io.StringIO()
    monkeypatch.setattr("regicide_tui.server.services.bots.fit_levels", None)
    async with opened(store, journal) as services:
        table = await services.joining.open_table(ADA, commands.Open("regicide", 2, {}))
        await services.commands.do(table, ADA, commands.SeatBot(1, "page"))
        await services.commands.do(table, ADA, commands.StartGame())
        services.presence.arrive(ADA, lambda _: None)
        while services.tables[table].acting_bot is None:
            by, action = first_action(services.tables.whole(table))
            await services.commands.do(table, by, commands.Act(action))
        await until(lambda: "crash" in journal.getvalue())
        assert f"table='{table}'" in journal.getvalue()


async def test_the_seed_of_a_deal_is_the_hubs_and_differs(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()  # the other tests have deals of their own
    seeds = set()
    for _ in range(2):
        table = await begin(services)
        saved = services.tables.whole(table).game
        assert saved is not None
        seeds.add(saved.history.start.seed)
    assert len(seeds) == 2
    assert min(map(len, seeds)) >= 24


async def test_only_who_sits_at_a_table_knows_the_word_that_leads_there(services: Services) -> None:
    table = await services.joining.open_table(ADA, commands.Open("duel", 2, {}, "harbour"))
    word = services.tables.whole(table).secrets.invitation
    assert len(word) == 12
    assert enter_table(services, table, ADA).table.invitation == word
    assert not enter_table(services, table, BEA, "harbour").table.invitation
    assert not dict(api_of(services, BEA).tables.offered())[table].invitation
    assert enter_table(services, table, BEA, word).table.private
    for wrong in ("", word[:-1], f"{word} "):
        with pytest.raises(Refused, match="password is wrong"):
            enter_table(services, table, "cyd", wrong)
        with pytest.raises(Refused, match="has expired"):
            services.joining.find_invited(wrong, "cyd's tries")


async def test_of_the_tables_of_somebody_one_that_cant_be_shown_is_left_out(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, sound = await begin(services, "duel"), await begin(services)

    def look(
        reader: Reader, state: TableState, places: Mapping[str, Place], *, spectators: Sequence[str]
    ) -> VisitorTable:
        assert state.facts.game != "duel", "it can't be shown"
        return seen_by(reader, state, places, spectators=spectators)

    monkeypatch.setattr(tables, "seen_by", look)
    assert [*api_of(services, ADA).tables.own()] == [sound]
    await until(lambda: broken not in services.tables)


async def test_one_hears_of_a_table_or_of_everything_and_not_too_often(services: Services) -> None:
    mine, other = await begin(services), await begin(services)
    heard: Counter[str] = Counter()
    ends = [
        news_of(services).house.add(lambda: heard.update(["mine"]), mine),
        news_of(services).house.add(lambda: heard.update(["all"])),
        news_of(services).house.add(lambda: heard.update(["seldom"]), pause=60),
    ]
    for number in (1, 2):
        await services.commands.do(other, ADA, commands.Say("hello"))
        await until(lambda: heard["all"] == number)  # noqa: B023
    assert heard == {"all": 2, "seldom": 1}
    await services.commands.do(mine, ADA, commands.Say("hello"))
    await until(lambda: heard["mine"] == 1)
    for end in ends:
        end()
    await services.commands.do(mine, ADA, commands.Say("hello"))
    await services.idle()
    assert (heard["mine"], heard["seldom"]) == (1, 1)


async def test_who_plays_again_after_a_long_game_keeps_no_other_players_waiting(
    services: Services, store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [await begin(services, "duel") for _ in range(2)]
    for table in tables:
        await services.commands.do(table, ADA, commands.Resign())
    forget_finished(services)  # as after many other games
    reading, let_go, read = asyncio.Event(), asyncio.Event(), store.read

    async def slow(log: str, after: int = 0, most: int | None = None) -> list[LogEntry]:
        if tables[0] in log:
            reading.set()
            await let_go.wait()
        return await read(log, after, most)

    monkeypatch.setattr(store, "read", slow)
    long = asyncio.ensure_future(services.joining.join_next(tables[0], ADA))
    await reading.wait()
    assert await asyncio.wait_for(services.joining.join_next(tables[1], ADA), PATIENCE)
    assert not long.done()
    let_go.set()
    assert await long


async def test_a_table_that_could_not_be_read_for_a_moment_is_taken_up_later(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(store) as services:
        table = await begin(services, "duel")
    await store.keep_snapshots({f"table/{table}": None})
    monkeypatch.setattr(tasks, "AGAIN", 0.02)
    failures, read = [3], store.read

    async def locked(log: str, after: int = 0, most: int | None = None) -> list[LogEntry]:
        if table in log and failures[0]:
            failures[0] -= 1
            raise StoreError("The database is locked.")
        return await read(log, after, most)

    monkeypatch.setattr(store, "read", locked)
    async with opened(store) as services:
        assert table not in services.tables
        with pytest.raises(Refused):
            enter_table(services, table, ADA)
        await until(lambda: table in services.tables)
        assert not services.tables.set_aside.list_of(ADA)
        assert enter_table(services, table, ADA).table.seat == 0


async def test_nobody_sits_at_more_than_a_hundred_tables(store: SqliteStore) -> None:
    async with opened(store, settings=Limits(waiting_tables=1000)) as services:
        tables = [
            await services.joining.open_table(f"host{number}", commands.Open("duel", 2, {}))
            for number in range(101)
        ]
        for table in tables[:100]:
            await services.commands.do(table, ADA, commands.Sit(1))
        with pytest.raises(Refused, match="You already sit at 100 tables: leave one first"):
            await services.commands.do(tables[100], ADA, commands.Sit(1))
        await services.commands.do(tables[0], ADA, commands.Stand())
        await services.commands.do(tables[100], ADA, commands.Sit(1))


async def test_a_table_in_the_lobby_says_who_of_its_players_is_away_now(services: Services) -> None:
    table = await begin(services)
    assert dict(api_of(services, "cyd").tables.offered())[table].absent == (ADA, BEA)
    services.presence.arrive(ADA, lambda _: None)
    assert dict(api_of(services, "cyd").tables.offered())[table].absent == (BEA,)


async def test_after_some_other_games_one_talks_no_more_about_one_that_is_over(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("regicide_tui.server.services.tables.FINISHED_TABLES", 1)
    table, other = await begin(services, "duel"), await begin(services, "duel")
    for one in (table, other):
        await services.commands.do(one, ADA, commands.Resign())
        await until(lambda: one not in services.tables)  # noqa: B023
    await services.commands.do(other, BEA, commands.Say("good game"))
    with pytest.raises(Refused, match="no longer exists"):
        await services.commands.do(table, BEA, commands.Say("good game"))
