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
from tests.server.gatherings import ADA, BEA, begin, legal_actions, seat_guest
from tests.server.review.finished import finish
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


async def test_at_the_table_of_a_game_without_a_winner_nobody_is_to_play(
    services: Services,
) -> None:
    table = await begin(services, "regicide")
    async with visiting(services, ADA, BEA) as [ada, bea]:
        await ada.sees("turn 1")
        await services.commands.do(table, ADA, commands.Ask(commands.END))
        asked = services.tables[table].question
        assert asked is not None
        await services.commands.do(table, BEA, commands.Ask(commands.END, answers=asked.at))
        for one in (ada, bea):
            await one.sees("The game was ended without a winner.")
            await one.press("v")
            await one.sees("The game is over.", "enter show the result")
            assert "to play" not in one.window.text
            await one.press("?")
            await one.sees("It is over. enter shows the result.")
            await one.press("?", "enter")
            await one.sees("Another game")
            await one.press("v")
            await one.sees("enter show the result")
            await one.press("escape")
            await one.sees("Another game")


async def test_whoever_reads_the_result_hears_who_waits_at_another_game(services: Services) -> None:
    table = await begin(services, "duel")
    async with visiting(services, ADA, BEA) as [ada, bea]:
        await services.commands.do(table, ADA, commands.Resign())
        await bea.sees("Another game")
        await bea.press("down", "down")
        await ada.press("a")
        await bea.sees("ada waits for you at another game: a goes there.")
        await bea.press("a")
        await bea.sees("Are you ready?")


def _leaves(_: str) -> None:
    """Leave the server when asked to."""


@pytest.mark.parametrize("game", GAMES)
async def test_who_watches_a_game_that_all_have_left_reads_that(
    services: Services, game: str
) -> None:
    guests = ("guest-1", "guest-2")
    for guest in guests:
        services.presence.arrive(guest, _leaves)
    table = await services.joining.open_table(guests[0], commands.Open(game, 2, {}))
    await seat_guest(services, table, guests[1], 1)
    await services.commands.do(table, guests[0], commands.StartGame())
    async with visiting(services, CYD, size=(100, 36)) as [cyd]:
        cyd.app.call_later(cyd.app.show_table, table)  # tables of guests are not listed
        await cyd.sees("turn 1")
        for guest in guests:
            services.presence.leave(guest, _leaves)
        await cyd.sees("ended without a winner")


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


async def test_whoever_played_alone_reads_nothing_of_others(services: Services) -> None:
    table = await services.joining.open_table(ADA, commands.Open("regicide", 1, {}))
    await services.commands.do(table, ADA, commands.StartGame())
    async with visiting(services, ADA) as [ada]:
        await finish(services, table)
        await ada.sees("Another game", "Look at the table")
        for words in ("Say something", "the same players"):
            assert words not in ada.window.text
        await ada.press("V")
        await ada.sees("Replay")
        for words in ("you lead", "follows"):
            assert words not in ada.window.text
