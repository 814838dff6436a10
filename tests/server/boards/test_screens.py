"""Duplicate deals on the screen: the day's, the house's, tournaments; and what stays hidden."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from regicide_tui.server.model.boards.par import GAMES
from regicide_tui.server.model.boards.series import Series, day_series, house_series
from regicide_tui.server.model.boards.tournament import MINUTE, Round, Tournament
from regicide_tui.server.model.table import commands
from regicide_tui.server.screens.other_tables import tell_of_round
from regicide_tui.server.screens.visitor_app import say_on
from regicide_tui.server.services.services import Services
from tests.server.boards.players import (
    Clock,
    begin_board,
    come,
    noted,
    play,
    seed_of,
    state_of,
    until,
)
from tests.server.gatherings import ADA, BEA, begin, first_action
from tests.server.operating import operate
from tests.server.visitors import Person, news_of, visiting

CYD, DAN = "cyd", "dan"
HOUSE = house_series(2)
_DRAWN = {"J♣", "Q♦", "K♥"}
"""The cards in the picture beside a list."""
_CARD = re.compile(r"[2-9TJQKA][♣♦♥♠]")


async def is_at_table(person: Person) -> None:
    """Wait until somebody has a game on the screen."""
    await person.sees("turn 1")


LOBBY, DEALS = "Welcome,", "DUPLICATE DEALS"


async def go_back(person: Person, *words: str) -> None:
    """Go back, screen by screen: each shows these words."""
    for word in words:
        await person.press("escape")
        await person.sees(word)


async def test_the_deal_of_the_day_is_one_key_away_and_compared_afterwards(
    services: Services,
) -> None:
    async with visiting(services, ADA) as [ada]:
        await ada.sees("Deal of the day", "the same for everybody")
        await ada.press("D")
        await ada.sees("DEAL OF THE DAY 2026-11-23", "Play alone", "not played yet")
        await ada.press("1")
        await is_at_table(ada)
        assert "50%" not in ada.window.written
        (table,) = services.tables.listing.tables_of(ADA)
        board = state_of(services, table).board
        await until(lambda: board in services.boards.pars)
        await services.commands.do(table, ADA, commands.Ask(commands.END))
        await noted(services, table)
        await ada.sees("Compare with par")
        await ada.press("z")
        await ada.sees("THE DEAL OF 2026-11-23", "50% of 40 games", "50% with gold")
        await ada.sees("No other table has finished this deal yet.")
        await go_back(ada, "Compare with par")
        await ada.press("m")
        await ada.sees(LOBBY)
        await ada.press("D")
        await ada.sees("Compare: alone", "lost", "Play with 1 other")


async def test_nothing_of_the_comparison_is_told_before_ones_own_result(services: Services) -> None:
    day = day_series(services.now(), 1)
    await come(services, CYD)
    await play(services, await begin_board(services, day, CYD))
    async with visiting(services, ADA) as [ada]:
        await ada.press("D")
        await ada.sees("Play alone", "not played yet")
        await ada.press("1")
        await is_at_table(ada)
        await ada.press("m")
        await ada.sees(LOBBY)
        await ada.press("D")
        await ada.sees("Play alone", "go on")
        await go_back(ada, LOBBY)
        await ada.press("g")
        await ada.sees("a duplicate deal, cyd")
        await ada.press("enter")
        await ada.sees("Your own game of this deal goes on.")
        await go_back(ada, LOBBY)
        await ada.press("z")
        await ada.sees(DEALS)
        await ada.press("S")
        await ada.sees("There is nothing to compare yet.")
        for word in ("cyd lost", "lost, cyd", "won, cyd", "Compare:", "par of"):
            assert word not in ada.window.written
        (table,) = services.tables.listing.tables_of(ADA)
        await services.commands.do(table, ADA, commands.Ask(commands.END))
        await noted(services, table)
        await go_back(ada, DEALS, LOBBY)
        await ada.press("D")
        await ada.sees("Compare: alone")
        await ada.press("1")
        await ada.sees("0 of 2 tables here have won this deal.", "cyd")


@pytest.mark.parametrize(("series", "offered"), [(house_series(1), False), (None, True)])
async def test_no_key_takes_an_action_of_a_duplicate_deal_back(
    services: Services, series: Series | None, offered: bool
) -> None:
    await come(services, ADA)
    asked = commands.Open("regicide", 1, {}, series=series.name if series is not None else "")
    table = await services.joining.open_table(ADA, asked)
    await services.commands.do(table, ADA, commands.StartGame())
    await services.commands.do(
        table, ADA, commands.Act(first_action(services.tables.whole(table))[1])
    )
    async with visiting(services, ADA, size=(120, 40)) as [ada]:
        await ada.sees("K not seen")
        assert ("u undo" in ada.window.text) == offered
        await ada.press("?")
        await ada.sees("Leave the server.")
        assert ("take the last action back" in ada.window.text) == offered
        await ada.press("escape")
        await ada.sees("K not seen")
        await ada.press("u", "L")
        await ada.sees("LOG")
        game = services.tables.whole(table).game
        assert game is not None
        assert game.moves == (0 if offered else 1)


async def test_the_help_at_the_end_of_a_game_names_no_key_that_does_nothing(
    services: Services,
) -> None:
    table = await begin(services)
    async with visiting(services, ADA, size=(120, 40)) as [ada]:
        await play(services, table)
        await ada.sees("Compare with par")
        await ada.press("v")
        await ada.sees_no("Compare with par")
        await ada.press("?")
        await ada.sees("It is over.", "shows the result.")
        assert "takes back" not in ada.window.text


async def test_two_meet_at_a_duplicate_deal(services: Services) -> None:
    async with visiting(services, ADA, BEA) as [ada, bea]:
        await ada.press("z", "2")
        await ada.sees("Waiting for somebody to sit down.", "a duplicate deal")
        assert "Seat a bot" not in ada.window.text
        await bea.press("z")
        await bea.sees("Play with 1 other", "1 waiting")
        await bea.press("2")
        await bea.sees("Are you ready?")
        await bea.press("R")
        await ada.sees("All are ready.")
        await ada.press("G")
        await is_at_table(ada)
        await is_at_table(bea)


async def test_who_watches_a_deal_of_the_house_has_seen_it(services: Services) -> None:
    table = await begin_board(services, HOUSE, ADA, BEA)
    async with visiting(services, CYD) as [cyd]:
        await cyd.goes_to("Watch Regicide for 2")
        await cyd.sees("watching")
        assert services.boards.book.has_seen(state_of(services, table).board, CYD)


async def test_nobody_watches_a_deal_of_the_day_that_they_can_still_play(
    services: Services,
) -> None:
    table = await begin_board(services, day_series(services.now(), 2), ADA, BEA)
    async with visiting(services, CYD) as [cyd]:
        await cyd.goes_to("Watch Regicide for 2")
        await cyd.sees("You can still play this deal")
        assert not services.boards.book.has_seen(state_of(services, table).board, CYD)


async def test_somebody_at_a_waiting_table_sees_no_card_when_its_game_begins(
    services: Services,
) -> None:
    async with visiting(services, ADA, BEA, CYD) as [ada, bea, cyd]:
        await ada.press("D", "2")
        await cyd.goes_to("Join Regicide for 2", "the deal of 2026-11-23")
        await cyd.sees("Choose a free seat")
        await bea.press("D", "2")
        await bea.sees("Are you ready?")
        await bea.press("R")
        await ada.sees("All are ready.")
        await ada.press("G")
        await is_at_table(bea)
        await cyd.sees("You can still play this deal")
        assert {*_CARD.findall(cyd.window.written)} <= _DRAWN


async def test_no_seed_and_no_card_of_a_board_is_sent_to_who_has_not_finished_it(
    services: Services,
) -> None:
    table = await begin_board(services, HOUSE, ADA, BEA)
    seed, board = seed_of(services, table), state_of(services, table).board
    async with visiting(services, ADA, BEA, CYD, DAN) as [ada, bea, cyd, dan]:
        for person in (ada, bea):
            await person.sees("turn 1")
            assert seed not in person.window.raw
        await play(services, table)
        for person in (cyd, dan):
            await person.press("g")
            await person.sees("a duplicate deal, ada and bea")
            await person.press("enter")
            await person.sees("You can still play this deal")
            await go_back(person, LOBBY)
            await person.press("S")
            await person.sees("PLAYERS")
            await person.press("enter")
            await person.sees("Plays most with")
            await go_back(person, "PLAYERS", LOBBY)
            await person.press("z")
            await person.sees(DEALS)
            await person.press("S")
            await person.sees("There is nothing to compare")
            await go_back(person, DEALS, LOBBY)
            assert {*_CARD.findall(person.window.written)} <= _DRAWN
        other = await begin_board(services, HOUSE, CYD, DAN)
        assert seed_of(services, other) == seed
        await cyd.goes_to("1  Go on with Regicide")
        await cyd.sees("turn 1 ", "help")
        for person in (cyd, dan):
            assert seed not in person.window.raw
            assert board not in person.window.raw
        await ada.sees("Compare with par")
        await ada.press("T")
        await ada.sees(seed)


async def test_a_finished_game_of_any_deal_has_a_par(services: Services) -> None:
    table = await begin(services)
    async with visiting(services, ADA, BEA) as [ada, bea]:
        await play(services, table)
        await ada.sees("Compare with par")
        await ada.press("z")
        await ada.sees("THIS DEAL", f"of {GAMES} games", "A player who sees all cards wins it")
        assert "table" not in ada.window.text
        await bea.press("z")
        await bea.sees("THIS DEAL")


async def test_the_figures_of_a_player_are_behind_their_line(services: Services) -> None:
    table = await begin_board(services, HOUSE, ADA, BEA)
    board = state_of(services, table).board
    await play(services, table)
    await until(lambda: board in services.boards.pars)
    async with visiting(services, ADA) as [ada]:
        await ada.press("S")
        await ada.sees("PLAYERS", "bea")
        await ada.press("down", "enter")
        await ada.sees("BEA", "Regicide: 0 won of 1 game", "Plays most with:", "ada: 0 won")
        await ada.sees("Duplicate deals: 0 won of 1 (our marshals: 50%)", "against our marshals")


async def test_pages_that_are_closed_listen_no_more(services: Services) -> None:
    # Found by an attack: some listened twice, and stopped once.
    tournament = await opened(services)
    await come(services, CYD)
    await play(services, await begin_board(services, day_series(services.now(), 1), CYD))
    async with visiting(services, CYD) as [cyd]:
        await cyd.sees(LOBBY)
        before = len(news_of(services).house)
        for keys, word in (
            ("D", "DEAL OF THE DAY"),
            ("z", DEALS),
            (("z", "end", "up", "enter"), tournament.title.upper()),
            (("z", "n"), "OPEN A TOURNAMENT"),
            ("g", "FINISHED GAMES"),
            (("D", "1"), "THE DEAL OF"),
        ):
            await cyd.press(*keys)
            await cyd.sees(word)
            while LOBBY not in cyd.window.text:
                await cyd.press("escape")
            await cyd.app.work.idle()
            assert len(news_of(services).house) == before, word


async def test_of_tournaments_that_are_over_the_latest_are_listed(
    services: Services, clock: Clock
) -> None:
    for number in range(12):
        asked = Tournament("", f"Evening {number}", ADA, 1, 2, services.now(), 10)
        await services.tournaments.open(asked, by_operator=True)
        clock.now += 30 * 60
    async with visiting(services, BEA, size=(80, 40)) as [bea]:
        await bea.press("z")
        await bea.sees("Evening 11", "Evening 2")
        assert "Evening 1 " not in bea.window.text


# ---------------------------------------------------------------- tournaments


async def test_what_the_operator_opens_on_the_command_line_is_seen_without_a_key(
    services: Services, path: Path
) -> None:
    later = f"{datetime.now(UTC) + timedelta(days=1):%Y-%m-%d %H:%M}"
    async with visiting(services, BEA, size=(80, 40)) as [bea]:
        await bea.press("z")
        await bea.sees("DUPLICATE DEALS")
        await operate(path.parent, "tournament", "--open", "Winter", "--at", later)
        await bea.sees("Winter")


async def opened(services: Services, minutes_until: int = 10) -> Tournament:
    return await services.tournaments.open(
        Tournament("", "Friday", ADA, 1, 2, services.now() + minutes_until * MINUTE, 10)
    )


async def test_a_tournament_is_opened_and_joined_from_the_lobby(services: Services) -> None:
    async with visiting(services, ADA, BEA) as [ada, bea]:
        await ada.press("z", "n")
        await ada.sees("OPEN A TOURNAMENT", "Players at a table", "2026-11-23 02:")
        await ada.press("down", "enter", *["down"] * 4, "enter")
        await ada.sees("ADA'S TOURNAMENT", "Players: ada", "Round 1", "Cancel it")
        await bea.press("z")
        await bea.sees("ada's tournament")
        await bea.press("end", "up", "enter")
        await bea.sees("Take part")
        await bea.press("R")
        await bea.sees("Players: ada and bea")
        assert "Cancel it" not in bea.window.text


async def test_an_evening_of_boards_goes_by_its_schedule(services: Services, clock: Clock) -> None:
    found = await opened(services)
    for name in (ADA, BEA):
        await services.tournaments.join(found.id, name)
    async with visiting(services, ADA) as [ada]:
        await ada.press("z", "end", "up", "enter")
        await ada.sees("FRIDAY", "Results")
        assert "Play round" not in ada.window.text
        clock.now += 10 * 60
        await ada.press("down")
        await ada.sees("Play round 1", "not played yet")
        await ada.press("1")
        await is_at_table(ada)
        await play(services, services.tables.listing.tables_of(ADA)[0])
        await come(services, BEA)
        other = await begin_board(services, found.series_of(1), BEA)
        await ada.press("m")
        await ada.sees(LOBBY)
        await ada.press("z", "end", "up", "enter")
        await ada.sees("Play round 1", "played")
        await ada.press("S")
        await ada.sees("RANKING", "Friday")
        await ada.press("end")
        await ada.sees("ROUND 1", "ada: lost")
        assert "bea: lost" not in ada.window.text
        clock.now += 20 * 60
        await play(services, other)
        await go_back(ada, "Results")
        await ada.press("S")
        await ada.sees("RANKING")
        await ada.press("end")
        await ada.sees("ada: lost", "bea: lost")


async def test_a_tournament_that_is_cancelled_is_gone(services: Services) -> None:
    async with visiting(services, ADA) as [ada]:
        await opened(services)
        await ada.press("z", "end", "up", "enter")
        await ada.sees("FRIDAY")
        await ada.press("X")
        await ada.sees("DUPLICATE DEALS")
        await ada.sees_no("Friday")


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_a_tournament_of_many_fits_a_small_window(
    services: Services, size: tuple[int, int]
) -> None:
    found = await services.tournaments.open(
        Tournament("", "x" * 40, ADA, 1, 12, services.now() + MINUTE, 10)
    )
    for number in range(40):
        await services.tournaments.join(found.id, f"somebody-with-{number:02}")
    async with visiting(services, ADA, size=size) as [ada]:
        await ada.press("z", "end", "up", "enter")
        await ada.sees("Players: somebody-with-00", "others", "Round 1", "Take part", "Back")


async def test_a_title_is_shown_as_it_was_typed(services: Services, clock: Clock) -> None:
    title = "[b]{undo}[/] `a` *b* _c_ <d> 'e' #f"
    found = await services.tournaments.open(
        Tournament("", title, ADA, 1, 2, services.now() + MINUTE, 10)
    )
    await services.tournaments.join(found.id, BEA)
    async with visiting(services, BEA, size=(120, 40)) as [bea]:
        await bea.press("z")
        await bea.sees(title)
        await bea.press("?")
        await bea.sees("HELP", title)
        await bea.press("escape")
        await bea.sees(DEALS)
        await bea.press("end", "up", "enter")
        await bea.sees(title.upper())
        await bea.press("S")
        await bea.sees("RANKING", title)
        await go_back(bea, title.upper(), DEALS, LOBBY)
        clock.now = found.starts / 1000
        await services.tournaments.call()
        await bea.sees("Play round 1", title)
        table = await begin_board(services, HOUSE, ADA, BEA)
        bea.app.call_later(bea.app.show_table, table)
        await is_at_table(bea)
        say_on(bea.app.screen, tell_of_round(Round(found, 1)))
        await bea.sees(f"It is time for round 1 of {title}: R in the lobby.")


async def test_the_lists_fit_a_small_window(services: Services) -> None:
    async with visiting(services, ADA, size=(60, 20)) as [ada]:
        await ada.press("D")
        await ada.sees("DEAL OF THE DAY", "Play alone")
        await go_back(ada, LOBBY)
        await ada.press("z")
        await ada.sees(DEALS, "Ranking")
