"""Who is on a server of several processes: everywhere the same people, in their newest windows."""

from pathlib import Path

import pytest

from regicide_tui.server.model.table import commands, due
from regicide_tui.server.model.table.people import Place, Where
from regicide_tui.server.services import presence
from regicide_tui.server.services.presence import OTHER_WINDOW
from tests.server.gatherings import ADA, BEA, begin
from tests.server.processes.houses import House, Process, housing, until

GUEST = "guest-bbbbbb"


class Window:
    """A window of somebody; it knows why it was closed."""

    def __init__(self) -> None:
        self.why: list[str] = []

    def __call__(self, why: str) -> None:
        self.why.append(why)


async def test_all_processes_know_who_is_here_and_where(path: Path) -> None:
    async with housing(path) as house:
        one, two = house.processes
        table = await begin(one.services)
        await house.settle()
        ada = Window()
        one.services.presence.arrive(ADA, ada)
        await house.settle()
        assert two.services.presence.names == (ADA,)
        state = two.services.tables[table]
        assert two.services.presence.absent(state) == (BEA,)
        assert two.services.presence.is_attended(state)
        assert two.services.presence.places(table, state)[ADA] == Place(
            Where.LOBBY, two.services.now()
        )
        house.time.seconds += 1
        one.services.presence.go_to(ADA, ada, table)
        await house.settle()
        assert two.services.presence.places(table, state)[ADA] == Place(
            Where.HERE, two.services.now()
        )
        house.time.seconds += 1
        one.services.presence.leave(ADA, ada)
        await house.settle()
        assert two.services.presence.places(table, state)[ADA] == Place(
            Where.AWAY, two.services.now()
        )
        assert not two.services.presence.names


async def test_the_newest_window_takes_over_at_whatever_process_it_is(path: Path) -> None:
    async with housing(path) as house:
        one, two = house.processes
        first, second, third = Window(), Window(), Window()
        one.services.presence.arrive(ADA, first)
        await house.settle()
        two.services.presence.arrive(ADA, second)
        await house.settle()
        assert (first.why, second.why) == ([OTHER_WINDOW], [])
        one.services.presence.leave(ADA, first)  # the app of the first window ends
        await house.settle()
        assert one.services.presence.names == two.services.presence.names == (ADA,)
        one.services.presence.arrive(ADA, third)
        await house.settle()
        assert (second.why, third.why) == ([OTHER_WINDOW], [])
        two.services.presence.leave(ADA, second)
        one.services.presence.leave(ADA, third)
        await house.settle()
        assert [*one.services.presence.names, *two.services.presence.names] == []


async def test_of_two_windows_at_once_one_stays_and_all_processes_know_which(path: Path) -> None:
    async with housing(path, 3) as house:
        one, two, three = house.processes
        table = await begin(one.services)
        await house.settle()
        windows = Window(), Window()
        one.services.presence.arrive(ADA, windows[0])
        two.services.presence.arrive(ADA, windows[1])
        await house.settle()
        assert sorted(len(window.why) for window in windows) == [0, 1]
        stays = one if not windows[0].why else two
        stays.services.presence.go_to(ADA, windows[stays is two], table)
        await house.settle()
        for process in (one, two, three):
            state = process.services.tables[table]
            assert process.services.presence.places(table, state)[ADA].where is Where.HERE


async def test_a_clock_that_is_behind_keeps_no_newer_window_from_taking_over(path: Path) -> None:
    async with housing(path) as house:
        one, two = house.processes
        first, second = Window(), Window()
        house.time.seconds += 100
        one.services.presence.arrive(ADA, first)
        await house.settle()
        house.time.seconds -= 100
        two.services.presence.arrive(ADA, second)
        await house.settle()
        assert (first.why, second.why) == ([OTHER_WINDOW], [])


async def test_the_people_of_a_process_that_dies_have_left_and_can_come_back_anywhere(
    path: Path,
) -> None:
    async with housing(path, 3) as house:
        one, two, three = house.processes
        table = await begin(one.services)
        await house.settle()
        one.services.presence.arrive(ADA, Window())
        three.services.presence.arrive(BEA, Window())
        await house.settle()
        house.time.seconds += 7
        await one.die()
        await house.settle()
        for process in (two, three):
            state = process.services.tables[table]
            assert process.services.presence.names == (BEA,)
            assert process.services.presence.places(table, state)[ADA] == Place(
                Where.AWAY, process.services.now()
            )
        house.time.seconds += 7
        late = await house.open_process()
        state = late.services.tables[table]
        assert late.services.presence.places(table, state)[ADA] == Place(
            Where.AWAY, late.services.now() - 7000
        )
        two.services.presence.arrive(ADA, Window())
        await house.settle()
        for process in house.processes:
            assert process.services.presence.names == (ADA, BEA)


async def _stands_in_for_bea(house: House, process: Process) -> str:
    """Return a table of ada, who is at a process, and of bea, for whom a bot plays."""
    table = await begin(process.services)
    process.services.presence.arrive(ADA, Window())
    await process.services.commands.do(table, ADA, commands.StandIn())
    await house.settle()
    assert process.services.tables[table].bots[1]
    return table


async def test_who_comes_to_any_process_gets_their_seat_back_once(path: Path) -> None:
    async with housing(path) as house:
        one, two = house.processes
        table = await _stands_in_for_bea(house, one)
        before = len(await one.store.read(f"table/{table}"))
        two.services.presence.arrive(BEA, Window())
        await house.settle()
        entries = (await one.store.read(f"table/{table}"))[before:]
        assert len([one for one in entries if one.body["by"] == BEA]) == 1
        for process in (one, two):
            assert not process.services.tables[table].bots[1]


async def _plays_with_a_bot(house: House, guest: str) -> str:
    """Let a guest come to the first process and begin a game; return the table."""
    services = house.processes[0].services
    services.presence.arrive(guest, Window())
    table = await services.joining.open_table(guest, commands.Open("regicide", 2, {}))
    await services.commands.do(table, guest, commands.SeatBot(1, "page"))
    await services.commands.do(table, guest, commands.StartGame())
    await house.settle()
    return table


async def test_the_table_of_a_guest_is_closed_a_moment_after_their_process_died(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(due, "LOST_FOR", 300)
    monkeypatch.setattr(presence, "LOST_FOR", 300)
    async with housing(path) as house:
        one, two = house.processes
        table = await _plays_with_a_bot(house, GUEST)
        await one.die()
        await house.settle()
        assert table in two.services.tables
        house.time.seconds += 0.3
        await until(house, lambda: table not in two.services.tables)


async def test_a_guest_whose_process_was_only_cut_off_keeps_their_table(path: Path) -> None:
    async with housing(path) as house:
        one, two = house.processes
        table = await _plays_with_a_bot(house, GUEST)
        one.rows.cut_off()
        await house.settle()
        house.time.seconds += due.LOST_FOR / 1000
        for process in house.processes:
            process.services.presence.changed.send(GUEST)
        await house.settle()
        for process in (one, two):
            assert process.services.presence.names == (GUEST,)
            assert table in process.services.tables


async def test_who_is_at_a_process_that_was_cut_off_is_here_for_all_again(path: Path) -> None:
    async with housing(path, 3) as house:
        one, two, three = house.processes
        window = Window()
        one.services.presence.arrive(ADA, window)
        three.services.presence.arrive(BEA, Window())
        await house.settle()
        one.rows.cut_off()
        await house.settle()
        for process in house.processes:
            assert process.services.presence.names == (ADA, BEA)
        newer = Window()
        two.services.presence.arrive(ADA, newer)
        await house.settle()
        assert (window.why, newer.why) == ([OTHER_WINDOW], [])


async def test_what_somebody_had_seen_is_known_wherever_they_come_back(path: Path) -> None:
    async with housing(path) as house:
        one, two = house.processes
        table = await begin(one.services)
        window = Window()
        one.services.presence.arrive(BEA, window)
        one.services.presence.go_to(BEA, window, table)
        one.services.seat_notes.note_seen(table, BEA)
        one.services.seat_notes.note_crash(table, BEA)
        one.services.presence.leave(BEA, window)
        await house.settle()
        late = await house.open_process()
        await late.services.tables.read(table)
        for process in (one, two, late):
            assert process.services.seat_notes.has_crashed(table, BEA)
            assert process.services.seat_notes.moves_seen(table, BEA) == 0
        late.services.presence.arrive(BEA, window)
        assert late.services.seat_notes.has_crashed(table, BEA)
        late.services.seat_notes.forget_crash(table, BEA)
        late.services.presence.leave(BEA, window)
        await house.settle()
        for process in (one, two, late):
            assert not process.services.seat_notes.has_crashed(table, BEA)
            assert process.services.seat_notes.moves_seen(table, BEA) == 0
