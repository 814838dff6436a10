"""The boards of a server, with tables and people: who gets which, and what nobody hears."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from regicide_tui.server.model.boards.series import day_series, end_of_day, house_series
from regicide_tui.server.model.register import project_register
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.services.accounts import Accounts
from regicide_tui.server.services.boards import Boards
from regicide_tui.server.services.forget import rename
from regicide_tui.server.services.services import Services, make_services
from regicide_tui.server.storage.sqlite import SqliteStore
from tests.server.boards.players import (
    NOW,
    Clock,
    begin_board,
    come,
    noted,
    play,
    seed_of,
    state_of,
)
from tests.server.gatherings import ADA, BEA, Reporting, enter_table, first_action, read_table

CYD, GUEST = "cyd", "guest-7kq2mz"
HOUSE = house_series(2)
ALONE = house_series(1)


async def test_who_gets_another_name_gets_no_deal_again(store: SqliteStore) -> None:
    await Accounts(store).add_key(ADA, "ssh-ed25519 AAAA")
    boards = Boards(Reporting(store, clock=lambda: NOW))
    await boards.open()
    board, _ = await boards.deal(HOUSE.name, "one", (ADA, BEA))
    watched, _ = await boards.deal(HOUSE.name, "two", (BEA, CYD))
    await boards.note_watcher(watched, ADA)
    await rename(store, ADA, "zoe")
    again = Boards(Reporting(store, clock=lambda: NOW))
    await again.open()
    assert again.book.has_seen(board, "zoe")
    assert again.book.has_seen(watched, "zoe")
    assert not again.book.has_seen(board, ADA)


async def test_forty_people_and_ten_boards(store: SqliteStore) -> None:
    boards = Boards(Reporting(store, clock=lambda: NOW))
    await boards.open()
    luck, got = random.Random(20), dict[str, list[str]]()
    names = [f"p{one}" for one in range(40)]
    for number in range(10):
        luck.shuffle(names)
        tables = [names[at : at + 4] for at in range(0, 40, 4)]
        found = await asyncio.gather(
            *(
                boards.deal(house_series(4).name, f"t{number}-{at}", people)
                for at, people in enumerate(tables)
            )
        )
        for (board, _), people in zip(found, tables, strict=True):
            for name in people:
                got.setdefault(name, []).append(board)
    assert all(len(ids) == len({*ids}) == 10 for ids in got.values())
    deals = boards.book.deals
    assert len({one.seed for one in deals.values()}) == len(deals)
    shared = [board for board in deals if sum(board in ids for ids in got.values()) > 4]
    assert len(shared) >= 10  # results can be compared
    again = Boards(Reporting(store, clock=lambda: NOW))
    await again.open()
    assert all(again.book.has_seen(one, name) for name, ids in got.items() for one in ids)


async def test_two_tables_of_the_house_play_the_same_cards(services: Services) -> None:
    one = await begin_board(services, HOUSE, ADA, BEA)
    other = await begin_board(services, HOUSE, CYD, "dan")
    assert state_of(services, one).board == state_of(services, other).board != ""
    assert seed_of(services, one) == seed_of(services, other)


async def test_the_same_people_never_play_a_board_again(services: Services) -> None:
    tables = [await begin_board(services, HOUSE, ADA, BEA) for _ in range(5)]
    assert len({seed_of(services, table) for table in tables}) == 5


async def test_two_starts_at_once_give_different_boards_to_one_person(services: Services) -> None:
    await come(services, ADA)
    asked = commands.Open("regicide", 1, {}, series=ALONE.name)
    one, other = [await services.joining.open_table(ADA, asked) for _ in range(2)]
    await asyncio.gather(
        *(services.commands.do(at, ADA, commands.StartGame()) for at in (one, other))
    )
    assert seed_of(services, one) != seed_of(services, other)


async def test_a_game_that_is_started_twice_begins_once_and_keeps_its_board(
    services: Services,
) -> None:
    await come(services, ADA)
    asked = commands.Open("regicide", 1, {}, series=ALONE.name)
    table = await services.joining.open_table(ADA, asked)
    starts = (services.commands.do(table, ADA, commands.StartGame()) for _ in range(3))
    found = await asyncio.gather(*starts, return_exceptions=True)
    assert sum(isinstance(one, Refused) for one in found) == 2
    board = state_of(services, table).board
    assert services.boards.book.plays(board, ADA)
    assert len(services.boards.book.deals) == 1
    await play(services, table)
    assert services.boards.book.own_result(board, ADA) is not None


async def test_who_comes_while_a_board_is_dealt_has_not_lost_it(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    await come(services, ADA, BEA, CYD)
    asked = commands.Open("regicide", 2, {}, series=HOUSE.name)
    table = await services.joining.open_table(ADA, asked)
    await services.commands.do(table, BEA, commands.Sit(1))
    await services.commands.do(table, BEA, commands.BeReady(True))
    deal = services.boards.deal

    async def slow_deal(*given: Any) -> Any:
        board = await deal(*given)
        await services.commands.do(table, BEA, commands.Stand())
        await services.commands.do(table, CYD, commands.Sit(1))
        await services.commands.do(table, CYD, commands.BeReady(True))
        return board

    monkeypatch.setattr(services.boards, "deal", slow_deal)
    with pytest.raises(Refused, match="came or left"):
        await services.commands.do(table, ADA, commands.StartGame())
    (board,) = services.boards.book.deals
    assert not any(services.boards.book.has_seen(board, name) for name in (ADA, BEA, CYD))


async def test_a_game_that_can_not_begin_costs_nobody_a_board(services: Services) -> None:
    await come(services, ADA, BEA)
    asked = commands.Open("regicide", 2, {}, series=HOUSE.name)
    table = await services.joining.open_table(ADA, asked)
    await services.commands.do(table, BEA, commands.Sit(1))
    with pytest.raises(Refused, match="Not ready"):
        await services.commands.do(table, ADA, commands.StartGame())
    assert not services.boards.book.deals


async def test_the_deal_of_a_day_is_played_once_and_on_its_day(
    services: Services, clock: Clock
) -> None:
    day = day_series(services.now(), 1)
    table = await begin_board(services, day, ADA)
    with pytest.raises(Refused, match="already"):
        await services.joining.open_table(ADA, commands.Open("regicide", 1, {}, series=day.name))
    other = await begin_board(services, day, BEA)
    assert seed_of(services, table) == seed_of(services, other)
    clock.now = end_of_day(day.of) / 1000
    with pytest.raises(Refused, match="over"):
        await services.joining.open_table(CYD, commands.Open("regicide", 1, {}, series=day.name))
    await play(services, table)
    assert services.boards.book.own_result(state_of(services, other).board, ADA) is not None


async def test_a_table_that_waits_for_the_deal_of_a_day_is_closed_when_the_day_is_over(
    services: Services, clock: Clock
) -> None:
    await come(services, ADA)
    day = day_series(services.now(), 2)
    late, other = (
        await services.joining.take_seat(day, ADA),
        await services.joining.take_seat(HOUSE, ADA),
    )
    await services.automation.run()
    assert {late, other} <= {*services.tables}
    clock.now = end_of_day(day.of) / 1000
    await services.automation.run()
    await noted(services, late)
    assert [*services.tables] == [other]


async def test_nobody_sits_down_at_a_deal_of_the_day_they_have_played(services: Services) -> None:
    day = day_series(services.now(), 2)
    await begin_board(services, day, ADA, BEA)
    table = await services.joining.open_table(
        CYD, commands.Open("regicide", 2, {}, series=day.name)
    )
    with pytest.raises(Refused, match="already"):
        await services.commands.do(table, ADA, commands.Sit(1))


async def test_a_seat_leads_to_people_who_wait_for_the_same_deal(services: Services) -> None:
    await come(services, ADA, BEA, CYD)
    found = [await services.joining.take_seat(HOUSE, name) for name in (ADA, BEA, CYD)]
    assert found[0] == found[1] != found[2]
    assert await services.joining.take_seat(HOUSE, ADA) == found[0]


async def test_two_who_come_at_once_meet_at_one_table(services: Services) -> None:
    await come(services, ADA, BEA)
    one, other = await asyncio.gather(
        *(services.joining.take_seat(HOUSE, name) for name in (ADA, BEA))
    )
    assert one == other


async def test_who_plays_alone_begins_at_once(services: Services) -> None:
    await come(services, ADA)
    assert state_of(services, await services.joining.take_seat(ALONE, ADA)).playing


async def test_a_finished_game_is_shown_to_nobody_who_can_still_play_it(services: Services) -> None:
    table = await begin_board(services, HOUSE, ADA, BEA)
    other = await begin_board(services, HOUSE, CYD, "dan")
    await play(services, table)
    assert (await services.finished.read(table, ADA)).facts.over
    for name, why in ((CYD, "goes on"), ("eve", "still play"), (GUEST, "Guests")):
        with pytest.raises(Refused, match=why):
            await services.finished.read(table, name)
    await play(services, other)
    assert (await services.finished.read(table, CYD)).facts.over


async def test_who_watches_a_board_of_the_house_does_not_get_it(services: Services) -> None:
    table = await begin_board(services, HOUSE, ADA, BEA)
    await come(services, CYD, "dan")
    with pytest.raises(Refused, match="not open to you yet"):
        enter_table(services, table, CYD)
    await read_table(services, table, CYD)
    assert enter_table(services, table, CYD).table is not None
    other = await begin_board(services, HOUSE, CYD, "dan")
    assert seed_of(services, other) != seed_of(services, table)


async def test_nobody_watches_the_deal_of_the_day_or_their_own_deal(services: Services) -> None:
    day = await begin_board(services, day_series(services.now(), 2), ADA, BEA)
    with pytest.raises(Refused, match="still play"):
        await read_table(services, day, CYD)
    one, other = (
        await begin_board(services, HOUSE, ADA, BEA),
        await begin_board(services, HOUSE, CYD, "dan"),
    )
    for table, name in ((one, CYD), (other, ADA)):
        await read_table(services, table, name)
        with pytest.raises(Refused, match="goes on"):
            enter_table(services, table, name)


async def test_a_wrong_password_costs_nobody_a_board(services: Services) -> None:
    await come(services, ADA, BEA)
    asked = commands.Open("regicide", 1, {}, "castle", series=ALONE.name)
    table = await services.joining.open_table(ADA, asked)
    await services.commands.do(table, ADA, commands.StartGame())
    await read_table(services, table, BEA, "wrong")
    with pytest.raises(Refused):
        enter_table(services, table, BEA, "wrong")
    assert not services.boards.book.has_seen(state_of(services, table).board, BEA)


@pytest.mark.parametrize(
    "asked",
    [
        commands.Open("duel", 2, {}, series=HOUSE.name),
        commands.Open("regicide", 3, {}, series=HOUSE.name),
        commands.Open("regicide", 2, {"jesters": 1}, series=HOUSE.name),
        commands.Open("regicide", 2, {}, days=3, series=HOUSE.name),
        commands.Open("regicide", 2, {}, series="mine/2//0"),
        commands.Open("regicide", 2, {}, series="round/2/none/1"),
    ],
)
async def test_a_table_fits_its_series(services: Services, asked: commands.Open) -> None:
    with pytest.raises(Refused):
        await services.joining.open_table(ADA, asked)


async def test_guests_play_no_boards(services: Services) -> None:
    with pytest.raises(Refused, match="Guests"):
        await services.joining.open_table(
            GUEST, commands.Open("regicide", 1, {}, series=ALONE.name)
        )


async def test_at_a_board_no_bot_sits_and_nothing_is_taken_back(services: Services) -> None:
    await come(services, ADA, BEA)
    asked = commands.Open("regicide", 2, {}, series=HOUSE.name)
    waiting = await services.joining.open_table(ADA, asked)
    with pytest.raises(Refused, match="Only people"):
        await services.commands.do(waiting, ADA, commands.SeatBot(1, "page"))
    table = await begin_board(services, HOUSE, ADA, BEA)
    by, action = first_action(services.tables.whole(table))
    await services.commands.do(table, by, commands.Act(action))
    with pytest.raises(Refused, match="Nothing is taken back"):
        await services.commands.do(table, by, commands.Ask(commands.UNDO))


async def test_a_game_that_was_given_up_is_lost(services: Services) -> None:
    table = await begin_board(services, ALONE, ADA)
    board = state_of(services, table).board
    await services.commands.do(table, ADA, commands.Ask(commands.END))
    await noted(services, table)
    found = services.boards.book.own_result(board, ADA)
    assert found is not None
    assert (found.won, found.counts) == (False, True)


async def test_all_is_there_after_a_restart(path: Path, clock: Clock) -> None:
    async def opened() -> tuple[SqliteStore, Services]:
        store = SqliteStore(path)
        services = make_services(store, pause=0, return_seconds=0, clock=clock)
        await services.open()
        return store, services

    store, services = await opened()
    table = await begin_board(services, HOUSE, ADA, BEA)
    seed, board = seed_of(services, table), state_of(services, table).board
    await services.close()
    await store.close()
    store, services = await opened()
    assert state_of(services, table).board == board
    other = await begin_board(services, HOUSE, CYD, "dan")
    assert seed_of(services, other) == seed
    await services.tables.read(table)
    await play(services, table)
    result = services.boards.book.own_result(board, BEA)
    await services.close()
    await store.close()
    store, services = await opened()
    assert services.boards.book.own_result(board, BEA) == result is not None
    assert services.boards.may_look(board, ADA) is None
    assert services.boards.may_look(board, CYD) is not None
    await services.close()
    await store.close()


async def test_a_table_that_was_closed_meanwhile_ends_without_a_result(
    path: Path, clock: Clock
) -> None:
    store = SqliteStore(path)
    services = make_services(store, clock=clock)
    await services.open()
    table = await begin_board(services, ALONE, ADA)
    board = state_of(services, table).board
    await project_register(store, services.tasks.report).append(lambda _: {"closed": table})
    await services.close()
    again = make_services(store, clock=clock)
    await again.open()
    assert [one.counts for one in again.boards.book.results_of(board)] == [False]
    assert again.boards.may_look(board, ADA) is None
    await again.close()
    await store.close()


@pytest.mark.parametrize("players", [2, 3])
async def test_who_is_sent_away_finds_another_table_of_the_same_deals(
    services: Services, players: int
) -> None:
    # Found by an attack: one host kept others out of a whole day.
    await come(services, ADA, BEA, CYD)
    series = day_series(services.now(), players)
    first = await services.joining.take_seat(series, ADA)
    assert await services.joining.take_seat(series, BEA) == first
    await services.commands.do(first, ADA, commands.SendPersonAway(1, BEA))
    other = await services.joining.take_seat(series, BEA)
    assert other != first
    assert state_of(services, other).seat_of(BEA) == 0
    assert await services.joining.take_seat(series, CYD) == first
