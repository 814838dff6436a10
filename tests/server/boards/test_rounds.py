"""Rounds of tournaments: who is called, who withdraws, and who does not come."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regicide_tui.server.boards.boards import Boards
from regicide_tui.server.boards.book import BoardEntry, Book
from regicide_tui.server.boards.rounds import Round, next_change, rounds_waiting
from regicide_tui.server.boards.seating import take_seat, withdraw
from regicide_tui.server.boards.tournament import MINUTE, Tournament
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.server.tables import commands
from regicide_tui.server.tables.decide import Refused
from regicide_tui.server.tables.hub import Hub
from tests.server.boards.players import NOW, Clock, begin_board, come, play, state_of, until
from tests.server.gatherings import ADA, BEA, begin
from tests.server.visitors import Person, visiting

CYD, DAN = "cyd", "dan"
START = int(NOW * 1000)
FRIDAY = Tournament("f", "Friday", ADA, 2, 3, START + 60 * MINUTE, 20)
CALL = "It is time for round 1 of Friday"


async def opened(hub: Hub, *names: str, players: int = 2, title: str = "Friday") -> Tournament:
    """Open a tournament of three rounds that begins in ten minutes, with these people."""
    found = await hub.boards.open_tournament(
        Tournament("", title, ADA, players, 3, hub.now + 10 * MINUTE, 10)
    )
    for name in names:
        await hub.boards.join(found.id, name)
    return found


async def begins(hub: Hub, clock: Clock, found: Tournament, number: int = 1) -> None:
    """Let a round begin."""
    clock.now = found.starts_of(number) / 1000
    await hub.call_to_rounds()


# ---------------------------------------------------------------- without a server


@given(st.integers(-200, 200))
def test_the_next_change_is_the_begin_of_a_round_or_the_end(minute: int) -> None:
    book = Book()
    book.apply(BoardEntry(opened=FRIDAY), START)
    now = START + minute * MINUTE
    at = next_change(book, now)
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
        assert rounds_waiting(book, ADA, (), now) == []
    assert rounds_waiting(book, ADA, (), FRIDAY.starts) == [Round(FRIDAY, 1)]
    assert rounds_waiting(book, ADA, (), FRIDAY.ends - 1) == [Round(FRIDAY, 3)]
    assert rounds_waiting(book, BEA, (), FRIDAY.starts) == []
    assert rounds_waiting(book, ADA, [FRIDAY.series_of(1).name], FRIDAY.starts) == []


# ---------------------------------------------------------------- who is called


async def goes_to_the_lobby(person: Person) -> None:
    await person.press("m")
    await person.sees("Welcome,")


async def test_who_is_in_the_lobby_is_called_and_one_key_leads_to_the_round(
    hub: Hub, clock: Clock
) -> None:
    found = await opened(hub, ADA, BEA)
    async with visiting(hub, ADA, BEA, CYD) as [ada, bea, cyd]:
        await begins(hub, clock, found)
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
        await hub.call_to_rounds()
        await bea.app.work.idle()
        assert bea.window.written.count("It is time for round 1") == 1


async def test_who_still_plays_the_round_before_hears_of_the_next_one(
    hub: Hub, clock: Clock
) -> None:
    found = await opened(hub, ADA, BEA)
    await begins(hub, clock, found)
    table = await begin_board(hub, found.series_of(1), ADA, BEA)
    async with visiting(hub, ADA, BEA) as [ada, bea]:
        await begins(hub, clock, found, 2)
        for person in (ada, bea):
            await person.sees("It is time for round 2 of Friday: R in the lobby.")
            await goes_to_the_lobby(person)
            await person.press("R")
            await person.sees("round 2 of a tournament")
        assert state_of(hub, table).playing


async def test_who_plays_elsewhere_is_called_and_who_has_a_text_open_later(
    hub: Hub, clock: Clock
) -> None:
    found = await opened(hub, ADA, BEA)
    await begin(hub)
    async with visiting(hub, ADA, BEA) as [ada, bea]:
        await bea.press("L")
        await bea.sees("LOG")
        await begins(hub, clock, found)
        await ada.sees(CALL)
        await bea.until(lambda: "Regicide: round 1" in bea.window.raw)
        assert CALL not in bea.window.text
        await bea.press("escape")
        await bea.sees(CALL)


async def test_who_comes_in_the_middle_of_a_round_hears_of_it(hub: Hub, clock: Clock) -> None:
    found = await opened(hub, ADA, BEA)
    await begins(hub, clock, found)
    async with visiting(hub, ADA) as [ada]:
        await ada.sees(CALL, "Play round 1")


async def test_who_has_played_a_round_is_not_called_to_it_and_who_joins_knows(
    hub: Hub, clock: Clock
) -> None:
    found = await opened(hub, ADA, players=1)
    await begins(hub, clock, found)
    await come(hub, ADA)
    await play(hub, await begin_board(hub, found.series_of(1), ADA))
    async with visiting(hub, ADA, BEA) as [ada, bea]:
        await bea.press("z", "end", "up", "enter")
        await bea.sees("Take part")
        await bea.press("R")
        await bea.sees("Players: ada and bea", "Play round 1")
        await hub.call_to_rounds()
        for person in (ada, bea):
            await person.app.work.idle()
            assert "It is time" not in person.window.written


async def test_a_round_calls_by_itself_at_its_time(hub: Hub, clock: Clock) -> None:
    async with visiting(hub, ADA) as [ada]:
        found = await hub.boards.open_tournament(
            Tournament("", "Friday", ADA, 1, 1, hub.now + 50, 10)
        )
        await hub.boards.join(found.id, ADA)
        await ada.app.work.idle()
        clock.now += 0.1
        await ada.sees(CALL, "Play round 1")


async def test_after_a_restart_a_round_calls_all_the_same(store: SqliteStore, clock: Clock) -> None:
    before = Hub(store, clock=clock)
    await before.open()
    found = await before.boards.open_tournament(
        Tournament("", "Friday", ADA, 1, 1, before.now + 50, 10)
    )
    await before.boards.join(found.id, ADA)
    await before.close()
    hub = Hub(store, clock=clock)
    await hub.open()
    async with visiting(hub, ADA) as [ada]:
        clock.now += 0.1
        await ada.sees(CALL)
    await hub.close()


async def test_a_tournament_that_the_operator_has_cancelled_calls_nobody(
    hub: Hub, store: SqliteStore, clock: Clock
) -> None:
    found = await opened(hub, ADA)
    async with visiting(hub, ADA) as [ada]:
        other = Boards(store, lambda: hub.now, lambda *_: None)
        await other.open()
        await other.cancel(found.id)
        await begins(hub, clock, found)
        await ada.app.work.idle()
        assert "It is time" not in ada.window.written


# ---------------------------------------------------------------- who does not come


async def test_who_withdraws_is_called_no_more(hub: Hub, clock: Clock) -> None:
    found = await opened(hub, ADA, BEA)
    async with visiting(hub, BEA) as [bea]:
        await bea.press("z", "end", "up", "enter")
        await bea.sees("Withdraw")
        await bea.press("end", "up", "enter")
        await bea.sees("Take part", "Players: ada")
        await bea.press("escape", "escape")
        await bea.sees("Welcome,")
        await begins(hub, clock, found)
        await bea.app.work.idle()
        assert "It is time" not in bea.window.written
        assert "Play round" not in bea.window.text


async def test_who_withdraws_frees_the_seat_at_which_others_wait(hub: Hub, clock: Clock) -> None:
    found = await opened(hub, ADA, BEA, CYD, players=3)
    await come(hub, ADA, BEA, CYD)
    await begins(hub, clock, found)
    table = await take_seat(hub, found.series_of(1), ADA)
    assert await take_seat(hub, found.series_of(1), BEA) == table
    await withdraw(hub, found, ADA)
    assert state_of(hub, table).people == (BEA,)
    assert state_of(hub, table).host == BEA
    assert await take_seat(hub, found.series_of(1), CYD) == table
    with pytest.raises(Refused, match="don't take part"):
        await take_seat(hub, found.series_of(1), ADA)


async def test_a_game_goes_on_whose_player_has_withdrawn(hub: Hub, clock: Clock) -> None:
    found = await opened(hub, ADA, BEA)
    await come(hub, ADA, BEA)
    await begins(hub, clock, found)
    table = await begin_board(hub, found.series_of(1), ADA, BEA)
    await withdraw(hub, found, BEA)
    await play(hub, table)
    (result,) = hub.boards.book.results
    assert (result.people, result.counts) == ((ADA, BEA), True)


async def test_who_does_not_come_stops_nobody(hub: Hub, clock: Clock) -> None:
    found = await opened(hub, ADA, BEA, CYD)
    await come(hub, BEA, CYD)
    await begins(hub, clock, found)
    table = await take_seat(hub, found.series_of(1), BEA)
    assert await take_seat(hub, found.series_of(1), CYD) == table
    await hub.do(table, CYD, commands.BeReady(True))
    await hub.do(table, BEA, commands.StartGame())
    assert state_of(hub, table).playing


async def test_a_host_who_does_not_start_stops_nobody(hub: Hub, clock: Clock) -> None:
    found = await opened(hub, ADA, BEA, CYD)
    await come(hub, ADA, BEA, CYD)
    await begins(hub, clock, found)
    first = await take_seat(hub, found.series_of(1), ADA)
    assert await take_seat(hub, found.series_of(1), BEA) == first
    await hub.do(first, BEA, commands.Stand())
    second = await take_seat(hub, found.series_of(1), BEA)
    assert second != first
    await hub.do(first, ADA, commands.Stand())
    assert await take_seat(hub, found.series_of(1), CYD) == second


async def test_two_who_wait_alone_meet_when_one_looks_again(hub: Hub, clock: Clock) -> None:
    found = await opened(hub, ADA, BEA)
    gone: list[str] = []
    hub.arrive(ADA, gone.append)
    await come(hub, BEA)
    await begins(hub, clock, found)
    first = await take_seat(hub, found.series_of(1), ADA)
    hub.leave(ADA, gone.append)
    second = await take_seat(hub, found.series_of(1), BEA)
    assert second != first
    await come(hub, ADA)
    assert await take_seat(hub, found.series_of(1), ADA) == second
    assert state_of(hub, second).people == (BEA, ADA)


async def test_only_who_takes_part_sits_down_in_a_round(hub: Hub, clock: Clock) -> None:
    found = await opened(hub, ADA, BEA)
    await come(hub, ADA, CYD)
    await begins(hub, clock, found)
    table = await take_seat(hub, found.series_of(1), ADA)
    with pytest.raises(Refused, match="don't take part"):
        await hub.do(table, CYD, commands.Sit(1))
    assert not hub.boards.book.boards


async def test_a_table_that_still_waits_at_the_end_of_its_round_is_closed(
    hub: Hub, clock: Clock
) -> None:
    found = await opened(hub, ADA, BEA, CYD)
    async with visiting(hub, ADA) as [ada]:
        await begins(hub, clock, found)
        await ada.sees("Play round 1")
        await ada.press("R")
        await ada.sees("Waiting for somebody to sit down.")
        (table,) = hub.tables
        await begins(hub, clock, found, 2)
        await ada.sees("The table is closed. Round 1 is over.", "Play round 2")
        await until(lambda: table not in hub.tables)
        await ada.press("R")
        await ada.sees("round 2 of a tournament")
