"""Bots at the tables of the server: they play while somebody is there to play with."""

from collections.abc import Mapping
from functools import partial

import pytest

from regicide_tui.cards import JESTER
from regicide_tui.games.base import Seat
from regicide_tui.games.regicide.state import Action, Choose, Play
from regicide_tui.server.model.table import commands
from regicide_tui.server.services.services import Services
from regicide_tui.thinking.bot_thread import FAILED, Fault
from regicide_tui.thinking.questions import Question, WishQuestion
from tests.loose import loose
from tests.server import waiting
from tests.server.gatherings import ADA, first_action

until = partial(waiting.until, seconds=60)
"""Waits long, since the first question begins a process."""


def leave(_: str) -> None:
    """Go, if the server says so."""


async def lose(_: object) -> None:
    """Fail, whatever a bot is asked."""
    raise Fault(FAILED)


async def with_bots(services: Services, *levels: str, game: str = "regicide") -> str:
    """Open a table for ada and such bots, and begin."""
    table = await services.joining.open_table(ADA, commands.Open(game, len(levels) + 1, {}))
    for seat, level in enumerate(levels, 1):
        await services.commands.do(table, ADA, commands.SeatBot(seat, level))
    await services.commands.do(table, ADA, commands.StartGame())
    return table


def turn_of(services: Services, table: str, name: str) -> bool:
    """Tell whether somebody must act, or the game is over."""
    facts = services.tables.find(table)
    return not facts.playing or facts.waits_for(name)


async def test_each_bot_has_a_name_that_nobody_else_can_have(services: Services) -> None:
    table = await with_bots(services, "page", "page")
    _, *bots = services.tables[table].seats
    assert len(set(bots)) == 2
    assert all(name.endswith(" (bot)") for name in bots)
    assert services.presence.absent(services.tables[table]) == (ADA,)


async def test_a_bot_that_loses_the_thread_is_helped_by_the_simplest(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services.thinking.process, "ask", lose)
    services.presence.arrive(ADA, leave)
    table = await with_bots(services, "page")
    if turn_of(services, table, ADA):
        await services.commands.do(
            table, ADA, commands.Act(first_action(services.tables.whole(table))[1])
        )
    await until(lambda: turn_of(services, table, ADA))


async def begin_with_a_jester(
    services: Services, monkeypatch: pytest.MonkeyPatch, seed: str
) -> str:
    """Begin a game of ada with two squires, dealt from a seed; return the table."""
    services.presence.arrive(ADA, leave)
    monkeypatch.setattr("secrets.token_hex", lambda _: seed)
    return await with_bots(services, "squire", "squire")


async def test_bots_say_if_they_would_like_to_go_next_when_a_person_chooses_r9(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await begin_with_a_jester(
        services, monkeypatch, "jester11"
    )  # ada begins, with a Jester
    await services.commands.do(table, ADA, commands.Act("*"))
    await until(lambda: set(services.tables[table].wishes) == {1, 2})
    await services.commands.do(table, ADA, commands.Act(">P1"))
    assert not services.tables[table].wishes


async def test_a_bot_that_chooses_has_heard_people_and_bots_r9(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[Mapping[Seat, bool]] = []

    async def ask(asked: Question | WishQuestion) -> Action | bool:
        if isinstance(asked, WishQuestion):
            await services.commands.do(table, ADA, commands.Wish(False))
            return True
        if loose(asked.observation.view).phase == "choose":
            heard.append(asked.observation.wishes)
            return Choose(0)
        return Play((JESTER,))

    monkeypatch.setattr(services.thinking.process, "ask", ask)
    table = await begin_with_a_jester(services, monkeypatch, "jester42")  # the last bot has one
    await until(lambda: turn_of(services, table, ADA))
    assert heard == [{0: False, 1: True}]


async def test_a_bot_that_fails_says_nothing_and_holds_nobody_up(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services.thinking.process, "ask", lose)
    table = await begin_with_a_jester(services, monkeypatch, "jester11")
    await services.commands.do(table, ADA, commands.Act("*"))
    await until(lambda: table not in services.bots.workers.running)
    assert not services.tables[table].wishes
    await services.commands.do(table, ADA, commands.Act(">P2"))
    await until(lambda: turn_of(services, table, ADA))
