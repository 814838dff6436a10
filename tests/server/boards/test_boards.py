"""The boards of a server, with tables and people: who gets which, and what nobody hears."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from regicide_tui.server.model.boards.board import day_series, end_of_day, house_series
from regicide_tui.server.model.register import project_register
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.decide import Refused
from regicide_tui.server.services.accounts import Accounts
from regicide_tui.server.services.boards import Boards
from regicide_tui.server.services.forget import rename
from regicide_tui.server.services.hub import Hub
from regicide_tui.server.services.seating import take_seat
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
from tests.server.gatherings import ADA, BEA, first_action

CYD, GUEST = "cyd", "guest-7kq2mz"
HOUSE = house_series(2)
ALONE = house_series(1)


async def test_who_gets_another_name_gets_no_deal_again(store: SqliteStore) -> None:
    await Accounts(store).add_key(ADA, "ssh-ed25519 AAAA")
    boards = Boards(store, lambda: int(NOW * 1000), lambda *_: None)
    await boards.open()
    board = await boards.deal(HOUSE.name, "one", (ADA, BEA))
    watched = await boards.deal(HOUSE.name, "two", (BEA, CYD))
    await boards.note_watcher(watched.id, ADA)
    await rename(store, ADA, "zoe")
    again = Boards(store, lambda: int(NOW * 1000), lambda *_: None)
    await again.open()
    assert again.book.has_seen(board.id, "zoe")
    assert again.book.has_seen(watched.id, "zoe")
    assert not again.book.has_seen(board.id, ADA)


async def test_forty_people_and_ten_boards(store: SqliteStore) -> None:
    boards = Boards(store, lambda: int(NOW * 1000), lambda *_: None)
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
        for board, people in zip(found, tables, strict=True):
            for name in people:
                got.setdefault(name, []).append(board.id)
    assert all(len(ids) == len({*ids}) == 10 for ids in got.values())
    all_boards = boards.book.boards.values()
    assert len({one.deal.seed for one in all_boards}) == len(all_boards)
    shared = [one for one in all_boards if sum(one.id in ids for ids in got.values()) > 4]
    assert len(shared) >= 10  # results can be compared
    again = Boards(store, lambda: int(NOW * 1000), lambda *_: None)
    await again.open()
    assert all(again.book.has_seen(one, name) for name, ids in got.items() for one in ids)


async def test_two_tables_of_the_house_play_the_same_cards(hub: Hub) -> None:
    one = await begin_board(hub, HOUSE, ADA, BEA)
    other = await begin_board(hub, HOUSE, CYD, "dan")
    assert state_of(hub, one).board == state_of(hub, other).board != ""
    assert seed_of(hub, one) == seed_of(hub, other)


async def test_the_same_people_never_play_a_board_again(hub: Hub) -> None:
    tables = [await begin_board(hub, HOUSE, ADA, BEA) for _ in range(5)]
    assert len({seed_of(hub, table) for table in tables}) == 5


async def test_two_starts_at_once_give_different_boards_to_one_person(hub: Hub) -> None:
    await come(hub, ADA)
    asked = commands.Open("regicide", 1, {}, series=ALONE.name)
    one, other = [await hub.open_table(ADA, asked) for _ in range(2)]
    await asyncio.gather(*(hub.do(at, ADA, commands.StartGame()) for at in (one, other)))
    assert seed_of(hub, one) != seed_of(hub, other)


async def test_a_game_that_is_started_twice_begins_once_and_keeps_its_board(hub: Hub) -> None:
    await come(hub, ADA)
    asked = commands.Open("regicide", 1, {}, series=ALONE.name)
    table = await hub.open_table(ADA, asked)
    starts = (hub.do(table, ADA, commands.StartGame()) for _ in range(3))
    found = await asyncio.gather(*starts, return_exceptions=True)
    assert sum(isinstance(one, Refused) for one in found) == 2
    board = state_of(hub, table).board
    assert hub.boards.book.plays(board, ADA)
    assert len(hub.boards.book.boards) == 1
    await play(hub, table)
    assert hub.boards.book.own_result(board, ADA) is not None


async def test_who_comes_while_a_board_is_dealt_has_not_lost_it(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    await come(hub, ADA, BEA, CYD)
    asked = commands.Open("regicide", 2, {}, series=HOUSE.name)
    table = await hub.open_table(ADA, asked)
    await hub.do(table, BEA, commands.Sit(1))
    await hub.do(table, BEA, commands.BeReady(True))
    deal = hub.boards.deal

    async def slow_deal(*given: Any) -> Any:
        board = await deal(*given)
        await hub.do(table, BEA, commands.Stand())
        await hub.do(table, CYD, commands.Sit(1))
        await hub.do(table, CYD, commands.BeReady(True))
        return board

    monkeypatch.setattr(hub.boards, "deal", slow_deal)
    with pytest.raises(Refused, match="came or left"):
        await hub.do(table, ADA, commands.StartGame())
    (board,) = hub.boards.book.boards
    assert not any(hub.boards.book.has_seen(board, name) for name in (ADA, BEA, CYD))


async def test_a_game_that_can_not_begin_costs_nobody_a_board(hub: Hub) -> None:
    await come(hub, ADA, BEA)
    asked = commands.Open("regicide", 2, {}, series=HOUSE.name)
    table = await hub.open_table(ADA, asked)
    await hub.do(table, BEA, commands.Sit(1))
    with pytest.raises(Refused, match="Not ready"):
        await hub.do(table, ADA, commands.StartGame())
    assert not hub.boards.book.boards


async def test_the_cards_are_not_those_that_a_client_asks_for(hub: Hub) -> None:
    await come(hub, ADA)
    asked = commands.Open("regicide", 1, {}, series=ALONE.name)
    table = await hub.open_table(ADA, asked)
    await hub.do(table, ADA, commands.StartGame("known", "known"))
    assert "known" not in (seed_of(hub, table), state_of(hub, table).board)


async def test_the_deal_of_a_day_is_played_once_and_on_its_day(hub: Hub, clock: Clock) -> None:
    day = day_series(hub.now, 1)
    table = await begin_board(hub, day, ADA)
    with pytest.raises(Refused, match="already"):
        await hub.open_table(ADA, commands.Open("regicide", 1, {}, series=day.name))
    other = await begin_board(hub, day, BEA)
    assert seed_of(hub, table) == seed_of(hub, other)
    clock.now = end_of_day(day.of) / 1000
    with pytest.raises(Refused, match="over"):
        await hub.open_table(CYD, commands.Open("regicide", 1, {}, series=day.name))
    await play(hub, table)
    assert hub.boards.book.own_result(state_of(hub, other).board, ADA) is not None


async def test_a_table_that_waits_for_the_deal_of_a_day_is_closed_when_the_day_is_over(
    hub: Hub, clock: Clock
) -> None:
    await come(hub, ADA)
    day = day_series(hub.now, 2)
    late, other = await take_seat(hub, day, ADA), await take_seat(hub, HOUSE, ADA)
    await hub.upkeep.close_late_tables()
    assert {late, other} <= {*hub.tables}
    clock.now = end_of_day(day.of) / 1000
    await hub.upkeep.close_late_tables()
    await noted(hub, late)
    assert [*hub.tables] == [other]


async def test_nobody_sits_down_at_a_deal_of_the_day_they_have_played(hub: Hub) -> None:
    day = day_series(hub.now, 2)
    await begin_board(hub, day, ADA, BEA)
    table = await hub.open_table(CYD, commands.Open("regicide", 2, {}, series=day.name))
    with pytest.raises(Refused, match="already"):
        await hub.do(table, ADA, commands.Sit(1))


async def test_a_seat_leads_to_people_who_wait_for_the_same_deal(hub: Hub) -> None:
    await come(hub, ADA, BEA, CYD)
    found = [await take_seat(hub, HOUSE, name) for name in (ADA, BEA, CYD)]
    assert found[0] == found[1] != found[2]
    assert await take_seat(hub, HOUSE, ADA) == found[0]


async def test_two_who_come_at_once_meet_at_one_table(hub: Hub) -> None:
    await come(hub, ADA, BEA)
    one, other = await asyncio.gather(*(take_seat(hub, HOUSE, name) for name in (ADA, BEA)))
    assert one == other


async def test_who_plays_alone_begins_at_once(hub: Hub) -> None:
    await come(hub, ADA)
    assert state_of(hub, await take_seat(hub, ALONE, ADA)).playing


async def test_a_finished_game_is_shown_to_nobody_who_can_still_play_it(hub: Hub) -> None:
    table = await begin_board(hub, HOUSE, ADA, BEA)
    other = await begin_board(hub, HOUSE, CYD, "dan")
    await play(hub, table)
    assert (await hub.read_finished(table, ADA)).over
    for name, why in ((CYD, "goes on"), ("eve", "still play"), (GUEST, "Guests")):
        with pytest.raises(Refused, match=why):
            await hub.read_finished(table, name)
    await play(hub, other)
    assert (await hub.read_finished(table, CYD)).over


async def test_who_watches_a_board_of_the_house_does_not_get_it(hub: Hub) -> None:
    table = await begin_board(hub, HOUSE, ADA, BEA)
    await come(hub, CYD, "dan")
    with pytest.raises(Refused, match="not open to you yet"):
        hub.make_handle(table, CYD)
    await hub.note_watcher(table, CYD)
    assert hub.make_handle(table, CYD).table is not None
    other = await begin_board(hub, HOUSE, CYD, "dan")
    assert seed_of(hub, other) != seed_of(hub, table)


async def test_nobody_watches_the_deal_of_the_day_or_their_own_deal(hub: Hub) -> None:
    day = await begin_board(hub, day_series(hub.now, 2), ADA, BEA)
    with pytest.raises(Refused, match="still play"):
        await hub.note_watcher(day, CYD)
    one, other = await begin_board(hub, HOUSE, ADA, BEA), await begin_board(hub, HOUSE, CYD, "dan")
    for table, name in ((one, CYD), (other, ADA)):
        await hub.note_watcher(table, name)
        with pytest.raises(Refused, match="goes on"):
            hub.make_handle(table, name)


async def test_a_wrong_password_costs_nobody_a_board(hub: Hub) -> None:
    await come(hub, ADA, BEA)
    asked = commands.Open("regicide", 1, {}, "castle", series=ALONE.name)
    table = await hub.open_table(ADA, asked)
    await hub.do(table, ADA, commands.StartGame())
    await hub.note_watcher(table, BEA, "wrong")
    with pytest.raises(Refused):
        hub.make_handle(table, BEA, "wrong")
    assert not hub.boards.book.has_seen(state_of(hub, table).board, BEA)


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
async def test_a_table_fits_its_series(hub: Hub, asked: commands.Open) -> None:
    with pytest.raises(Refused):
        await hub.open_table(ADA, asked)


async def test_guests_play_no_boards(hub: Hub) -> None:
    with pytest.raises(Refused, match="Guests"):
        await hub.open_table(GUEST, commands.Open("regicide", 1, {}, series=ALONE.name))


async def test_at_a_board_no_bot_sits_and_nothing_is_taken_back(hub: Hub) -> None:
    await come(hub, ADA, BEA)
    asked = commands.Open("regicide", 2, {}, series=HOUSE.name)
    waiting = await hub.open_table(ADA, asked)
    with pytest.raises(Refused, match="Only people"):
        await hub.do(waiting, ADA, commands.SeatBot(1, "page"))
    table = await begin_board(hub, HOUSE, ADA, BEA)
    by, action = first_action(state_of(hub, table))
    await hub.do(table, by, commands.Act(action))
    with pytest.raises(Refused, match="Nothing is taken back"):
        await hub.do(table, by, commands.Ask(commands.UNDO))


async def test_a_game_that_was_given_up_is_lost(hub: Hub) -> None:
    table = await begin_board(hub, ALONE, ADA)
    board = state_of(hub, table).board
    await hub.do(table, ADA, commands.Ask(commands.END))
    await noted(hub, table)
    found = hub.boards.book.own_result(board, ADA)
    assert found is not None
    assert (found.won, found.counts) == (False, True)


async def test_all_is_there_after_a_restart(path: Path, clock: Clock) -> None:
    async def opened() -> tuple[SqliteStore, Hub]:
        store = SqliteStore(path)
        hub = Hub(store, pause=0, return_seconds=0, clock=clock)
        await hub.open()
        return store, hub

    store, hub = await opened()
    table = await begin_board(hub, HOUSE, ADA, BEA)
    seed, board = seed_of(hub, table), state_of(hub, table).board
    await hub.close()
    await store.close()
    store, hub = await opened()
    assert state_of(hub, table).board == board
    other = await begin_board(hub, HOUSE, CYD, "dan")
    assert seed_of(hub, other) == seed
    await hub.read(table)
    await play(hub, table)
    result = hub.boards.book.own_result(board, BEA)
    await hub.close()
    await store.close()
    store, hub = await opened()
    assert hub.boards.book.own_result(board, BEA) == result is not None
    assert hub.boards.may_look(board, ADA) is None
    assert hub.boards.may_look(board, CYD) is not None
    await hub.close()
    await store.close()


async def test_a_table_that_was_closed_meanwhile_ends_without_a_result(
    path: Path, clock: Clock
) -> None:
    store = SqliteStore(path)
    hub = Hub(store, clock=clock)
    await hub.open()
    table = await begin_board(hub, ALONE, ADA)
    board = state_of(hub, table).board
    await project_register(store, hub.report).append(lambda _: {"closed": table})
    await hub.close()
    again = Hub(store, clock=clock)
    await again.open()
    assert [one.counts for one in again.boards.book.results_of(board)] == [False]
    assert again.boards.may_look(board, ADA) is None
    await again.close()
    await store.close()


@pytest.mark.parametrize("players", [2, 3])
async def test_who_is_sent_away_finds_another_table_of_the_same_deals(
    hub: Hub, players: int
) -> None:
    # Found by an attack: one host kept others out of a whole day.
    await come(hub, ADA, BEA, CYD)
    series = day_series(hub.now, players)
    first = await take_seat(hub, series, ADA)
    assert await take_seat(hub, series, BEA) == first
    await hub.do(first, ADA, commands.SendPersonAway(1, BEA))
    other = await take_seat(hub, series, BEA)
    assert other != first
    assert state_of(hub, other).seat_of(BEA) == 0
    assert await take_seat(hub, series, CYD) == first
