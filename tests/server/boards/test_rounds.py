"""Rounds of tournaments: for whom they wait, who withdraws, and who does not come."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regicide_tui.server.model.boards.book import BoardEntry, Book
from regicide_tui.server.model.boards.tournament import MINUTE, Round, Tournament
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.services.services import Services
from tests.server.boards.players import NOW, Clock, begin_board, come, play, state_of, until
from tests.server.gatherings import ADA, BEA
from tests.server.visitors import visiting

CYD, DAN = "cyd", "dan"
START = int(NOW * 1000)
FRIDAY = Tournament("f", "Friday", ADA, 2, 3, START + 60 * MINUTE, 20)


async def opened(
    services: Services, *names: str, players: int = 2, title: str = "Friday"
) -> Tournament:
    """Open a tournament of three rounds that begins in ten minutes, with these people."""
    found = await services.tournaments.open(
        Tournament("", title, ADA, players, 3, services.now() + 10 * MINUTE, 10)
    )
    for name in names:
        await services.tournaments.join(found.id, name)
    return found


async def begins(services: Services, clock: Clock, found: Tournament, number: int = 1) -> None:
    """Let a round begin."""
    clock.now = found.starts_of(number) / 1000
    await services.tournaments.call()


# ---------------------------------------------------------------- without a server


@given(st.integers(-200, 200))
def test_the_next_change_is_the_begin_of_a_round_or_the_end(minute: int) -> None:
    book = Book()
    book.apply(BoardEntry(opened=FRIDAY), START)
    now = START + minute * MINUTE
    at = book.next_change(now)
    if at is None:
        assert FRIDAY.is_over(now)
    else:
        assert at > now
        assert FRIDAY.round_at(at) == FRIDAY.round_at(now) + 1 or FRIDAY.is_over(at)
        assert FRIDAY.round_at(at - 1) == FRIDAY.round_at(now)


def test_nobody_waits_for_a_tournament_before_and_after_its_time() -> None:
    book = Book()
    book.apply(BoardEntry(opened=FRIDAY, joined=(FRIDAY.id, ADA)), START)
    for now in (START, FRIDAY.starts - 1, FRIDAY.ends):
        assert book.rounds_waiting(ADA, (), now) == []
    assert book.rounds_waiting(ADA, (), FRIDAY.starts) == [Round(FRIDAY, 1)]
    assert book.rounds_waiting(ADA, (), FRIDAY.ends - 1) == [Round(FRIDAY, 3)]
    assert book.rounds_waiting(BEA, (), FRIDAY.starts) == []
    assert book.rounds_waiting(ADA, [FRIDAY.series_of(1).name], FRIDAY.starts) == []


# ---------------------------------------------------------------- who does not come


async def test_who_withdraws_is_called_no_more(services: Services, clock: Clock) -> None:
    found = await opened(services, ADA, BEA)
    async with visiting(services, BEA) as [bea]:
        await bea.press("z", "end", "up", "enter")
        await bea.sees("Withdraw")
        await bea.press("end", "up", "enter")
        await bea.sees("Take part", "Players: ada")
        await bea.press("escape", "escape")
        await bea.sees("Welcome,")
        await begins(services, clock, found)
        await bea.app.work.idle()
        assert "It is time" not in bea.window.written
        assert "Play round" not in bea.window.text


async def test_who_withdraws_frees_the_seat_at_which_others_wait(
    services: Services, clock: Clock
) -> None:
    found = await opened(services, ADA, BEA, CYD, players=3)
    await come(services, ADA, BEA, CYD)
    await begins(services, clock, found)
    table = await services.joining.take_seat(found.series_of(1), ADA)
    assert await services.joining.take_seat(found.series_of(1), BEA) == table
    await services.joining.withdraw(found, ADA)
    assert state_of(services, table).people == (BEA,)
    assert state_of(services, table).host == BEA
    assert await services.joining.take_seat(found.series_of(1), CYD) == table
    with pytest.raises(Refused, match="don't take part"):
        await services.joining.take_seat(found.series_of(1), ADA)


async def test_a_game_goes_on_whose_player_has_withdrawn(services: Services, clock: Clock) -> None:
    found = await opened(services, ADA, BEA)
    await come(services, ADA, BEA)
    await begins(services, clock, found)
    table = await begin_board(services, found.series_of(1), ADA, BEA)
    await services.joining.withdraw(found, BEA)
    await play(services, table)
    (result,) = services.boards.book.results
    assert (result.people, result.counts) == ((ADA, BEA), True)


async def test_who_does_not_come_stops_nobody(services: Services, clock: Clock) -> None:
    found = await opened(services, ADA, BEA, CYD)
    await come(services, BEA, CYD)
    await begins(services, clock, found)
    table = await services.joining.take_seat(found.series_of(1), BEA)
    assert await services.joining.take_seat(found.series_of(1), CYD) == table
    await services.commands.do(table, CYD, commands.BeReady(True))
    await services.commands.do(table, BEA, commands.StartGame())
    assert state_of(services, table).playing


async def test_a_host_who_does_not_start_stops_nobody(services: Services, clock: Clock) -> None:
    found = await opened(services, ADA, BEA, CYD)
    await come(services, ADA, BEA, CYD)
    await begins(services, clock, found)
    first = await services.joining.take_seat(found.series_of(1), ADA)
    assert await services.joining.take_seat(found.series_of(1), BEA) == first
    await services.commands.do(first, BEA, commands.Stand())
    second = await services.joining.take_seat(found.series_of(1), BEA)
    assert second != first
    await services.commands.do(first, ADA, commands.Stand())
    assert await services.joining.take_seat(found.series_of(1), CYD) == second


async def test_two_who_wait_alone_meet_when_one_looks_again(
    services: Services, clock: Clock
) -> None:
    found = await opened(services, ADA, BEA)
    gone: list[str] = []
    services.presence.arrive(ADA, gone.append)
    await come(services, BEA)
    await begins(services, clock, found)
    first = await services.joining.take_seat(found.series_of(1), ADA)
    services.presence.leave(ADA, gone.append)
    second = await services.joining.take_seat(found.series_of(1), BEA)
    assert second != first
    await come(services, ADA)
    assert await services.joining.take_seat(found.series_of(1), ADA) == second
    assert state_of(services, second).people == (BEA, ADA)


async def test_only_who_takes_part_sits_down_in_a_round(services: Services, clock: Clock) -> None:
    found = await opened(services, ADA, BEA)
    await come(services, ADA, CYD)
    await begins(services, clock, found)
    table = await services.joining.take_seat(found.series_of(1), ADA)
    with pytest.raises(Refused, match="don't take part"):
        await services.commands.do(table, CYD, commands.Sit(1))
    assert not services.boards.book.deals


async def test_a_table_that_still_waits_at_the_end_of_its_round_is_closed(
    services: Services, clock: Clock
) -> None:
    found = await opened(services, ADA, BEA, CYD)
    async with visiting(services, ADA) as [ada]:
        await begins(services, clock, found)
        await ada.sees("Play round 1")
        await ada.press("R")
        await ada.sees("Waiting for somebody to sit down.")
        (table,) = services.tables
        await begins(services, clock, found, 2)
        await ada.sees("The table is closed. Round 1 is over.", "Play round 2")
        await until(lambda: table not in services.tables)
        await ada.press("R")
        await ada.sees("round 2 of a tournament")
