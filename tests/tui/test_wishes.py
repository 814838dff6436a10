"""Bots at a local table say if they would like to go next, and heed each other (R-9)."""

import asyncio
from collections.abc import Callable, Mapping

import pytest
from msgspec.structs import replace

from regicide_tui.games import find
from regicide_tui.play.table import Table
from regicide_tui.thinking.bot_thread import FAILED, BotThread, Fault
from regicide_tui.thinking.questions import (
    Advice,
    Answer,
    AnyQuestion,
    Question,
    WishQuestion,
    answer,
)
from regicide_tui.tui.table import bots
from tests.loose import loose
from tests.play.games import set_up
from tests.tui.conftest import Sitting
from tests.tui.models import TRIO

SAYS = {1: True, 2: False}


def with_bots(*levels: str) -> Table:
    """Return a position in which Ada, or the bot in her seat, holds a Jester."""
    return Table(set_up(TRIO), ("Ada", "Bea", "Cy"), bots=levels)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[AnyQuestion]:
    """The questions to the bots. Bea would like to go next, Cy would rather not."""
    found: list[AnyQuestion] = []

    async def ask(_: BotThread, question: AnyQuestion) -> Answer:
        found.append(question)
        if isinstance(question, WishQuestion):
            return SAYS.get(question.seat, True)
        if isinstance(question, Question) and question.seconds:
            view = question.observation.view
            advised = find(question.game).legal_actions(view)[:2]
            return tuple([Advice(action, 0.61) for action in advised])
        return answer(replace(question, level="page"))

    monkeypatch.setattr(BotThread, "ask", ask)
    monkeypatch.setattr(bots, "PAUSES", {"normal": 0.0})
    return found


def hold_answers(
    monkeypatch: pytest.MonkeyPatch, held: Callable[[AnyQuestion], bool]
) -> asyncio.Event:
    """Let the answers to some questions wait for an event, and return it."""
    free, usual = asyncio.Event(), BotThread.ask

    async def ask(process: BotThread, question: AnyQuestion) -> Answer:
        found = await usual(process, question)
        if held(question):
            await free.wait()
        return found

    monkeypatch.setattr(BotThread, "ask", ask)
    return free


async def test_bots_say_so_before_a_person_chooses_and_only_then(
    sit: Sitting, asked: list[AnyQuestion]
) -> None:
    async with sit(with_bots("", "squire", "squire")) as player:
        assert not player.sees("go next")
        await player.press("1", "enter")
        await player.until(lambda: player.sees("Bea would like to go next; Cy would rather not."))
        player.shows("Who goes next?")
        assert {one.seat for one in asked if isinstance(one, WishQuestion)} == {1, 2}
        await player.press("down")
        player.shows("Bea would like to go next")
        await player.press("1")
        await player.press("enter")
        assert not player.sees("would rather not")


async def test_what_was_said_is_gone_with_the_choice_that_is_taken_back(
    sit: Sitting, asked: list[AnyQuestion]
) -> None:
    async with sit(with_bots("", "squire", "squire")) as player:
        await player.press("1", "enter")
        await player.until(lambda: player.sees("Bea would like to go next"))
        await player.press("u")
        assert not player.sees("would like to go next")


async def test_the_bots_are_asked_anew_about_a_choice_that_is_made_anew(
    sit: Sitting, asked: list[AnyQuestion]
) -> None:
    async with sit(with_bots("", "squire", "squire")) as player:
        for times in (1, 2):
            await player.press("1", "enter")
            await player.until(lambda: player.sees("Bea would like to go next"))
            spoken = [one.seat for one in asked if isinstance(one, WishQuestion)]
            assert sorted(spoken) == sorted([1, 2] * times)
            await player.press("u")
            await player.press("escape")  # the taken-back card is picked


async def test_what_bots_say_is_seen_after_a_redo(sit: Sitting, asked: list[AnyQuestion]) -> None:
    async with sit(with_bots("", "squire", "squire")) as player:
        await player.press("1", "enter")
        await player.until(lambda: player.sees("Bea would like to go next"))
        await player.press("u", "U")
        await player.until(lambda: player.sees("Redone. Bea would like to go next"))
        await player.press("right")
        assert player.sees("Bea would like to go next")
        assert not player.sees("Redone.")


async def test_what_is_said_after_the_choice_was_taken_back_is_not_heard(
    sit: Sitting, asked: list[AnyQuestion], monkeypatch: pytest.MonkeyPatch
) -> None:
    spoken = hold_answers(monkeypatch, lambda question: isinstance(question, WishQuestion))
    async with sit(with_bots("", "squire", "squire")) as player:
        await player.press("1", "enter")
        await player.until(lambda: sum(isinstance(one, WishQuestion) for one in asked) == 2)
        await player.press("u", "escape")
        spoken.set()
        await player.press("right")
        assert not player.sees("would like to go next")
        await player.press("left", "1", "enter")
        await player.until(lambda: player.sees("Bea would like to go next"))
        assert sum(isinstance(one, WishQuestion) for one in asked) == 4, "both are asked anew"


async def test_a_late_answer_of_before_is_not_heard_where_the_same_choice_has_come_again(
    sit: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[AnyQuestion] = []
    late = asyncio.Event()

    async def ask(_: BotThread, question: AnyQuestion) -> Answer:
        asked.append(question)
        if len(asked) > 2:
            return True
        await late.wait()
        return False

    monkeypatch.setattr(BotThread, "ask", ask)
    async with sit(with_bots("", "squire", "squire")) as player:
        await player.press("1", "enter")
        await player.until(lambda: len(asked) == 2)
        await player.press("u", "escape", "1", "enter")
        await player.until(lambda: player.sees("Bea and Cy would like to go next"))
        late.set()
        await player.press("right", "left")
        player.shows("Bea and Cy would like to go next")


async def test_a_bot_that_chooses_is_told_what_the_other_bots_say(
    sit: Sitting, asked: list[AnyQuestion]
) -> None:
    position = {**TRIO, "phase": "choose", "hands": [["8D", "TC"], ["9H", "9C"], ["9S"]]}
    chooses = Table(set_up(position), ("Ada", "Bea", "Cy"), bots=("squire", "squire", ""))
    async with sit(chooses) as player:
        await player.until(lambda: player.table.moves > 0)
        (choice,) = [one for one in asked if isinstance(one, Question) and one.observation.wishes]
        assert choice.observation.wishes == {1: True}


def bot_with_a_jester(*levels: str) -> Table:
    """Return a position in which the bot in Ada's seat can only play its Jester."""
    position = {**TRIO, "hands": [["*"], ["9H", "9C"], ["9S"]]}
    return Table(set_up(position), ("Ada", "Bea", "Cy"), bots=levels)


def told(asked: list[AnyQuestion]) -> list[Mapping[int, bool]]:
    """Return the wishes that were told to the bot that chose."""
    questions = [one for one in asked if isinstance(one, Question)]
    choices = [one for one in questions if loose(one.observation.view).phase == "choose"]
    return [one.observation.wishes for one in choices]


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch, asked: list[AnyQuestion]) -> None:
    """Bots pause until a key is pressed."""
    monkeypatch.setattr(bots, "PAUSES", {"normal": 1_000_000.0})


@pytest.mark.usefixtures("slow")
async def test_what_bots_say_can_be_read_until_one_goes_on(
    sit: Sitting, asked: list[AnyQuestion]
) -> None:
    async with sit(bot_with_a_jester("squire", "squire", "")) as player:
        await player.press("right")  # any key ends the pause before the Jester
        await player.until(lambda: player.sees("Bea would like to go next."))
        await player.press("right", "left")
        player.shows("Bea would like to go next.", "+ go next", "- rather not", "enter go on")
        assert (player.actions, told(asked)) == (["*"], [])
        await player.press("enter")
        await player.until(lambda: player.table.moves == 2)
        assert told(asked) == [{1: True}]


@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize(
    ("key", "wish", "said"),
    [
        ("plus", True, "Bea and Cy would like to go next."),
        ("minus", False, "Bea would like to go next; Cy would rather not."),
    ],
)
async def test_a_person_says_so_too_while_a_bot_chooses(
    sit: Sitting, asked: list[AnyQuestion], key: str, wish: bool, said: str
) -> None:
    async with sit(bot_with_a_jester("squire", "squire", "")) as player:
        await player.press("right")
        await player.until(lambda: player.sees("Bea would like to go next."))
        await player.press(key)
        player.shows(said)
        await player.press("right")  # ends the pause in which that can be read
        await player.until(lambda: player.table.moves == 2)
        assert told(asked) == [{1: True, 2: wish}]


@pytest.mark.usefixtures("slow")
async def test_a_bot_that_thinks_already_thinks_again_if_somebody_speaks(
    sit: Sitting, asked: list[AnyQuestion], monkeypatch: pytest.MonkeyPatch
) -> None:
    thought = hold_answers(
        monkeypatch, lambda question: isinstance(question, Question) and len(told(asked)) == 1
    )
    async with sit(bot_with_a_jester("squire", "squire", "")) as player:
        await player.press("right")
        await player.until(lambda: player.sees("Bea would like to go next."))
        await player.press("enter")
        await player.until(lambda: len(told(asked)) == 1)
        await player.press("minus")
        thought.set()
        await player.until(lambda: player.table.moves == 2)
        assert told(asked) == [{1: True}, {1: True, 2: False}]


async def test_nobody_wishes_at_another_time(sit: Sitting, asked: list[AnyQuestion]) -> None:
    async with sit(with_bots("", "squire", "squire")) as player:
        assert not player.sees("rather not")
        await player.press("plus")
        player.shows("You can only say this while someone else chooses who goes next.")
        await player.press("1", "enter")
        await player.until(lambda: player.sees("Who goes next?"))
        assert not player.sees("+ go next"), "who chooses has no wish"


@pytest.mark.slow
async def test_several_people_at_one_keyboard_are_not_asked(
    sit: Sitting, asked: list[AnyQuestion], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "PAUSES", {"normal": 1_000_000.0})
    position = {**TRIO, "phase": "choose", "hands": [["8D", "TC"], ["9H", "9C"], ["9S"]]}
    async with sit(
        Table(set_up(position), ("Ada", "Bea", "Cy"), bots=("squire", "", ""))
    ) as player:
        assert not player.sees("+ go next"), "it is not clear who speaks"


async def test_a_hint_leaves_standing_what_bots_say(sit: Sitting, asked: list[AnyQuestion]) -> None:
    async with sit(with_bots("", "squire", "squire")) as player:
        await player.press("1", "enter")
        await player.until(lambda: player.sees("Bea would like to go next"))
        await player.press("h")
        await player.until(lambda: player.sees(": win 61%."))
        player.shows("Bea would like to go next; Cy would rather not.")


async def test_a_bot_that_fails_says_nothing(sit: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    async def lose(*_: object) -> None:
        raise Fault(FAILED)

    monkeypatch.setattr(BotThread, "ask", lose)
    async with sit(with_bots("", "squire", "squire")) as player:
        await player.press("1", "enter")
        player.shows("Who goes next?")
        assert not player.sees("would like to go next")
