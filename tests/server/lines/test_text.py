"""A server by lines of text: a whole game, and who types nothing."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from regicide_tui.server.lines.text import TextVisit
from tests.server.lines.typists import OVER, Typist, next_line, two_typing, typing
from tests.server.whole import open_house


async def play(one: Typist, rng: Random, most: int = 600) -> str:
    """Play by lines until the game is over; return the last answer."""
    news = one.news
    for _ in range(most):
        if OVER in news:
            return news
        if "You are to" not in news:
            news = await one.asks("", "")
        line = next_line(news, rng)
        news = await one.asks(line, ".")
    raise AssertionError(f"the game goes on: {news}")


async def test_a_solo_game_is_opened_started_and_played_to_its_end(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, typing(house.server, "ada") as ada:
        await ada.reads("Welcome, ada.", "The lobby")
        await ada.asks("open regicide 1", "Regicide for 1.", "1 You, host of the table")
        await ada.asks("start", "The game starts.", "You are to play.")
        await play(ada, Random(1))
        await ada.asks("leave", "The lobby")
        while "1 Regicide for 1" not in await ada.asks("games", "."):
            pass  # the result is being stored
        await ada.leaves()


async def test_who_types_nothing_for_long_is_asked_before_the_visit_ends(tmp_path: Path) -> None:
    async with open_house(tmp_path, idle=4.0) as house, typing(house.server, "ada") as ada:
        printed = await ada.rest()
    assert printed.rpartition("Are you still there?")[2].endswith("whenever you like.\n")
    assert "Are you still there?" in printed


async def test_a_server_that_closes_says_so_once_in_short_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("regicide_tui.server.ssh.visitors._TELL_AGAIN", 0.01)
    async with open_house(tmp_path) as house, typing(house.server, "ada") as ada:
        await ada.reads("The lobby")
        await house.server.drain(0.2, asyncio.Event())
        printed = await ada.leaves()
    assert printed.count("about to restart") == 1


@pytest.mark.slow
async def test_of_many_lines_at_once_others_are_answered_in_between(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_typing(tmp_path) as (_, ada, bea):
        taken, take = list[str](), TextVisit.take

        async def note(visit: TextVisit, line: str) -> None:
            if not taken:
                bea.type("rules")
            taken.append(visit.visitor.name)
            await take(visit, line)

        monkeypatch.setattr(TextVisit, "take", note)
        ada.type("\n".join(["find the"] * 200))
        await bea.reads("Type more to continue")
    assert taken.index("bea") < 100
