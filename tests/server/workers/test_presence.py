"""Who is on a server of several workers: everywhere the same people, in their newest windows."""

from pathlib import Path

import pytest

from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.info import Place, Where
from regicide_tui.server.services.presence import LOST_SECONDS, OTHER_WINDOW
from tests.server.gatherings import ADA, BEA, begin
from tests.server.workers.houses import House, Worker, housing, until

GUEST = "guest-bbbbbb"


class Window:
    """A window of somebody; it knows why it was closed."""

    def __init__(self) -> None:
        self.why: list[str] = []

    def __call__(self, why: str) -> None:
        self.why.append(why)


async def test_all_workers_know_who_is_here_and_where(path: Path) -> None:
    async with housing(path) as house:
        one, two = house.workers
        table = await begin(one.hub)
        await house.settle()
        ada = Window()
        one.hub.arrive(ADA, ada)
        await house.settle()
        assert two.hub.present == (ADA,)
        state = two.hub.tables[table]
        assert two.hub.absent(state) == (BEA,)
        assert two.hub.is_attended(state)
        assert two.hub.places(table, state)[ADA] == Place(Where.LOBBY, two.hub.now)
        house.time.seconds += 1
        one.hub.go_to(ADA, ada, table)
        await house.settle()
        assert two.hub.places(table, state)[ADA] == Place(Where.HERE, two.hub.now)
        house.time.seconds += 1
        one.hub.leave(ADA, ada)
        await house.settle()
        assert two.hub.places(table, state)[ADA] == Place(Where.AWAY, two.hub.now)
        assert not two.hub.present


async def test_the_newest_window_takes_over_at_whatever_worker_it_is(path: Path) -> None:
    async with housing(path) as house:
        one, two = house.workers
        first, second, third = Window(), Window(), Window()
        one.hub.arrive(ADA, first)
        await house.settle()
        two.hub.arrive(ADA, second)
        await house.settle()
        assert (first.why, second.why) == ([OTHER_WINDOW], [])
        one.hub.leave(ADA, first)  # the app of the first window ends
        await house.settle()
        assert one.hub.present == two.hub.present == (ADA,)
        one.hub.arrive(ADA, third)
        await house.settle()
        assert (second.why, third.why) == ([OTHER_WINDOW], [])
        two.hub.leave(ADA, second)
        one.hub.leave(ADA, third)
        await house.settle()
        assert [*one.hub.present, *two.hub.present] == []


async def test_of_two_windows_at_once_one_stays_and_all_workers_know_which(path: Path) -> None:
    async with housing(path, 3) as house:
        one, two, three = house.workers
        table = await begin(one.hub)
        await house.settle()
        windows = Window(), Window()
        one.hub.arrive(ADA, windows[0])
        two.hub.arrive(ADA, windows[1])
        await house.settle()
        assert sorted(len(window.why) for window in windows) == [0, 1]
        stays = one if not windows[0].why else two
        stays.hub.go_to(ADA, windows[stays is two], table)
        await house.settle()
        for worker in (one, two, three):
            state = worker.hub.tables[table]
            assert worker.hub.places(table, state)[ADA].where is Where.HERE


async def test_a_clock_that_is_behind_keeps_no_newer_window_from_taking_over(path: Path) -> None:
    async with housing(path) as house:
        one, two = house.workers
        first, second = Window(), Window()
        house.time.seconds += 100
        one.hub.arrive(ADA, first)
        await house.settle()
        house.time.seconds -= 100
        two.hub.arrive(ADA, second)
        await house.settle()
        assert (first.why, second.why) == ([OTHER_WINDOW], [])


async def test_the_people_of_a_worker_that_dies_have_left_and_can_come_back_anywhere(
    path: Path,
) -> None:
    async with housing(path, 3) as house:
        one, two, three = house.workers
        table = await begin(one.hub)
        await house.settle()
        one.hub.arrive(ADA, Window())
        three.hub.arrive(BEA, Window())
        await house.settle()
        house.time.seconds += 7
        await one.die()
        await house.settle()
        for worker in (two, three):
            state = worker.hub.tables[table]
            assert worker.hub.present == (BEA,)
            assert worker.hub.places(table, state)[ADA] == Place(Where.AWAY, worker.hub.now)
        house.time.seconds += 7
        late = await house.open_worker()
        state = late.hub.tables[table]
        assert late.hub.places(table, state)[ADA] == Place(Where.AWAY, late.hub.now - 7000)
        two.hub.arrive(ADA, Window())
        await house.settle()
        for worker in house.workers:
            assert worker.hub.present == (ADA, BEA)


async def _stands_in_for_bea(house: House, worker: Worker) -> str:
    """Return a table of ada, who is at a worker, and of bea, for whom a bot plays."""
    table = await begin(worker.hub)
    worker.hub.arrive(ADA, Window())
    await worker.hub.do(table, ADA, commands.StandIn())
    await house.settle()
    assert worker.hub.tables[table].bots[1]
    return table


async def test_who_comes_to_any_worker_gets_their_seat_back_once(path: Path) -> None:
    async with housing(path) as house:
        one, two = house.workers
        table = await _stands_in_for_bea(house, one)
        before = len(await one.store.read(f"table/{table}"))
        two.hub.arrive(BEA, Window())
        await house.settle()
        entries = (await one.store.read(f"table/{table}"))[before:]
        assert len([one for one in entries if one.body["by"] == BEA]) == 1
        for worker in (one, two):
            assert not worker.hub.tables[table].bots[1]


async def _plays_with_a_bot(house: House, guest: str) -> str:
    """Let a guest come to the first worker and begin a game; return the table."""
    hub = house.workers[0].hub
    hub.arrive(guest, Window())
    table = await hub.open_table(guest, commands.Open("regicide", 2, {}))
    await hub.do(table, guest, commands.SeatBot(1, "page"))
    await hub.do(table, guest, commands.StartGame())
    await house.settle()
    return table


async def test_the_table_of_a_guest_is_closed_a_moment_after_their_worker_died(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("regicide_tui.server.services.hub.LOST_SECONDS", 0.3)
    async with housing(path) as house:
        one, two = house.workers
        table = await _plays_with_a_bot(house, GUEST)
        await one.die()
        await house.settle()
        assert table in two.hub.tables
        house.time.seconds += LOST_SECONDS
        await until(house, lambda: table not in two.hub.tables)


async def test_a_guest_whose_worker_was_only_cut_off_keeps_their_table(path: Path) -> None:
    async with housing(path) as house:
        one, two = house.workers
        table = await _plays_with_a_bot(house, GUEST)
        house.network.cut_off(one.transport)
        await house.settle()
        house.time.seconds += LOST_SECONDS
        for worker in house.workers:
            worker.hub.update_tables_of(GUEST)
        await house.settle()
        for worker in (one, two):
            assert worker.hub.present == (GUEST,)
            assert table in worker.hub.tables


async def test_who_is_at_a_worker_that_was_cut_off_is_here_for_all_again(path: Path) -> None:
    async with housing(path, 3) as house:
        one, two, three = house.workers
        window = Window()
        one.hub.arrive(ADA, window)
        three.hub.arrive(BEA, Window())
        await house.settle()
        house.network.cut_off(one.transport)
        await house.settle()
        for worker in house.workers:
            assert worker.hub.present == (ADA, BEA)
        newer = Window()
        two.hub.arrive(ADA, newer)
        await house.settle()
        assert (window.why, newer.why) == ([OTHER_WINDOW], [])


async def test_what_somebody_had_seen_is_known_wherever_they_come_back(path: Path) -> None:
    async with housing(path) as house:
        one, two = house.workers
        table = await begin(one.hub)
        window = Window()
        one.hub.arrive(BEA, window)
        one.hub.go_to(BEA, window, table)
        one.hub.leave(BEA, window)
        one.hub.note_crash(table, BEA)
        await house.settle()
        late = await house.open_worker()
        await late.hub.read(table)
        for worker in (one, two, late):
            assert worker.hub.seat_notes.has_crashed(table, BEA)
            assert worker.hub.moves_seen(table, BEA) == 0
            assert worker.hub.seat_notes.seen(table, BEA) == 0
        late.hub.seat_notes.forget_crash(table, BEA)
        await house.settle()
        assert not one.hub.seat_notes.has_crashed(table, BEA)
