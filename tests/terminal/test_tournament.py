"""Four people, each with OpenSSH's client, in a tournament: two rounds at two tables."""

import asyncio
import re
import shutil
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import time
from typing import Any

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from regicide_tui.games.base import Json
from regicide_tui.server.model.boards.book import BoardEntry, Book
from regicide_tui.server.model.boards.par import GAMES, Pars, deal_key
from regicide_tui.server.model.boards.tournament import MINUTE, Tournament
from regicide_tui.server.storage.projection import LogProjection
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.server.storage.store import BadEntry
from regicide_tui.simulate.pars.messages import ALL_CARDS
from tests.terminal.terminal import Terminal
from tests.terminal.test_server import Come, Server, asks_to_end, come

__all__ = ["come"]

pytestmark = [
    pytest.mark.processes,
    pytest.mark.skipif(shutil.which("ssh") is None, reason="there is no ssh"),
]

LOBBY = "Welcome,"
NAMES = ("ada", "bea", "cyd", "dan")
SOON = 8.0
"""Seconds until a round begins that the test has moved: time for one person to join."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """An open server that computes no pars: the test writes them."""
    server = Server(tmp_path / "house")
    server.folder.mkdir()
    server.config.write_text("pars = false\n")
    server.open()
    yield server
    if server.process.poll() is None:
        server.kill()


def report(bad: BadEntry) -> None:
    """Fail: every entry can be read."""
    raise bad


async def note(log: LogProjection[Any], body: dict[str, Json]) -> None:
    """Append an entry to a log, as another process does."""
    await log.append(lambda _: body)


def move(server: Server, number: int) -> Tournament:
    """Let a round of the only tournament begin soon; return the tournament."""

    async def moved() -> Tournament:
        store = SqliteStore(server.folder / "house" / "house.db")
        log = Book.project(store, report)
        (found,) = (await log.catch_up()).tournaments.values()
        people = [*log.value.joined[found.id]]
        starts = int((time() + SOON) * 1000) - (number - 1) * found.minutes * MINUTE
        found = replace(found, starts=starts)
        entries = [BoardEntry(opened=found), *[BoardEntry(joined=(found.id, n)) for n in people]]
        for entry in entries:
            await note(log, to_builtins(entry))
        await store.close()
        return found

    return asyncio.run(moved())


def compute_pars(server: Server) -> None:
    """Write the pars of all boards: marshals win half of their games."""

    async def computed() -> None:
        store = SqliteStore(server.folder / "house" / "house.db")
        book, pars = await Book.project(store, report).catch_up(), Pars.project(store, report)
        for deal in book.deals.values():
            for number in (ALL_CARDS, *range(GAMES)):
                won = number % 2 == 0
                body: dict[str, Json] = {"deal": deal_key(deal), "number": number, "won": won}
                await note(pars, body)
        await store.close()

    asyncio.run(computed())


def goes_to_the_tournament(person: Terminal) -> None:
    """Go from the lobby to the tournament, the last line of its list before the way back."""
    person.press("z")
    person.shows("DUPLICATE DEALS", "Friday")
    person.press("end", "up", "enter")
    person.shows("FRIDAY", "Results")


def joins(person: Terminal) -> None:
    """Take part, and go back to the lobby."""
    goes_to_the_tournament(person)
    person.press("R")
    person.shows("Withdraw")
    person.press("escape", "escape")
    person.shows(LOBBY)


def plays_round(people: Sequence[Terminal], number: int) -> None:
    """Let four people go to the round by one key, and begin at two tables."""
    for host, other in (people[:2], people[2:]):
        for person, told in ((host, "Waiting for someone"), (other, "Are you ready?")):
            person.shows(f"Play round {number}")
            person.press("R")
            person.shows(told)
        other.press("R")
        host.shows("Everyone is ready.")
        host.press("G")
        for person in (host, other):
            person.shows("turn 1")


def ends_game(one: Terminal, other: Terminal) -> None:
    """Let both at a table agree to end their game: it is lost."""
    asks_to_end(one)
    other.shows("asks to end the game")

    def agrees() -> bool:  # once there was time to read the question
        other.press("Y")
        other.read(0.5)
        return "Compare with par" in other.page

    other.until(agrees)
    one.shows("Compare with par")


def withdraws_and_joins_again(person: Terminal) -> None:
    """Take part no more, and change one's mind."""
    goes_to_the_tournament(person)
    person.shows("Withdraw")
    person.press("end", "up", "enter")
    person.shows("Take part")
    person.press("R")
    person.shows("Withdraw")
    person.press("escape", "escape")
    person.shows(LOBBY)


def seeds(server: Server) -> list[str]:
    """Return the seeds of all boards, the oldest first."""

    async def read() -> list[str]:
        store = SqliteStore(server.folder / "house" / "house.db")
        book = await Book.project(store, report).catch_up()
        await store.close()
        return [deal.seed for deal in book.deals.values()]

    return asyncio.run(read())


def test_four_people_play_two_rounds_at_two_tables(server: Server, come: Come) -> None:
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    plan = ("--at", f"{tomorrow:%Y-%m-%d %H:%M}", "--players", "2", "--deals", "2")
    said = server.ask("tournament", "--open", "Friday", *plan, "--minutes", "5")
    found = re.search(r"The tournament ([0-9a-f]+) is open", said)
    assert found, said
    people = {name: come(name) for name in NAMES}
    ada, bea, cyd, dan = people.values()
    for person in people.values():
        person.shows(LOBBY)
    for person in (ada, bea, cyd):
        joins(person)
    move(server, 1)
    joins(dan)
    for person in people.values():
        person.shows('It is time for round 1 of "Friday"')
        assert b"\x1b]2;Regicide: round 1\x1b\\" in person.raw
    plays_round([*people.values()], 1)
    (seed,) = seeds(server)
    assert not any(seed.encode() in person.raw for person in people.values())
    ends_game(ada, bea)
    for person in (cyd, dan):
        person.settles()
        assert seed.encode() not in person.raw
    move(server, 2)
    dan.press("m")
    dan.shows(LOBBY)
    withdraws_and_joins_again(dan)
    for person in people.values():  # at the end of a game, in a game, and in the lobby
        person.shows('It is time for round 2 of "Friday"')
    for person in (ada, bea, cyd):
        person.press("m")
        person.shows(LOBBY)
    plays_round([*people.values()], 2)
    assert len({*seeds(server)}) == 2
    ends_game(ada, bea)
    ends_game(cyd, dan)
    compute_pars(server)
    page = server.ask("tournament", "--results", found[1])
    for name in NAMES:
        assert re.search(rf"\d[= ] {name}  +-\d+%  -\d+% to [+-]\d+% +0 of [12] ", page), page
    assert page.count("ROUND") == 2
    assert "ada and bea: lost" in page
    goes_home_with_the_page(people["ada"])


def goes_home_with_the_page(person: Terminal) -> None:
    """Read the results, and send them to the terminal's clipboard."""
    person.press("m")
    person.shows(LOBBY)
    goes_to_the_tournament(person)
    person.press("S")
    person.shows("RESULTS", "RANKING")
    person.press("c")
    person.until(lambda: b"\x1b]52;" in person.raw)
