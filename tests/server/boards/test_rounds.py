"""Rounds of tournaments: when they begin, and for whom they wait."""

from hypothesis import given
from hypothesis import strategies as st

from regicide_tui.server.model.boards.book import BoardEntry, Book
from regicide_tui.server.model.boards.tournament import MINUTE, Round, Tournament
from regicide_tui.server.services.boards import Boards
from regicide_tui.server.services.services import Services
from regicide_tui.server.services.tournaments import Tournaments
from regicide_tui.server.storage.sqlite import SqliteStore
from tests.server.boards.players import NOW, begin_board, come, play
from tests.server.gatherings import ADA, BEA, Reporting, api_of
from tests.server.visitors import visiting
from tests.server.waiting import Time, until

ANN = "ann-bot"
START = int(NOW * 1000)
FRIDAY = Tournament("f", "Friday", ADA, 2, 3, START + 60 * MINUTE, 20)


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


async def test_a_tournament_that_the_operator_has_cancelled_calls_nobody(
    services: Services, store: SqliteStore, clock: Time
) -> None:
    asked = Tournament("", "Friday", ADA, 2, 3, services.now() + 10 * MINUTE, 10)
    found = await services.tournaments.open(asked)
    await services.tournaments.join(found.id, ADA)
    async with visiting(services, ADA) as [ada]:
        common = Reporting(store, clock=lambda: services.now() / 1000)
        await Tournaments(common, Boards(common), services.limits).cancel(found.id)
        clock.now = found.starts / 1000
        await services.tournaments.call()
        await ada.app.work.idle()
        assert "It is time" not in ada.window.written


async def test_no_program_is_in_the_ranking_of_people(services: Services, clock: Time) -> None:
    await come(services, ADA, ANN)
    rounds = []
    for player in (ADA, ANN):
        asked = Tournament("", f"Cup of {player}", player, 1, 1, services.now() + MINUTE, 10)
        rounds.append(await services.tournaments.open(asked))
        await services.tournaments.join(rounds[-1].id, player)
    clock.now = rounds[-1].starts / 1000
    for player, one in zip((ADA, ANN), rounds, strict=True):
        await play(services, await begin_board(services, one.series_of(1), player))
    clock.now = rounds[-1].ends / 1000  # then nobody's deal is hidden any more
    results = services.boards.results_shown_to(ADA)
    await until(lambda: {one.board for one in results} <= {*services.boards.pars})
    assert {name for one in results for name in one.people} == {ADA, ANN}
    assert [one.name for one in api_of(services, ADA).deals.ranking()] == [ADA]
