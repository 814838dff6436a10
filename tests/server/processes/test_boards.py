"""Boards and pars of a server of several processes: each is dealt and computed once."""

import asyncio
from pathlib import Path

import pytest

from regicide_tui.server.model.boards.par import GAMES
from regicide_tui.server.model.boards.series import house_series
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.model.table.facts import TableFacts
from regicide_tui.simulate.pars.messages import ParAnswer, ParQuestion
from tests.server.boards.players import QuickPlayer, begin_board
from tests.server.gatherings import ADA, BEA, begin, must_read_table, read_table
from tests.server.processes.houses import House, housing, until

ALONE, HOUSE = house_series(1), house_series(2)
CYD = "cyd"


async def _open_alone(house: House) -> str:
    """Open a table of ada at which she plays a board alone."""
    asked = commands.Open("regicide", 1, {}, series=ALONE.name)
    table = await house.processes[0].services.joining.open_table(ADA, asked)
    await house.settle()
    return table


@pytest.mark.parametrize("_", range(5))
async def test_a_game_that_is_started_at_two_processes_begins_once_and_keeps_its_board(
    path: Path, _: int
) -> None:
    async with housing(path, 3) as house:
        table = await _open_alone(house)
        found = await asyncio.gather(
            *[
                process.services.commands.do(table, ADA, commands.StartGame())
                for process in house.processes
            ],
            return_exceptions=True,
        )
        await house.settle()
        (state,) = [one for one in found if isinstance(one, TableFacts)]
        assert sum(isinstance(one, Refused) for one in found) == 2
        for process in house.processes:
            book = process.services.boards.book
            assert book.board_of(table) == state.board
            assert book.plays(state.board, ADA)
            assert len(book.deals) == 1


async def test_one_person_gets_different_boards_at_two_processes_at_once(path: Path) -> None:
    async with housing(path) as house:
        tables = [await _open_alone(house) for _ in range(2)]
        states = await asyncio.gather(
            *[
                process.services.commands.do(table, ADA, commands.StartGame())
                for process, table in zip(house.processes, tables, strict=True)
            ]
        )
        assert states[0].board != states[1].board


async def test_who_watches_a_board_at_one_process_gets_it_at_none(path: Path) -> None:
    async with housing(path) as house:
        one, two = house.processes
        table = await begin_board(one.services, HOUSE, ADA, BEA)
        await house.settle()
        board = two.services.tables[table].board
        assert must_read_table(two.services, table, CYD)
        await read_table(two.services, table, CYD)
        await house.settle()
        assert not must_read_table(one.services, table, CYD)
        other = await begin_board(one.services, HOUSE, CYD, "dan")
        assert one.services.tables[other].board != board


async def test_the_result_of_a_board_is_noted_once(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with housing(path) as house:
        one, two = house.processes
        table = await begin_board(one.services, HOUSE, ADA, BEA)
        await house.settle()
        for process in house.processes:
            monkeypatch.setattr(process.services.tables, "owns", lambda _: True)
        await two.services.commands.do(table, ADA, commands.Ask(commands.END))
        await house.settle()
        assert len([*one.services.boards.book.results]) == 1
        entries = await one.store.read("boards")
        assert sum("over" in entry.body for entry in entries) == 1


async def test_each_game_of_a_par_is_played_once_by_one_process(
    path: Path,
) -> None:
    players = [QuickPlayer(), QuickPlayer()]
    house = House(path)
    for player in players:
        await house.open_process(par_player=player)
    table = await begin(house.processes[1].services)
    await house.processes[1].services.commands.do(table, ADA, commands.Ask(commands.END))

    def ready() -> bool:
        return all(
            len(process.services.boards.work.pars.found) == 1
            and all(par.is_ready for par in process.services.boards.work.pars.found.values())
            for process in house.processes
        )

    await until(house, ready)
    assert sorted(len(player.asked) for player in players) == [0, GAMES + 1]
    await house.close()


class HangingPlayer(QuickPlayer):
    """Plays one game, and never ends another one."""

    async def play(self, asked: ParQuestion) -> ParAnswer:
        """Return how the first game ends."""
        if self.asked:
            await asyncio.Event().wait()
        return await super().play(asked)


async def test_who_inherits_the_pars_goes_on_where_they_were(path: Path) -> None:
    house, quick = House(path), QuickPlayer()
    one, two = [await house.open_process(par_player=HangingPlayer()) for _ in range(2)]
    owner, heir = (one, two) if one.rows.owns("pars") else (two, one)
    pars = heir.services.boards.work
    pars.player = quick
    table = await begin(one.services)
    await one.services.commands.do(table, ADA, commands.Ask(commands.END))
    await until(house, lambda: len(pars.pars.found) == 1)
    await owner.die()
    await until(house, lambda: all(par.is_ready for par in pars.pars.found.values()))
    assert len(quick.asked) == GAMES
    await house.close()
