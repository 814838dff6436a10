"""The app of somebody who has come: where it leads, also after something has failed in it."""

import pytest
from textual.events import Key

from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.people import Place
from regicide_tui.server.screens.app import seconds_of_warning
from regicide_tui.server.screens.lobby import LobbyScreen
from regicide_tui.server.screens.table import RemoteTable
from regicide_tui.server.services.services import Services
from regicide_tui.tui.screens.ask import AskText
from regicide_tui.tui.widgets.form import FormLines
from tests.server import visitors
from tests.server.gatherings import ADA, BEA, api_of, begin, said_in
from tests.server.visitors import Person, visiting
from tests.server.waiting import until

FAILED = "an error occurred here"


def _fails(*_: object, **__: object) -> None:
    raise ValueError("the hand is KS")


async def _crashes_at_the_table(services: Services) -> Person:
    """Return who came straight to their table, and crashed there."""
    person = Person(services, ADA)
    person.come()
    assert "An error occurred" in (await person.goes() or "")
    assert "crash" in person.journal.getvalue()
    return person


async def test_who_crashed_at_a_table_returns_to_the_lobby_until_they_go_there_again(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [await begin(services), await begin(services, "duel")]
    with monkeypatch.context() as broken:
        broken.setattr(RemoteTable, "asides", _fails)
        await _crashes_at_the_table(services)
        (crashed,) = [one for one in tables if api_of(services, ADA).visit.has_crashed(one)]
        assert not api_of(services, BEA).visit.has_crashed(crashed)
        async with visiting(services, ADA) as [ada]:
            await ada.sees("An error occurred at your table.", FAILED)
            assert "your turn, turn 1" in ada.window.text, "the other table is as it was"
    async with visiting(services, ADA) as [ada]:
        await ada.sees(FAILED)
        listed = [table for table, _ in api_of(services, ADA).tables.offered()]
        await ada.press(f"{listed.index(crashed) + 1}")
        await ada.sees("turn 1", "7 of 7")
    async with visiting(services, ADA) as [ada]:
        await ada.sees("turn 1", "7 of 7")


async def test_who_goes_there_again_and_crashes_again_is_in_the_lobby_again(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(services)
    monkeypatch.setattr(RemoteTable, "asides", _fails)
    ada = await _crashes_at_the_table(services)
    ada.come()
    await ada.sees(FAILED)
    ada.type("1")
    assert "An error occurred" in (await ada.goes() or "")
    async with visiting(services, ADA) as [ada]:
        await ada.sees(FAILED)


async def test_the_others_at_the_table_play_on(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(services)
    async with visiting(services, BEA) as [bea]:
        with monkeypatch.context() as broken:
            broken.setattr(RemoteTable, "on_resize", _fails, raising=False)
            await _crashes_at_the_table(services)
        await bea.sees("ada is away")
        await bea.press("m")
        await bea.sees("Return to Regicide for 2")
        assert FAILED not in bea.window.text


async def test_a_crash_elsewhere_does_not_keep_one_from_the_table(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(services)
    ada = Person(services, ADA)
    ada.come()
    await ada.sees("turn 1")
    await ada.press("m")
    await ada.sees("Welcome")
    monkeypatch.setattr(LobbyScreen, "action_new", _fails)
    ada.type("n")
    assert "An error occurred" in (await ada.goes() or "")
    async with visiting(services, ADA) as [ada]:
        await ada.sees("turn 1")


async def test_a_table_of_which_nothing_can_be_said_takes_no_list_away(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("regicide_tui.server.screens.words.describe_house_rules", _fails)
    await services.joining.open_table(BEA, commands.Open("duel", 2, {}))
    await begin(services)
    async with visiting(services, "cyd") as [cyd]:
        await cyd.sees("Watch Regicide for 2")
        assert "Join" not in cyd.window.text


async def test_a_table_that_can_not_be_shown_is_set_aside(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, other = await begin(services), await begin(services, "duel")
    strange = services.tables[table]

    def fails(_: str, state: object) -> dict[str, Place]:
        if state == strange:
            raise KeyError("strange")
        return {}

    monkeypatch.setattr(services.presence, "places", fails)
    async with visiting(services, "cyd") as [cyd]:
        await cyd.sees("Watch Regicide Duel")
        assert {*services.tables} == {other}
    assert [*services.tables.set_aside.list_of(ADA)] == [table]


@pytest.mark.parametrize("key", ["j", "pagedown", "G", "t", "slash"])
async def test_a_key_that_comes_before_a_screen_is_open_waits_for_it(
    services: Services, key: str
) -> None:
    async with visiting(services, ADA) as [ada]:

        async def press_while_it_opens() -> None:
            ada.app.show_rules("regicide")
            await ada.app._on_key(Key(key, None))

        ada.app.call_later(press_while_it_opens)
        await ada.until(lambda: "Welcome" not in ada.window.text)
        await ada.sees("esc back")


async def test_a_question_that_is_answered_twice_or_too_late_is_answered_once(
    services: Services,
) -> None:
    async with visiting(services, ADA) as [ada]:
        await ada.press("t")
        await ada.sees("Message to everyone in the lobby:")
        question = ada.app.screen
        assert isinstance(question, AskText)
        await ada.press("H", "i")

        def answer() -> None:
            question.action_submit()
            question.action_submit()
            question.action_close()
            ada.app.pop_screen()

        ada.app.call_later(answer)
        await ada.sees("You: Hi", "Welcome")
        assert said_in(services.chats.lobby) == [(ADA, "Hi")]


@pytest.mark.parametrize("minutes", [1, 2, 3, 4, 60])
def test_a_warning_comes_in_time_and_not_at_once(minutes: int) -> None:
    before = seconds_of_warning(minutes * 60.0)
    assert 30 <= before <= min(120, minutes * 30)


async def test_a_form_that_is_closed_while_it_scrolls_takes_no_app_away(services: Services) -> None:
    async with visiting(services, ADA, size=(60, 12)) as [ada]:
        await ada.press("n")
        await ada.sees("OPEN A TABLE")
        await ada.press(*["down"] * 3)
        animator = ada.app.animator
        ada.app.screen.query_one(FormLines).scroll_end(duration=3)
        await until(lambda: bool(animator._animations))
        await ada.press("escape")
        await ada.sees("Welcome")
        await until(lambda: not ada.app.removed)
        await until(lambda: not animator._animations)
        await ada.press("n")
        await ada.sees("OPEN A TABLE")


async def test_to_wait_for_an_end_that_does_not_come_is_an_error(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with visiting(services, ADA) as [ada]:
        with monkeypatch.context() as hasty:
            hasty.setattr(visitors, "PATIENCE", 0.05)
            with pytest.raises(AssertionError, match="The app goes on"):
                await ada.goes()
        assert ada.app.is_running
