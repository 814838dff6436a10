"""What two processes do at the same time, or with what the other one has left."""

import asyncio

import pytest

from regicide_tui.server.model.boards.par import GAMES
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.command import Caller, decide
from regicide_tui.server.model.table.record import project_table
from regicide_tui.server.services.nameless import GuestNames
from regicide_tui.simulate.pars.messages import ParAnswer, ParQuestion
from tests.server.boards.players import QuickPlayer
from tests.server.gatherings import ADA, BEA, begin
from tests.server.scenarios.setups import serving
from tests.server.waiting import until


@pytest.mark.slow
async def test_who_opens_a_table_knows_what_others_did_there_meanwhile(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(url) as server:
        one, two = server.processes
        register_open = one.services.tables.note_open

        async def others_are_quicker(table: str) -> None:
            await project_table(two.store, table).append(
                lambda state: decide(state, commands.Sit(1), Caller(BEA, two.services.now()))
            )
            await register_open(table)

        monkeypatch.setattr(one.services.tables, "note_open", others_are_quicker)
        table = await one.services.joining.open_table(ADA, commands.Open("duel", 2, {}))
        await server.settle()
        for process in server.processes:
            assert process.services.tables[table].people == (ADA, BEA)


async def test_each_game_of_a_par_is_played_once_by_one_process(url: str) -> None:
    async with serving(url, has_pars=True) as server:
        one, two = server.processes
        table = await begin(two.services)
        await two.services.commands.do(table, ADA, commands.Ask(commands.END))

        def are_ready() -> bool:
            pars = [process.services.boards.work.pars.found for process in (one, two)]
            return all(len(one) == 1 and all(par.is_ready for par in one.values()) for one in pars)

        await until(are_ready)
        assert one.player is not None
        assert two.player is not None
        assert sorted((len(one.player.asked), len(two.player.asked))) == [0, GAMES + 1]


class HangingPlayer(QuickPlayer):
    """Plays one game, and never ends another one."""

    async def play(self, asked: ParQuestion) -> ParAnswer:
        """Return how the first game ends."""
        if self.asked:
            await asyncio.Event().wait()
        return await super().play(asked)


async def test_who_inherits_the_pars_goes_on_where_they_were(url: str) -> None:
    async with serving(url) as server:
        one, two = server.processes
        owner, heir = (one, two) if one.rows.owns("pars") else (two, one)
        pars, quick = heir.services.boards.work, QuickPlayer()
        owner.services.boards.work.player, pars.player = HangingPlayer(), quick
        table = await begin(one.services)
        await one.services.commands.do(table, ADA, commands.Ask(commands.END))
        await until(lambda: len(pars.pars.found) == 1)
        server.processes.remove(owner)
        await owner.kill()
        await until(lambda: all(par.is_ready for par in pars.pars.found.values()))
        assert len(quick.asked) == GAMES


async def test_no_two_guests_have_one_name_at_different_processes(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(url) as server:
        one, two = [GuestNames(process.rows.visits) for process in server.processes]
        server.names |= {"guest-222222", "guest-333333"}
        letters = iter("222222222222333333222222")
        monkeypatch.setattr("secrets.choice", lambda _: next(letters))
        presence = server.processes[0].services.presence
        with one.take() as name:
            assert name == "guest-222222"
            presence.arrive(name, leave := lambda _: None)
            await server.settle()
            with two.take() as other:
                assert other == "guest-333333"
        presence.leave(name, leave)
        await server.settle()
        with two.take() as again:
            assert again == name
