"""Learning to duel, at the table: every lesson by keys, wrong turns included."""

import pytest

from regicide_tui.games.duel.lessons import LESSONS
from regicide_tui.games.practice import Lesson
from regicide_tui.play.paths import Paths
from regicide_tui.tui.screens.home_table import HomeTable
from tests.tui.conftest import Sitting
from tests.tui.player import Player
from tests.tui.test_puzzles import do, pick
from tests.tui.test_tutorial import heard

every_lesson = pytest.mark.parametrize(
    ("number", "lesson"), list(enumerate(LESSONS, 1)), ids=[lesson.title for lesson in LESSONS]
)


async def begin(player: Player, number: int) -> None:
    """Begin a lesson from the menu."""
    await player.press("l", "right", str(number))


async def finish(player: Player, lesson: Lesson) -> None:
    """Go through a lesson by its examples, up to its last step."""
    for step in lesson.steps[:-1]:
        if step.done is None:
            await player.press("enter")
        else:
            await do(player, step.example)


@pytest.mark.slow
@every_lesson
async def test_a_lesson_is_walked_through_by_keys_and_back(
    sit: Sitting, number: int, lesson: Lesson
) -> None:
    async with sit() as player:
        await begin(player, number)
        first = player.page
        player.shows(f"Lesson {number} of {len(LESSONS)}", f"{lesson.title} 1/")
        await finish(player, lesson)
        assert not player.sees("Pass the keyboard")
        count = len(lesson.steps)
        player.shows(f"{lesson.title} {count}/{count}")
        player.shows("play a game" if number == len(LESSONS) else "next lesson")
        await player.press(*["u"] * 12)
        player.shows("This is the beginning.")
        await player.press("home")
        assert player.page == first


@pytest.mark.slow
async def test_one_lesson_leads_to_the_next_and_the_last_to_a_duel(
    sit: Sitting, places: Paths
) -> None:
    async with sit() as player:
        await player.press("l", "right", "enter")
        for lesson in LESSONS:
            await finish(player, lesson)
            assert not places.saves.exists()
            await player.press("enter")
        assert type(player.app.screen) is HomeTable
        player.shows("Castle 12")
        assert player.table.bots == ("", "squire"), "who learns alone has nobody to pass to"
        assert not player.sees("Pass the keyboard to")


async def test_the_lessons_of_the_games_stand_side_by_side(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("l")
        player.shows("Regicide Duel", "8 short lessons")
        await player.click("Regicide Duel")
        player.shows("6 short lessons", *[lesson.title for lesson in LESSONS])


async def test_too_weak_a_payment_is_explained(sit: Sitting) -> None:
    async with sit() as player:
        await begin(player, 1)
        await player.press("enter")
        await pick(player, "8H")
        await pick(player, "TS")
        assert "TS" not in heard(player)
        assert "no longer holds 10♠" in heard(player)
        await player.press("u")
        await pick(player, "3C", "5D")
        player.shows("Attack and pay 4/6", "Bea  ♠ shield")


async def test_a_diamond_that_feeds_the_other_hand_is_explained(sit: Sitting) -> None:
    async with sit() as player:
        await begin(player, 5)
        await player.press("enter")
        await pick(player, "4D")
        assert "Bea drew a card from the Castle" in heard(player)
        await player.press("u")
        await pick(player, "3H")
        await pick(player, "KH")
        assert "Ada wins" in heard(player)


async def test_a_win_that_was_not_certain_is_taken_back(sit: Sitting) -> None:
    async with sit() as player:
        await begin(player, 6)
        await player.press("enter")
        await pick(player, "KC")
        assert "Bea owes 30, holds 25 and loses." in heard(player)
        assert "That leaves at most 30, which two Queens can pay." in heard(player)
        await player.press("u")
        await pick(player, "KC", "AH")
        player.shows("Too much to pay 3/4")


async def test_in_a_lesson_nobody_resigns_or_agrees(sit: Sitting) -> None:
    async with sit() as player:
        await begin(player, 1)
        await player.press("enter")
        assert not player.sees("X resign")
        await player.press("X", "X", "equals_sign", "equals_sign")
        assert player.table.outcome is None
        assert not player.sees("Resign?")
        await player.press("question_mark")
        await player.press(*["down"] * 40)
        assert not player.sees("Resign the game.")
