"""Learning King of the Dead at the table: every lesson by keys."""

import pytest

from regicide_tui.games.king_of_the_dead import GAME
from regicide_tui.games.king_of_the_dead.lessons import LESSONS
from regicide_tui.games.practice import Lesson
from tests.tui.conftest import SIZES, Sitting, Size
from tests.tui.king_of_the_dead.fingers import take
from tests.tui.player import Player
from tests.tui.test_tutorial import heard

every_lesson = pytest.mark.parametrize(
    ("number", "lesson"), list(enumerate(LESSONS, 1)), ids=[lesson.title for lesson in LESSONS]
)


async def begin(player: Player, number: int) -> None:
    """Begin a lesson from the menu."""
    await player.press("l", "left", str(number))
    player.shows(f"Lesson {number} of {len(LESSONS)}")


async def finish(player: Player, lesson: Lesson) -> None:
    """Go through a lesson by its examples, up to its last step."""
    for step in lesson.steps[:-1]:
        if step.done is None:
            await player.press("enter")
        else:
            await take(player, GAME.parse(step.example))


@pytest.mark.slow
@every_lesson
async def test_a_lesson_is_walked_through_by_keys(
    sit: Sitting, number: int, lesson: Lesson
) -> None:
    async with sit() as player:
        await begin(player, number)
        await finish(player, lesson)
        count = len(lesson.steps)
        assert heard(player).startswith(f"{lesson.title} {count}/{count}")
        player.shows("play a game" if number == len(LESSONS) else "next lesson")


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_the_lesson_on_runs_says_when_to_score_and_when_not(sit: Sitting, size: Size) -> None:
    async with sit(size=size) as player:
        await begin(player, 2)
        await finish(player, LESSONS[1])
        assert "A high card from the Well costs you nothing" in heard(player)
        assert "In the last round, score every run you can" in heard(player)
        await player.press("u")
        assert "score every run you can, even a 3 or 4" in heard(player)
        assert "With seven or fewer, buy first" in heard(player)
