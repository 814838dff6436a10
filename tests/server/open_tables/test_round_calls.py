"""The calls to rounds of tournaments: who hears of a round, where, and when."""

from collections.abc import AsyncIterator

import pytest

from regicide_tui.server.base.limits import Limits
from regicide_tui.server.model.boards.tournament import Tournament
from regicide_tui.server.services.boards import Boards
from regicide_tui.server.services.services import Services, make_services
from regicide_tui.server.services.tournaments import Tournaments
from regicide_tui.server.storage.sqlite import SqliteStore
from tests.server.boards.players import Clock, QuickPlayer, begin_board, come, play, state_of
from tests.server.boards.test_rounds import CYD, begins, opened
from tests.server.gatherings import ADA, BEA, Reporting, begin
from tests.server.visitors import Person, visiting

CALL = "It is time for round 1 of Friday"


@pytest.fixture
def clock() -> Clock:
    """The clock of the server."""
    return Clock()


@pytest.fixture
async def services(store: SqliteStore, clock: Clock) -> AsyncIterator[Services]:
    """An open server."""
    services = make_services(
        store,
        pause=0,
        return_seconds=0,
        clock=clock,
        settings=Limits(tables_by_player=100),
        par_player=QuickPlayer(),
    )
    await services.open()
    yield services
    await services.close()


async def goes_to_the_lobby(person: Person) -> None:
    await person.press("m")
    await person.sees("Welcome,")


async def test_who_is_in_the_lobby_is_called_and_one_key_leads_to_the_round(
    services: Services, clock: Clock
) -> None:
    found = await opened(services, ADA, BEA)
    async with visiting(services, ADA, BEA, CYD) as [ada, bea, cyd]:
        await begins(services, clock, found)
        for person in (ada, bea):
            await person.sees(CALL, "Play round 1", "Friday")
            assert person.window.written.count("\a") == 1
            assert "\x1b]2;Regicide: round 1" in person.window.raw
        await ada.press("R")
        await ada.sees("Waiting for somebody to sit down.")
        await bea.press("R")
        await bea.sees("Are you ready?")
        assert "It is time" not in cyd.window.written
        assert "Play round" not in cyd.window.written
        await bea.press("m")
        await bea.sees("Welcome,")
        assert "Play round 1" not in bea.window.text
        await services.tournaments.call()
        await bea.app.work.idle()
        assert bea.window.written.count("It is time for round 1") == 1


async def test_who_still_plays_the_round_before_hears_of_the_next_one(
    services: Services, clock: Clock
) -> None:
    found = await opened(services, ADA, BEA)
    await begins(services, clock, found)
    table = await begin_board(services, found.series_of(1), ADA, BEA)
    async with visiting(services, ADA, BEA) as [ada, bea]:
        await begins(services, clock, found, 2)
        for person in (ada, bea):
            await person.sees("It is time for round 2 of Friday: R in the lobby.")
            await goes_to_the_lobby(person)
            await person.press("R")
            await person.sees("round 2 of a tournament")
        assert state_of(services, table).playing


async def test_who_plays_elsewhere_is_called_and_who_has_a_text_open_later(
    services: Services, clock: Clock
) -> None:
    found = await opened(services, ADA, BEA)
    await begin(services)
    async with visiting(services, ADA, BEA) as [ada, bea]:
        await bea.press("L")
        await bea.sees("LOG")
        await begins(services, clock, found)
        await ada.sees(CALL)
        await bea.until(lambda: "Regicide: round 1" in bea.window.raw)
        assert CALL not in bea.window.text
        await bea.press("escape")
        await bea.sees(CALL)


async def test_who_comes_in_the_middle_of_a_round_hears_of_it(
    services: Services, clock: Clock
) -> None:
    found = await opened(services, ADA, BEA)
    await begins(services, clock, found)
    async with visiting(services, ADA) as [ada]:
        await ada.sees(CALL, "Play round 1")


async def test_who_has_played_a_round_is_not_called_to_it_and_who_joins_knows(
    services: Services, clock: Clock
) -> None:
    found = await opened(services, ADA, players=1)
    await begins(services, clock, found)
    await come(services, ADA)
    await play(services, await begin_board(services, found.series_of(1), ADA))
    async with visiting(services, ADA, BEA) as [ada, bea]:
        await bea.press("z", "end", "up", "enter")
        await bea.sees("Take part")
        await bea.press("R")
        await bea.sees("Players: ada and bea", "Play round 1")
        await services.tournaments.call()
        for person in (ada, bea):
            await person.app.work.idle()
            assert "It is time" not in person.window.written


async def test_a_round_calls_by_itself_at_its_time(services: Services, clock: Clock) -> None:
    async with visiting(services, ADA) as [ada]:
        found = await services.tournaments.open(
            Tournament("", "Friday", ADA, 1, 1, services.now() + 50, 10)
        )
        await services.tournaments.join(found.id, ADA)
        await ada.app.work.idle()
        clock.now += 0.1
        await ada.sees(CALL, "Play round 1")


async def test_after_a_restart_a_round_calls_all_the_same(store: SqliteStore, clock: Clock) -> None:
    before = make_services(store, clock=clock)
    await before.open()
    found = await before.tournaments.open(
        Tournament("", "Friday", ADA, 1, 1, before.now() + 50, 10)
    )
    await before.tournaments.join(found.id, ADA)
    await before.close()
    services = make_services(store, clock=clock)
    await services.open()
    async with visiting(services, ADA) as [ada]:
        clock.now += 0.1
        await ada.sees(CALL)
    await services.close()


async def test_a_tournament_that_the_operator_has_cancelled_calls_nobody(
    services: Services, store: SqliteStore, clock: Clock
) -> None:
    found = await opened(services, ADA)
    async with visiting(services, ADA) as [ada]:
        common = Reporting(store, clock=lambda: services.now() / 1000)
        await Tournaments(common, Boards(common)).cancel(found.id)
        await begins(services, clock, found)
        await ada.app.work.idle()
        assert "It is time" not in ada.window.written
