"""A key does what stands on the screen, also if that is no longer so: then it does nothing."""

import re

import pytest

from regicide_tui.server.model.table import commands
from regicide_tui.server.screens.lists import ServerList
from regicide_tui.server.screens.table import RemoteTable
from regicide_tui.server.screens.waiting import WaitingScreen
from regicide_tui.server.services.services import Services
from tests.server.gatherings import ADA, BEA, begin, first_action
from tests.server.visitors import Person, has_read, visiting

DEAL = "abc1"


def moves_at(services: Services, table: str) -> int:
    """Return how many actions of the game at a table stand."""
    game = services.tables.whole(table).game
    assert game is not None
    return game.moves


async def _act_once(services: Services, table: str) -> None:
    by, action = first_action(services.tables.whole(table))
    await services.commands.do(table, by, commands.Act(action))


def _stand_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no list show what is new, as it is for a moment after it has shown something."""
    for kind in (ServerList, WaitingScreen, RemoteTable):
        monkeypatch.setattr(kind, "look_again", lambda _: None)


async def _reads_a_question(ada: Person, services: Services, table: str) -> None:
    await _act_once(services, table)
    await services.commands.do(table, BEA, commands.Ask(commands.UNDO))
    await ada.sees("bea asks to take the last action back.", "Y agree")
    await has_read(ada)


@pytest.mark.parametrize("key", ["Y", "r"])
async def test_one_answers_the_question_that_one_has_read(
    services: Services, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    async with visiting(services, ADA, BEA) as [ada, _]:
        table = await begin(services, "duel")
        ada.app.call_later(ada.app.show_table, table)
        await ada.sees("turn 1")
        await _reads_a_question(ada, services, table)
        _stand_still(monkeypatch)
        await services.commands.do(table, BEA, commands.Refuse())
        await services.commands.do(table, BEA, commands.Ask(commands.END))
        await ada.press(key)
        await ada.sees("That is not asked any more.")
        question = services.tables[table].question
        assert question is not None
        assert question.what == commands.END


async def _plays(services: Services, ada: Person, table: str) -> None:
    """Bring ada to a table at which an action was taken."""
    await _act_once(services, table)
    ada.app.call_later(ada.app.show_table, table)
    await ada.sees("turn 1", "play ")


async def test_who_asks_at_the_table_does_not_agree_to_what_is_asked_at_that_moment(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with visiting(services, ADA, BEA) as [ada, _]:
        table = await begin(services, "duel")
        await _plays(services, ada, table)
        monkeypatch.setattr(RemoteTable, "look_again", lambda _: None)
        await services.commands.do(table, BEA, commands.Ask(commands.UNDO))
        await ada.press("u")
        await ada.sees("This question is new")
        assert moves_at(services, table) == 1


async def test_who_asks_at_the_table_means_the_last_action_that_is_shown(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with visiting(services, ADA, BEA) as [ada, _]:
        table = await begin(services, "duel")
        await _plays(services, ada, table)
        monkeypatch.setattr(RemoteTable, "look_again", lambda _: None)
        await _act_once(services, table)
        await ada.press("u")
        await ada.sees("Another action was taken at that moment.")
        assert services.tables[table].question is None


async def test_the_key_at_the_table_agrees_to_what_was_read(services: Services) -> None:
    async with visiting(services, ADA, BEA) as [ada, _]:
        table = await begin(services, "duel")
        await _plays(services, ada, table)
        await services.commands.do(table, BEA, commands.Ask(commands.UNDO))
        await ada.sees("bea asks to take the last action back")
        await ada.press("u")
        assert moves_at(services, table) == 1
        await has_read(ada)
        await ada.press("u")
        await ada.sees("All have agreed: the last action is undone.")


async def test_a_question_that_something_said_covers_is_shown_before_the_key_agrees_to_it(
    services: Services,
) -> None:
    async with visiting(services, ADA, BEA) as [ada, _]:
        table = await begin(services, "duel")
        await _plays(services, ada, table)
        await services.commands.do(table, BEA, commands.Ask(commands.UNDO))
        await ada.sees("bea asks to take the last action back")
        await has_read(ada)
        await services.commands.do(table, BEA, commands.Say("hello"))
        await ada.sees("bea: Hello")
        await ada.press("u")
        await ada.sees("bea asks to take the last action back")
        assert moves_at(services, table) == 1
        await has_read(ada)
        await ada.press("u")
        await ada.sees("All have agreed: the last action is undone.")


async def test_the_log_calls_nobody_you_for_whom_a_bot_plays_nor_whom_one_watches(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A deal after which somebody discards.
    monkeypatch.setattr("regicide_tui.server.services.commands.secrets.token_hex", lambda _: DEAL)
    async with visiting(services, BEA, "cyd") as [_, cyd]:
        table = await begin(services, "duel")
        for _ in range(4):
            await _act_once(services, table)
        await services.commands.do(table, ADA, commands.StandIn())
        await cyd.goes_to("Watch Regicide Duel")
        await cyd.sees("a bot plays for ada", "discards")
        assert not re.search(r"\b[Yy]ou\b", cyd.window.text)


async def test_enter_on_a_list_that_has_become_shorter_does_nothing(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with visiting(services, ADA) as [ada]:
        tables = [
            await services.joining.open_table(BEA, commands.Open("duel", 2, {})) for _ in range(3)
        ]
        await ada.press("home")
        await ada.sees("Join Regicide Duel", "How to play")
        await ada.press("end")
        _stand_still(monkeypatch)
        for table in tables:
            await services.commands.do(table, BEA, commands.Stand())
        await ada.press("enter")
        monkeypatch.undo()
        await ada.press("home")
        await ada.sees("Open a table")
        assert "crash" not in ada.journal.getvalue()


async def test_enter_does_what_the_line_says_or_nothing(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with visiting(services, ADA) as [ada]:
        table = await services.joining.open_table(ADA, commands.Open("regicide", 3, {}))
        await services.commands.do(table, BEA, commands.Sit(1))
        ada.app.call_later(ada.app.show_table, table)
        await ada.sees("Free the seat of bea")
        screen = ada.app.screen
        assert isinstance(screen, WaitingScreen)
        screen.point([entry.key for entry in screen.shown].index("O"))
        await ada.sees("› O")
        _stand_still(monkeypatch)

        def gone(_: str) -> None:
            """Nobody is there to be told."""

        services.presence.arrive(BEA, gone)
        await ada.press("enter")
        await ada.until(lambda: "Free the seat" not in ada.window.text)
        assert services.tables[table].seats == (ADA, BEA, "")
        services.presence.leave(BEA, gone)
