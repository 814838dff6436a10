"""The end of a game in the server: each way to end is told, in the list and by the replay, too."""

import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from regicide_tui.server.model.table import commands
from regicide_tui.server.services.services import Services, make_services
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.tui.games.king_of_the_dead import pages
from regicide_tui.tui.games.king_of_the_dead.pages import KingReport
from tests.server.gatherings import ADA, BEA, begin, legal_actions
from tests.server.visitors import Person, visiting
from tests.server.waiting import until

CYD = "cyd"
RIVALS = ("duel", "king_of_the_dead")
GAMES = ("regicide", *RIVALS)

End = Callable[["Ended"], Awaitable[object]]


class Ended:
    """A server with a table whose game is to end."""

    def __init__(self, services: Services, table: str) -> None:
        self.services = services
        self.table = table
        self.seconds_passed = 0.0

    async def do(self, by: str, command: commands.Command) -> None:
        await self.services.commands.do(self.table, by, command)


@asynccontextmanager
async def a_game(path: Path, game: str) -> AsyncIterator[Ended]:
    """Open a server in which ada and bea play, against each other by the clock."""
    store = SqliteStore(path)
    ended: list[Ended] = []
    services = make_services(
        store,
        pause=0,
        return_seconds=0,
        clock=lambda: 1e6 + (ended[0].seconds_passed if ended else 0),
    )
    await services.open()
    ended.append(
        Ended(services, await begin(services, game, clock=(60, 0) if game in RIVALS else None))
    )
    yield ended[0]
    await services.close()
    await store.close()


async def by_the_rules(one: Ended) -> None:
    """Play any actions until the game is over."""
    luck = random.Random(7)
    while one.services.tables.find(one.table).playing:
        by, legal = legal_actions(one.services.tables.whole(one.table))
        await one.do(by, commands.Act(luck.choice(legal)))


async def by_resignation(one: Ended) -> None:
    await one.do(ADA, commands.Resign())


async def by_agreed_draw(one: Ended) -> None:
    await one.do(ADA, commands.Draw())
    await one.do(BEA, commands.Draw())


async def by_the_clock(one: Ended) -> None:
    one.seconds_passed = 61
    await one.do(ADA, commands.CallTime())


async def without_a_winner(one: Ended) -> None:
    """End it, as who is there can while the other player is away."""
    await one.do(ADA, commands.Ask(commands.END))


TOLD = [
    *[(game, by_the_rules, "lost" if game == "regicide" else "win", "ada") for game in GAMES],
    *[(game, by_resignation, "ada resigned. bea wins.", "won by bea") for game in RIVALS],
    # All rivals end by the same commands.
    ("duel", by_agreed_draw, "The game is a draw.", "a draw"),
    ("king_of_the_dead", by_the_clock, "Time ran out for", "won by"),
    *[(game, without_a_winner, "ended without a winner", "ended without") for game in GAMES],
]


async def _read_the_list_and_the_replay(person: Person, listed: str) -> None:
    await person.press("m")
    await person.sees("Welcome")
    await person.press("g")
    await person.sees("FINISHED GAMES", listed)
    await person.press("enter")
    await person.sees("seed")
    await person.press("G")
    await person.press("T")
    await person.sees("TRANSCRIPT")


@pytest.mark.processes
@pytest.mark.parametrize(("game", "end", "told", "listed"), TOLD)
async def test_the_players_and_who_watches_read_how_it_ended(
    path: Path, monkeypatch: pytest.MonkeyPatch, game: str, end: End, told: str, listed: str
) -> None:
    monkeypatch.setattr("secrets.token_hex", "5eed".ljust)  # a deal that somebody wins
    async with (
        a_game(path, game) as one,
        visiting(one.services, ADA, CYD, size=(100, 36)) as [ada, cyd],
    ):
        await cyd.goes_to("Watch")
        await cyd.sees("turn 1")
        await end(one)
        await until(lambda: bool(one.services.tables.results.finished))
        await ada.sees(told.replace("ada resigned", "You resigned"))
        await cyd.sees(told)
        for person in (ada, cyd):
            await _read_the_list_and_the_replay(person, listed)


@pytest.mark.parametrize("broken", ["report", "picture", "lines"])
async def test_a_report_that_fails_takes_no_app_away(
    path: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise ValueError("a card")

    if broken == "report":
        monkeypatch.setattr(pages, "PAGES", replace(pages.PAGES, report=fails))
    elif broken == "picture":
        monkeypatch.setattr(KingReport, "picture", fails)
    else:
        monkeypatch.setattr("regicide_tui.tui.pages.result.report_rows", fails)
    told: list[BaseException] = []
    async with a_game(path, "king_of_the_dead") as one:
        monkeypatch.setattr(one.services.tasks, "report", lambda error, **_: told.append(error))
        async with visiting(one.services, ADA) as [ada]:
            await by_resignation(one)
            words = "You resigned" if broken == "picture" else "can't be shown"
            await ada.sees(words, "Another game")
            assert [str(error) for error in told] == ["a card"]
