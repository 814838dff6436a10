"""Duplicate deals on the screen: the day's, the house's, tournaments; and what stays hidden."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from regicide_tui.server.model.boards.series import day_series
from regicide_tui.server.model.boards.tournament import MINUTE, Tournament
from regicide_tui.server.services.services import Services
from tests.server.boards.players import (
    begin_board,
    come,
    play,
)
from tests.server.gatherings import ADA, BEA
from tests.server.operating import operate
from tests.server.visitors import news_of, visiting

CYD = "cyd"


LOBBY, DEALS = "Welcome,", "DUPLICATE DEALS"


@pytest.mark.slow
async def test_pages_that_are_closed_listen_no_more(services: Services) -> None:
    # Found by an attack: some listened twice, and stopped once.
    tournament = await opened(services)
    await come(services, CYD)
    await play(services, await begin_board(services, day_series(services.now(), 1), CYD))
    async with visiting(services, CYD) as [cyd]:
        await cyd.sees(LOBBY)
        before = len(news_of(services).house)
        for keys, word in (
            ("D", "DAILY DEAL"),
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
