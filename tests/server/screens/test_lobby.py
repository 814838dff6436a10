"""The lobby: who is here, which tables there are, and the ways to them."""

import pytest
from msgspec.structs import replace

from regicide_tui.play.transcript import read_transcript
from regicide_tui.server.model.boards.results import Results
from regicide_tui.server.model.table import commands
from regicide_tui.server.services.services import Services
from tests.server.gatherings import ADA, BEA, begin, finished, first_action
from tests.server.visitors import visiting


async def test_of_many_finished_games_the_last_ones_are_listed(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = finished("t", "duel", (ADA, BEA), (ADA,), "", 0)
    many = [replace(one, winners=(f"number {number}",)) for number in range(2000)]
    monkeypatch.setattr(services.tables.register.value, "results", Results(many))
    async with visiting(services, "cyd") as [cyd]:
        await cyd.press("g")
        await cyd.sees("The last 300 of 2000 games.", "won by number 1999 ")
        await cyd.press("end")
        await cyd.sees("won by number 1700 ")


async def test_the_list_of_players_names_draws_and_fits_in_eighty_columns(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = finished("t", "duel", (ADA, BEA), (ADA,), "", 0)
    drawn = replace(one, winners=())
    other = finished("t", "regicide", ("cyd",), ("cyd",), "", 0)
    lost = finished("t", "king_of_the_dead", ("cyd", "dan"), ("dan",), "", 0)
    monkeypatch.setattr(
        services.tables.register.value,
        "results",
        Results([one, drawn, drawn, drawn, other, other, lost]),
    )
    async with visiting(services, "dan") as [dan]:
        await dan.press("S")
        await dan.sees(
            "Player  Wins  Regicide  Regicide Duel   King of the Dead",
            "1  cyd     2     2 of 2                    0 of 1 (1338?)",
            "2  ada     1               1 of 4 (1522?)",
            "3  You     1                               1 of 1 (1662?)",
            "4  bea     0               0 of 4 (1478?)",
        )
        await dan.sees("Regicide: 2 won of 2 games", "King of the Dead: 0 won of 1 game")
        await dan.press("down")
        await dan.sees("Regicide Duel: 1 won of 4 games, 3 draws")
        await dan.press("enter")
        await dan.sees("ADA", "Regicide Duel: 1 won of 4 games, 3 draws")


async def test_a_replayed_game_is_taken_home_whole_also_from_the_screen(services: Services) -> None:
    table = await begin(services, "duel")
    by, action = first_action(services.tables.whole(table))
    await services.commands.do(table, by, commands.Act(action))
    await services.commands.do(table, ADA, commands.Resign())
    async with visiting(services, "cyd", size=(60, 20)) as [cyd]:
        await cyd.press("g")
        await cyd.sees("won by bea")
        await cyd.press("enter")
        await cyd.sees("Replay 0/1")
        await cyd.press("?")
        await cyd.sees("T shows it as text", "close")
        assert "starts a new game from here" not in cyd.window.text
        await cyd.press("?", "T")
        await cyd.sees("TRANSCRIPT", action, "bea won: resigned")
        shown = cyd.window.text.split("\n")[2:18]
        history = read_transcript("\n".join(shown)).history
        assert history.written == (action,)
