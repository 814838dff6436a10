"""Rounds of tournaments: for whom they wait, who withdraws, and who does not come."""

from hypothesis import given
from hypothesis import strategies as st

from regicide_tui.server.model.boards.book import BoardEntry, Book
from regicide_tui.server.model.boards.tournament import MINUTE, Round, Tournament
from regicide_tui.server.services.services import Services
from tests.server.boards.players import NOW, Clock, until
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
