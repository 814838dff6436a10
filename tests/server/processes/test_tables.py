"""Tables of a server of several processes: all have them, and one does what is due at each."""

import asyncio
from pathlib import Path

import pytest

from regicide_tui.server.base.limits import Limits
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.command import Caller, Refused
from regicide_tui.server.model.table.decide import decide
from regicide_tui.server.model.table.facts import TableFacts
from regicide_tui.server.model.table.record import encode, project_table
from regicide_tui.server.services.notify import Notification
from tests.server.gatherings import ADA, BEA, begin, clocks_stand_at, enter_table, first_action
from tests.server.processes.houses import House, Process, housing, until
from tests.server.visitors import news_of

DUEL = commands.Open("duel", 2, {})
CYD = "cyd"


def stay(_: str) -> None:
    """Do nothing when asked to leave."""


async def closings(process: Process, table: str) -> int:
    """Return how often a table was closed in the register."""
    return sum(one.body.get("closed") == table for one in await process.store.read("house"))


# ---------------------------------------------------------------- opened and closed elsewhere


async def test_what_is_opened_at_one_process_is_offered_at_all(path: Path) -> None:
    async with housing(path, 3) as house:
        services = house.processes[0].services
        services.presence.arrive(ADA, stay, "192.0.2.1")
        table = await services.joining.open_table(ADA, DUEL, "192.0.2.1")
        await house.settle()
        for process in house.processes:
            assert [*dict(process.services.lobby.offered(BEA))] == [table]
            assert process.services.tables.address_of(table) == "192.0.2.1"
        services.presence.leave(ADA, stay)
        await house.settle()
        for process in house.processes:
            assert process.services.tables.address_of(table) == ADA


async def test_people_at_different_processes_play_one_game(path: Path) -> None:
    async with housing(path) as house:
        one, two = house.processes
        table = await one.services.joining.open_table(ADA, DUEL)
        await house.settle()
        await two.services.commands.do(table, BEA, commands.Sit(1))
        await two.services.commands.do(table, BEA, commands.BeReady(True))
        await house.settle()
        await one.services.commands.do(table, ADA, commands.StartGame())
        await house.settle()
        for _ in range(6):
            by, action = first_action(two.services.tables.whole(table))
            process = one if by == ADA else two
            await process.services.commands.do(table, by, commands.Act(action))
            await house.settle()
        assert one.services.tables[table] == two.services.tables[table]
        assert one.services.tables.whole(table).game is not None


async def test_a_process_that_joins_has_all_tables(path: Path) -> None:
    async with housing(path) as house:
        table = await begin(house.processes[0].services, "duel")
        await house.settle()
        late = await house.open_process()
        await late.services.tables.read(table)
        assert late.services.tables[table] == house.processes[0].services.tables[table]


@pytest.mark.parametrize("number", [1, 2, 3])
async def test_a_game_that_is_over_is_closed_once_and_all_know_how_it_ended(
    path: Path, number: int
) -> None:
    async with housing(path, number) as house:
        for _ in range(4):
            table = await begin(house.processes[0].services, "duel")
            await house.settle()
            await house.processes[-1].services.commands.do(table, ADA, commands.Resign())
            await house.settle()
            for process in house.processes:
                assert table not in process.services.tables
                assert process.services.tables.results.finished[-1].table == table
                assert process.services.tables.results.finished[-1].winners == (BEA,)
                assert process.services.tables.find_finished(table) is not None
                with pytest.raises(Refused, match="no longer exists"):
                    enter_table(process.services, table, CYD)
            assert await closings(house.processes[0], table) == 1


async def test_two_owners_at_once_close_a_table_once(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with housing(path) as house:
        table = await begin(house.processes[0].services, "duel")
        await house.settle()
        for process in house.processes:
            monkeypatch.setattr(process.services.tables, "owns", lambda _: True)
        await house.processes[0].services.commands.do(table, ADA, commands.Resign())
        await house.settle()
        assert await closings(house.processes[0], table) == 1
        for process in house.processes:
            assert "crash" not in process.journal.getvalue()
            assert len(process.services.tables.results.finished) == 1


async def test_what_is_said_after_a_game_is_heard_at_all_processes(path: Path) -> None:
    async with housing(path) as house:
        one, two = house.processes
        table = await begin(one.services, "duel")
        await house.settle()
        handle, told = enter_table(two.services, table, BEA), list[str]()
        end = news_of(two.services).house.add(lambda: told.append("news"), table, name=BEA)
        await one.services.commands.do(table, ADA, commands.Resign())
        await house.settle()
        told.clear()
        await one.services.commands.do(table, ADA, commands.Say("good game"))
        await house.settle()
        await until(house, lambda: bool(told))
        assert handle.table.said[-1].by == ADA
        end()


async def test_an_invitation_leads_from_all_processes_to_the_table(path: Path) -> None:
    async with housing(path) as house:
        one, two = house.processes
        table = await one.services.joining.open_table(ADA, DUEL)
        await house.settle()
        assert (
            two.services.joining.find_invited(
                one.services.tables.whole(table).secrets.invitation, BEA
            )
            == table
        )


async def test_a_table_that_is_set_aside_is_so_at_each_process(path: Path) -> None:
    async with housing(path) as house:
        one, two = house.processes
        table = await begin(one.services, "duel")
        await house.settle()
        log = await one.store.read(f"table/{table}")
        await two.store.append(f"table/{table}", len(log), "bad", {"v": 2, "events": "nonsense"})
        await house.settle()
        for process in house.processes:
            assert [*process.services.tables.set_aside.list_of(ADA)] == [table]


# ---------------------------------------------------------------- many at once


async def test_of_two_actions_at_once_one_is_taken_and_nothing_crashes(path: Path) -> None:
    async with housing(path) as house:
        one, two = house.processes
        table = await begin(one.services)
        await house.settle()
        by, action = first_action(one.services.tables.whole(table))
        answers = await asyncio.gather(
            *[
                process.services.commands.do(table, by, commands.Act(action))
                for process in (one, two)
            ],
            return_exceptions=True,
        )
        assert sum(isinstance(answer, TableFacts) for answer in answers) == 1
        assert sum(isinstance(answer, Refused) for answer in answers) == 1
        await house.settle()
        assert one.services.tables[table] == two.services.tables[table]


async def test_who_asks_for_the_next_game_at_different_processes_meets_at_one_table(
    path: Path,
) -> None:
    async with housing(path) as house:
        one, two = house.processes
        table = await begin(one.services, "duel")
        await house.settle()
        await one.services.commands.do(table, ADA, commands.Resign())
        await house.settle()
        found = await asyncio.gather(
            one.services.joining.join_next(table, ADA), two.services.joining.join_next(table, BEA)
        )
        await house.settle()
        assert found[0] == found[1]
        for process in house.processes:
            assert [*process.services.tables] == [found[0]]
            assert {*process.services.tables[found[0]].people} == {ADA, BEA}
        await one.services.commands.do(found[0], ADA, commands.Stand())
        await two.services.commands.do(found[0], BEA, commands.Stand())
        await house.settle()
        again = await two.services.joining.join_next(table, BEA)
        assert again != found[0], "the first one was closed"


async def test_who_opens_a_table_knows_what_others_did_there_meanwhile(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with housing(path) as house:
        one, two = house.processes
        register_open = one.services.tables.note_open

        async def others_are_quicker(table: str) -> None:
            await project_table(two.store, table).append(
                lambda state: encode(
                    decide(state, commands.Sit(1), Caller(BEA, two.services.now()))
                )
            )
            await house.rows.settle()
            await register_open(table)

        monkeypatch.setattr(one.services.tables, "note_open", others_are_quicker)
        table = await one.services.joining.open_table(ADA, DUEL)
        await house.settle()
        for process in house.processes:
            assert process.services.tables[table].people == (ADA, BEA)


# ---------------------------------------------------------------- what is due


async def owner_of(house: House, table: str) -> Process:
    """Return the process that owns a table; it is one only."""
    (found,) = [process for process in house.processes if process.owns(table)]
    return found


async def test_the_owner_of_a_table_alone_has_its_timer_and_its_heir_gets_it(path: Path) -> None:
    async with housing(path, 3, settings=Limits(tables_by_player=9)) as house:
        tables = [
            await begin(house.processes[number % 3].services, "duel", clock=(60, 0))
            for number in range(6)
        ]
        await house.settle()

        def timers() -> dict[str, list[Process]]:
            return {
                table: [
                    process for process in house.processes if table in process.services.tasks.timers
                ]
                for table in tables
            }

        assert timers() == {table: [await owner_of(house, table)] for table in tables}
        await house.processes[0].die()
        await house.settle()
        assert timers() == {table: [await owner_of(house, table)] for table in tables}
        await house.open_process()
        await house.settle()
        assert timers() == {table: [await owner_of(house, table)] for table in tables}


async def test_a_player_whose_time_is_over_has_lost_although_their_owner_died(path: Path) -> None:
    async with housing(path) as house:
        table = await begin(house.processes[0].services, "duel", clock=(60, 0))
        await house.settle()
        await (await owner_of(house, table)).die()
        await house.settle()
        house.time.seconds += 61
        (left,) = house.processes
        await left.services.automation.do_due(table)
        await house.settle()
        assert left.services.tables.results.finished[-1].table == table


async def test_a_process_that_joins_an_open_house_stops_no_clock(path: Path) -> None:
    async with housing(path, return_seconds=120) as house:
        one, two = house.processes
        house.time.seconds += 300
        table = await begin(one.services, "duel", clock=(60, 0))
        await house.settle()
        house.time.seconds += 20
        before = await one.store.read(f"table/{table}")
        late = await house.open_process(return_seconds=120)
        await late.services.tables.read(table)
        for process in house.processes:
            assert not clocks_stand_at(process.services, table)
            assert min(enter_table(process.services, table, ADA).times) == 40_000
        two.services.presence.arrive(ADA, stay)
        two.services.presence.arrive(BEA, stay)
        await house.settle()
        assert await one.store.read(f"table/{table}") == before


async def test_after_a_restart_of_all_the_clocks_stand_until_who_must_act_is_at_any_process(
    path: Path,
) -> None:
    async with housing(path) as house:
        table = await begin(house.processes[0].services, "duel", clock=(60, 0))
    house = House(path)
    house.time.seconds += 3600
    one = await house.open_process(return_seconds=120)
    two = await house.open_process(return_seconds=120)
    for process in (one, two):
        await process.services.tables.read(table)
        assert clocks_stand_at(process.services, table)
    state = one.services.tables[table]
    assert state.to_act is not None
    house.time.seconds += 30
    two.services.presence.arrive(state.seats[state.to_act], stay)
    await house.settle()
    for process in (one, two):
        assert not clocks_stand_at(process.services, table)
        assert min(enter_table(process.services, table, ADA).times) == 60_000
    assert [one.body for one in await one.store.read(f"table/{table}")].count(
        (await one.store.read(f"table/{table}"))[-1].body
    ) == 1
    await house.close()


async def test_bots_play_at_the_owner_wherever_the_people_are(path: Path) -> None:
    async with housing(path) as house:
        one, two = house.processes
        for process in (one, two):  # at each of them, whoever owns the table
            table = await process.services.joining.open_table(ADA, commands.Open("regicide", 2, {}))
            await process.services.commands.do(table, ADA, commands.SeatBot(1, "page"))
            await process.services.commands.do(table, ADA, commands.StartGame())
            process.services.presence.arrive(ADA, stay)
            await house.settle()
            tables = process.services.tables
            while tables.find(table).playing and tables[table].acting_bot is None:
                by, action = first_action(tables.whole(table))
                await process.services.commands.do(table, by, commands.Act(action))
            moves = game.moves if (game := tables.whole(table).game) else 0

            def has_acted(table: str = table, moves: int = moves) -> bool:
                found = one.services.tables.whole(table).game
                return table not in one.services.tables or (
                    found is not None and found.moves > moves
                )

            await until(house, has_acted)
            await house.settle()


async def test_who_is_away_is_notified_once_of_their_turn(path: Path) -> None:
    told: list[Notification] = []
    async with housing(path, notify=told.append) as house:
        one, two = house.processes
        table = await one.services.joining.open_table(ADA, commands.Open("duel", 2, {}, days=2))
        await house.settle()
        await two.services.commands.do(table, BEA, commands.Sit(1))
        await two.services.commands.do(table, BEA, commands.BeReady(True))
        await house.settle()
        await one.services.commands.do(table, ADA, commands.StartGame())
        await house.settle()
        told.clear()
        by, action = first_action(one.services.tables.whole(table))
        other = ADA if by == BEA else BEA
        two.services.presence.arrive(by, stay)
        await house.settle()
        while not one.services.tables[table].waits_for(other):
            by, action = first_action(one.services.tables.whole(table))
            await two.services.commands.do(table, by, commands.Act(action))
            await house.settle()
        await one.services.commands.do(table, other, commands.Say("hello"))
        await house.settle()
        assert [(one.what, one.name) for one in told] == [("turn", other)]


async def test_waiting_tables_are_closed_once_by_their_owners(path: Path) -> None:
    async with housing(path) as house:
        one, _ = house.processes
        tables = [await one.services.joining.open_table(name, DUEL) for name in (ADA, BEA, CYD)]
        await house.settle()
        house.time.seconds += 24 * 3600
        for process in house.processes:
            await process.services.automation.run()
        await house.settle()
        for process in house.processes:
            assert not process.services.tables
        for table in tables:
            assert await closings(one, table) == 1


async def test_no_table_is_closed_whose_people_were_at_another_process_a_moment_ago(
    path: Path,
) -> None:
    async with housing(path) as house:
        one, two = house.processes
        table = await one.services.joining.open_table(ADA, DUEL)
        one.services.presence.arrive(ADA, stay)
        await house.settle()
        house.time.seconds += 48 * 3600
        one.services.presence.leave(ADA, stay)
        await house.settle()
        late = await house.open_process()
        for process in (one, two, late):
            await process.services.automation.run()
        await house.settle()
        assert table in late.services.tables


async def test_the_snapshot_of_a_table_is_stored_by_its_owner(path: Path) -> None:
    async with housing(path) as house:
        tables = [await begin(house.processes[0].services, "duel") for _ in range(5)]
        await house.settle()
        for process in house.processes:
            mine = [table for table in tables if process.owns(table)]
            assert {*process.services.tables.games.changed} == {*mine}
            await process.services.tables.games.keep_snapshots(10)
        assert len(await house.processes[0].store.snapshots()) == len(tables)


# ---------------------------------------------------------------- news


async def test_who_listens_at_another_process_is_told(path: Path) -> None:
    async with housing(path) as house:
        one, two = house.processes
        table = await begin(one.services)
        await house.settle()
        told: list[int] = []
        end = news_of(two.services).house.add(lambda: told.append(1), table, name=BEA)
        by, action = first_action(one.services.tables.whole(table))
        await one.services.commands.do(table, by, commands.Act(action))
        await until(house, lambda: bool(told))
        end()
