"""Tables that outlive the server, and everybody told of what is new."""

import asyncio
import io
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from regicide_tui.server.base import tasks
from regicide_tui.server.base.journal import Journal
from regicide_tui.server.base.limits import Limits
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.model.table.facts import TableFacts
from regicide_tui.server.model.table.people import Place
from regicide_tui.server.model.table.state import TableState
from regicide_tui.server.model.table.visitor_table import VisitorTable, seen_by
from regicide_tui.server.services import lobby
from regicide_tui.server.services.services import Services, make_services
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.server.storage.store import LogEntry, StoreError
from tests.server.gatherings import (
    ADA,
    BEA,
    begin,
    enter_table,
    first_action,
    forget_finished,
    seat_guest,
)
from tests.server.visitors import news_of
from tests.server.waiting import PATIENCE


class Time:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.seconds = 1_000_000.0

    def __call__(self) -> float:
        return self.seconds


GUEST = "guest-bbbbbb"


def go(_: str) -> None:
    """End a visit."""


async def until(condition: Callable[[], bool]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(5):
        while not condition():
            await asyncio.sleep(0.001)


async def test_a_table_is_there_for_all_until_it_is_over(services: Services) -> None:
    table = await services.joining.open_table(ADA, commands.Open("duel", 2, {}))
    assert services.tables[table].host == ADA
    await services.commands.do(table, ADA, commands.Stand())
    await until(lambda: not services.tables)
    with pytest.raises(Refused, match="no longer exists"):
        await services.commands.do(table, ADA, commands.Sit(0))
    assert not services.tables.results.finished, "nothing was played there"


async def test_what_is_done_is_told(services: Services) -> None:
    told: list[int] = []
    table = await begin(services)
    await services.idle()
    end = news_of(services).house.add(lambda: told.append(len(services.tables)))
    by, action = first_action(services.tables.whole(table))
    await services.commands.do(table, by, commands.Act(action))
    await until(lambda: told == [1])
    end()
    services.chats.say(ADA, "Hello.")
    assert told == [1]


async def test_what_is_refused_is_not_told_and_not_kept(
    services: Services, store: SqliteStore
) -> None:
    table = await begin(services)
    known = await store.read(f"table/{table}")
    with pytest.raises(Refused):
        await services.commands.do(table, BEA, commands.Act("nonsense"))
    with pytest.raises(Refused):
        await services.joining.open_table(ADA, commands.Open("poker", 2, {}))
    assert await store.read(f"table/{table}") == known
    assert len(await store.read("house")) == 1


async def test_the_server_goes_on_where_it_was_closed(path: Path) -> None:
    first = SqliteStore(path)
    services = make_services(first)
    await services.open()
    table = await begin(services)
    by, action = first_action(services.tables.whole(table))
    before = await services.commands.do(table, by, commands.Act(action))
    await first.close()
    second = SqliteStore(path)
    again = make_services(second)
    await again.open()
    assert again.tables == {table: before}
    await second.close()


async def test_a_table_that_was_only_half_opened_is_gone_after_a_restart(path: Path) -> None:
    first = SqliteStore(path)
    await first.append("house", 0, "x", {"opened": "half"})
    services = make_services(first)
    await services.open()
    assert services.tables == {}
    await first.close()


def full_for(log: str, store: SqliteStore, patch: pytest.MonkeyPatch) -> None:
    """Let nothing more be kept in a log."""
    append = store.append

    async def full(name: str, *entry: Any) -> Any:
        if name == log:
            raise StoreError("the disk is full")
        return await append(name, *entry)

    patch.setattr(store, "append", full)


async def test_a_table_is_listed_once_it_has_a_game(
    services: Services, store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[list[str]] = []
    append = store.append

    async def watched(*entry: Any) -> Any:
        done = await append(*entry)
        seen.append([one.game for one in dict(services.lobby.offered(BEA)).values()])
        assert len(services.tables) == len(seen[-1])
        return done

    monkeypatch.setattr(store, "append", watched)
    await services.joining.open_table(ADA, commands.Open("duel", 2, {}))
    assert seen == [[], []], "its log and the register, and nobody could see it"
    assert [state.game for state in services.tables.values()] == ["duel"]


@pytest.mark.parametrize("calls", range(2))
async def test_a_table_that_can_not_be_kept_is_not_listed(
    services: Services, store: SqliteStore, monkeypatch: pytest.MonkeyPatch, calls: int
) -> None:
    append, left = store.append, [None] * calls

    async def full(*entry: Any) -> Any:
        if not left:
            raise StoreError("the disk is full")
        left.pop()
        return await append(*entry)

    monkeypatch.setattr(store, "append", full)
    with pytest.raises(StoreError):
        await services.joining.open_table(ADA, commands.Open("duel", 2, {}))
    assert not services.tables
    monkeypatch.undo()
    await services.joining.open_table(ADA, commands.Open("duel", 2, {}))
    assert len(services.tables) == 1


async def test_a_game_whose_end_can_not_be_kept_is_finished_by_what_is_said_next(
    services: Services, store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await begin(services, "duel")
    full_for("house", store, monkeypatch)
    await services.commands.do(table, ADA, commands.Resign())
    await services.idle()
    assert not services.tables.results.finished
    monkeypatch.undo()
    await services.commands.do(table, BEA, commands.Say("good game"))
    await until(lambda: len(services.tables.results.finished) == 1)


async def test_what_goes_wrong_while_nobody_waits_is_in_the_journal(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = io.StringIO()
    services = make_services(store, journal=Journal(journal.write))
    await services.open()
    errors: list[Exception] = [ValueError("the hand is KS"), StoreError("the disk is full")]

    async def fails(*_: object) -> None:
        raise errors.pop(0)

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
    services = make_services(store, pause=0, journal=Journal(journal.write))
    await services.open()
    monkeypatch.setattr("regicide_tui.server.services.bots.fit_levels", None)
    table = await services.joining.open_table(ADA, commands.Open("regicide", 2, {}))
    await services.commands.do(table, ADA, commands.SeatBot(1, "page"))
    await services.commands.do(table, ADA, commands.StartGame())
    services.presence.arrive(ADA, lambda _: None)
    while services.tables[table].acting_bot is None:
        by, action = first_action(services.tables.whole(table))
        await services.commands.do(table, by, commands.Act(action))
    await until(lambda: "crash" in journal.getvalue())
    assert f"table='{table}'" in journal.getvalue()
    await services.close()


async def test_two_at_once_are_one_after_the_other(services: Services) -> None:
    table = await begin(services)
    by, action = first_action(services.tables.whole(table))
    tries = [services.commands.do(table, by, commands.Act(action)) for _ in range(4)]
    answers = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(isinstance(one, TableFacts) for one in answers) == 1
    assert sum(isinstance(one, Refused) for one in answers) == 3


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


async def test_one_sits_at_a_few_tables_only(store: SqliteStore) -> None:
    services = make_services(store, settings=Limits(tables_by_player=1))
    await services.joining.open_table(ADA, commands.Open("duel", 2, {}))
    with pytest.raises(Refused, match="already sit at 1 tables"):
        await services.joining.open_table(ADA, commands.Open("duel", 2, {}))
    await services.joining.open_table(BEA, commands.Open("duel", 2, {}))


async def test_one_waits_at_a_few_tables_only_and_a_guest_at_fewer(store: SqliteStore) -> None:
    services = make_services(store, settings=Limits(waiting_tables=3, waiting_tables_of_guest=2))
    await services.open()
    opened = [
        await services.joining.open_table(f"{ADA}-{number}", commands.Open("duel", 2, {}))
        for number in range(4)
    ]
    services.presence.arrive(BEA, go)
    for table in opened[:3]:
        await services.commands.do(table, BEA, commands.Sit(1))
        await services.commands.do(table, BEA, commands.Stand())
        await services.commands.do(table, BEA, commands.Sit(1))
    with pytest.raises(Refused, match="wait at 3 tables"):
        await services.commands.do(opened[3], BEA, commands.Sit(1))
    with pytest.raises(Refused, match="wait at 3 tables"):
        await services.joining.open_table(BEA, commands.Open("duel", 2, {}))
    await services.commands.do(
        opened[0], BEA, commands.Sit(1)
    )  # where one sits one may change the seat
    for table in opened[:3]:
        await services.commands.do(table, BEA, commands.Stand())
    services.presence.arrive(GUEST, lambda _: None)
    for _ in range(2):
        await services.joining.open_table(GUEST, commands.Open("duel", 2, {}))
    with pytest.raises(Refused, match="wait at 2 tables"):
        await services.joining.open_table(GUEST, commands.Open("duel", 2, {}))


async def test_a_guest_sits_at_a_table_of_their_own_alone(services: Services) -> None:
    services.presence.arrive(GUEST, lambda _: None)
    table = await services.joining.open_table(ADA, commands.Open("duel", 2, {}))
    with pytest.raises(Refused, match="Guests don't sit with people"):
        await services.commands.do(table, GUEST, commands.Sit(1))
    own = await services.joining.open_table(GUEST, commands.Open("duel", 2, {}))
    for name in (BEA, "guest-cccccc"):
        with pytest.raises(Refused, match=r"guest|Guest"):
            await services.commands.do(own, name, commands.Sit(1))
    await services.commands.do(own, GUEST, commands.Sit(1))  # one may change the seat
    await services.commands.do(own, GUEST, commands.SeatBot(0, "page"))
    assert not services.tables.whole(own).secrets.invitation
    assert [one for one, _ in services.lobby.offered(BEA)] == [table]
    assert [one for one, _ in services.lobby.offered(GUEST)] == [own, table]


async def test_a_guest_does_nothing_at_a_table_of_others(services: Services) -> None:
    services.presence.arrive(GUEST, lambda _: None)
    waiting = await services.joining.open_table(ADA, commands.Open("duel", 2, {}))
    playing = await begin(services)
    for command in (
        *(commands.SeatBot(1, "page"), commands.SendBotAway(0), commands.FreeSeat(0)),
        *(commands.BeReady(True), commands.StartGame(), commands.Stand(), commands.Sit(0)),
        *(commands.Act("yield"), commands.Ask(commands.END), commands.End(), commands.Resign()),
        *(
            commands.Say("hello"),
            commands.Wish(True),
            commands.StandIn(),
            commands.Close(commands.Why.ABANDONED),
        ),
        *(commands.Return(), commands.Refuse(), commands.Draw(), commands.CallTime()),
    ):
        for table in (waiting, playing):
            with pytest.raises(Refused):
                await services.commands.do(table, GUEST, command)
    handle = enter_table(services, playing, GUEST)
    with pytest.raises(Refused, match="Guests only listen"):
        handle.say_to_spectators("hello")
    with pytest.raises(Refused, match="Guests only listen"):
        services.chats.say(GUEST, "hello")
    assert not [*services.chats.lobby]
    assert not handle.spectator_chat


async def test_only_who_sits_at_a_table_knows_the_word_that_leads_there(services: Services) -> None:
    table = await services.joining.open_table(ADA, commands.Open("duel", 2, {}, "harbour"))
    word = services.tables.whole(table).secrets.invitation
    assert len(word) == 12
    assert enter_table(services, table, ADA).table.invitation == word
    assert not enter_table(services, table, BEA, "harbour").table.invitation
    assert not services.lobby.describe(table, BEA).invitation
    assert enter_table(services, table, BEA, word).table.private
    for wrong in ("", word[:-1], f"{word} "):
        with pytest.raises(Refused, match="password is wrong"):
            enter_table(services, table, "cyd", wrong)
        with pytest.raises(Refused, match="leads nowhere"):
            services.joining.find_invited(wrong, "cyd's tries")


async def test_a_finished_game_of_a_guest_is_in_no_list(services: Services) -> None:
    services.presence.arrive(GUEST, lambda _: None)
    table = await services.joining.open_table(GUEST, commands.Open("duel", 2, {}))
    await services.commands.do(table, GUEST, commands.SeatBot(1, "page"))
    await services.commands.do(table, GUEST, commands.StartGame())
    handle = enter_table(services, table, GUEST)
    await services.commands.do(table, GUEST, commands.Resign())
    await until(lambda: not services.tables)
    assert handle.table.over
    assert not services.tables.results.finished
    assert not services.tables.results.standings


async def test_games_that_go_on_are_no_tables_at_which_one_waits(store: SqliteStore) -> None:
    services = make_services(store, settings=Limits(waiting_tables=1))
    await services.open()
    for _ in range(2):
        await begin(services)
    await services.joining.open_table(BEA, commands.Open("duel", 2, {}))
    with pytest.raises(Refused, match="wait at 1 tables"):
        await services.joining.open_table(BEA, commands.Open("duel", 2, {}))


async def test_nobody_sits_at_more_than_a_hundred_tables(store: SqliteStore) -> None:
    services = make_services(store, settings=Limits(waiting_tables=1000))
    await services.open()
    tables = [
        await services.joining.open_table(f"host{number}", commands.Open("duel", 2, {}))
        for number in range(101)
    ]
    for table in tables[:100]:
        await services.commands.do(table, ADA, commands.Sit(1))
    with pytest.raises(Refused, match="You sit at 100 tables: end a game first"):
        await services.commands.do(tables[100], ADA, commands.Sit(1))
    await services.commands.do(tables[0], ADA, commands.Stand())
    await services.commands.do(tables[100], ADA, commands.Sit(1))
    await services.close()


async def test_a_table_in_the_lobby_says_who_of_its_players_is_away_now(services: Services) -> None:
    table = await begin(services)
    assert services.lobby.describe(table, "cyd").absent == (ADA, BEA)
    services.presence.arrive(ADA, lambda _: None)
    assert services.lobby.describe(table, "cyd").absent == (BEA,)


async def test_of_the_tables_of_somebody_one_that_cant_be_shown_is_left_out(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, sound = await begin(services, "duel"), await begin(services)

    def look(name: str, state: TableState, places: Mapping[str, Place]) -> VisitorTable:
        assert state.facts.game != "duel", "it can't be shown"
        return seen_by(name, state, places)

    monkeypatch.setattr(lobby, "seen_by", look)
    assert [table for table, _ in services.lobby.own_tables(ADA)] == [sound]
    await until(lambda: broken not in services.tables)


async def test_finished_games_are_remembered(services: Services) -> None:
    table = await begin(services, "duel")
    await services.commands.do(table, ADA, commands.Resign())
    await until(lambda: bool(services.tables.results.finished))
    (game,) = services.tables.results.finished
    assert (game.table, game.game, game.seats, game.winners, game.reason) == (
        *(table, "duel", (ADA, BEA), (BEA,), "resigned"),
    )
    state = await services.finished.read(table, ADA)
    assert state.facts.over


async def test_where_a_game_is_over_nothing_but_talk_goes_on(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("regicide_tui.server.services.tables.FINISHED_TABLES", 1)
    table = await begin(services, "duel")
    await services.commands.do(table, ADA, commands.Resign())
    await until(lambda: len(services.tables.results.finished) == 1)
    told: list[str] = []
    end = news_of(services).house.add(lambda: told.append(table), table)
    assert (await services.commands.do(table, BEA, commands.Say("good game"))).said[-1].by == BEA
    await until(lambda: table in told)
    end()
    for command in (commands.Resign(), commands.StartGame(), commands.Stand()):
        with pytest.raises(Refused):
            await services.commands.do(table, ADA, command)
    await services.commands.do(await begin(services, "duel"), ADA, commands.Resign())
    await until(lambda: len(services.tables.results.finished) == 2)
    with pytest.raises(Refused, match="no longer exists"):
        await services.commands.do(table, BEA, commands.Say("good game"))


async def test_who_is_here_and_who_is_absent(services: Services) -> None:
    table = await begin(services)
    said: list[str] = []
    services.presence.arrive(ADA, said.append)
    assert services.presence.names == (ADA,)
    assert services.presence.absent(services.tables[table]) == (BEA,)
    services.presence.leave(ADA, said.append)
    assert not services.presence.names
    assert not said


async def test_the_newest_window_of_a_name_takes_over(services: Services) -> None:
    first: list[str] = []
    second: list[str] = []
    services.presence.arrive(ADA, first.append)
    services.presence.arrive(ADA, second.append)
    assert len(first) == 1
    services.presence.leave(ADA, first.append)
    assert services.presence.names == (ADA,)


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


async def test_the_host_ends_a_game_whose_other_player_is_gone(services: Services) -> None:
    table = await begin(services)
    services.presence.arrive(ADA, lambda _: None)
    assert (await services.commands.do(table, ADA, commands.End())).ended
    await until(lambda: bool(services.tables.results.finished))
    assert services.tables.results.finished[0].reason == "ended"


async def test_whoever_is_here_must_agree_also_when_they_have_just_come_back(
    store: SqliteStore,
) -> None:
    time = Time()
    services = make_services(store, clock=time)
    await services.open()
    table = await begin(services, "duel")
    time.seconds += 600
    services.presence.arrive(ADA, lambda _: None)
    services.presence.arrive(BEA, go)
    with pytest.raises(Refused, match="all must agree"):
        await services.commands.do(table, ADA, commands.End())
    asked = (await services.commands.do(table, ADA, commands.Ask(commands.END))).question
    assert asked is not None
    services.presence.leave(BEA, go)
    state = await services.commands.do(table, ADA, commands.Ask(commands.END, answers=asked.at))
    assert not state.ended, "bea may come back and refuse"
    await services.close()


async def test_the_host_frees_the_seat_of_who_is_away_and_not_of_who_is_here(
    services: Services,
) -> None:
    table = await services.joining.open_table(ADA, commands.Open("duel", 2, {}))
    await services.commands.do(table, BEA, commands.Sit(1))
    services.presence.arrive(BEA, go)
    with pytest.raises(Refused, match="Nobody who is away"):
        await services.commands.do(table, ADA, commands.FreeSeat(1))
    services.presence.leave(BEA, go)
    assert (await services.commands.do(table, ADA, commands.FreeSeat(1))).seats == (ADA, "")


async def test_the_host_frees_no_seat_of_who_has_only_just_left(store: SqliteStore) -> None:
    time = Time()
    services = make_services(store, clock=time)
    table = await services.joining.open_table(ADA, commands.Open("duel", 2, {}))
    await services.commands.do(table, BEA, commands.Sit(1))
    services.presence.arrive(BEA, go)
    time.seconds += 600
    services.presence.leave(BEA, go)
    with pytest.raises(Refused, match="bea left only just now"):
        await services.commands.do(table, ADA, commands.FreeSeat(1))
    time.seconds += 120
    assert (await services.commands.do(table, ADA, commands.FreeSeat(1))).seats == (ADA, "")


async def test_who_plays_again_sits_down_where_the_company_gathers(services: Services) -> None:
    table = await begin(services, "duel")
    await services.commands.do(table, ADA, commands.Resign())
    opened = await services.joining.join_next(table, ADA)
    assert services.tables[opened].seats == (ADA, "")
    assert [await services.joining.join_next(table, by) for by in (BEA, BEA, ADA)] == [opened] * 3
    assert services.tables[opened].seats == (ADA, BEA)


async def test_who_plays_again_after_a_long_game_keeps_no_other_players_waiting(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    services = make_services(store)
    await services.open()
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
    services = make_services(store)
    await services.open()
    table = await begin(services, "duel")
    await services.close()
    await store.keep_snapshots({f"table/{table}": None})
    monkeypatch.setattr(tasks, "AGAIN", 0.02)
    failures, read = [3], store.read

    async def locked(log: str, after: int = 0, most: int | None = None) -> list[LogEntry]:
        if table in log and failures[0]:
            failures[0] -= 1
            raise StoreError("The database is locked.")
        return await read(log, after, most)

    monkeypatch.setattr(store, "read", locked)
    services = make_services(store)
    await services.open()
    assert table not in services.tables
    with pytest.raises(Refused):
        enter_table(services, table, ADA)
    await until(lambda: table in services.tables)
    assert not services.tables.set_aside.list_of(ADA)
    assert enter_table(services, table, ADA).table.seat == 0
    await services.close()


async def test_the_register_is_told_once_that_a_game_is_over(
    services: Services, store: SqliteStore
) -> None:
    table = await begin(services, "duel")
    services.presence.arrive(ADA, lambda _: None)
    await services.commands.do(table, ADA, commands.Resign())
    for _ in range(3):
        services.presence.arrive(BEA, go)  # each visit updates the table
    await until(lambda: table not in services.tables)
    closed = [entry for entry in await store.read("house") if "closed" in entry.body]
    assert len(closed) == 1
