"""Learning to play, at the table: every lesson by keys, wrong turns included."""

import pytest

from regicide_tui.games.practice import Lesson
from regicide_tui.games.regicide.lessons import LESSONS
from regicide_tui.games.regicide.state import PLAY
from regicide_tui.play.paths import Paths
from regicide_tui.tui.screens.home_table import HomeTable
from regicide_tui.tui.screens.lessons import LessonScreen, LessonsScreen
from regicide_tui.tui.screens.menu import MenuScreen
from regicide_tui.tui.widgets.table import Coach
from tests.tui.conftest import Sitting
from tests.tui.models import lines
from tests.tui.player import Player
from tests.tui.test_puzzles import do, on, pick

every_lesson = pytest.mark.parametrize(
    ("number", "lesson"), list(enumerate(LESSONS, 1)), ids=[lesson.title for lesson in LESSONS]
)


def heard(player: Player) -> str:
    """Return what the coach says on the screen, in one line."""
    coach = player.app.screen.query_one(Coach)
    return " ".join(" ".join(lines(coach.paint(*coach.size))).split())


async def begin(player: Player, number: int) -> None:
    """Begin a lesson from the menu."""
    await player.press("l", str(number))


async def finish(player: Player, lesson: Lesson) -> None:
    """Go through a lesson by its examples, up to its last step."""
    for step in lesson.steps[:-1]:
        if step.done is None:
            await player.press("enter")
            continue
        await do(player, step.example)
        if step.free:
            await do(player, "6C")


# ---------------------------------------------------------------- the list


async def test_the_menu_leads_to_the_lessons_and_back(sit: Sitting) -> None:
    async with sit() as player:
        player.shows("Learn")
        await player.press("l")
        player.shows("Start here", *[lesson.title for lesson in LESSONS])
        await player.press("enter")
        player.shows("Lesson 1 of 8", "Attack 1/")
        await player.press("m")
        assert on(player, MenuScreen)
        await player.press("l", "backspace")
        assert on(player, MenuScreen)


@every_lesson
async def test_each_lesson_can_be_begun_from_the_list(
    sit: Sitting, number: int, lesson: Lesson
) -> None:
    async with sit() as player:
        await begin(player, number)
        player.shows(f"Lesson {number} of 8", f"{lesson.title} 1/{len(lesson.steps)}")


async def test_a_lesson_by_mouse(sit: Sitting) -> None:
    async with sit() as player:
        await player.click("Learn")
        await player.click("Start here")
        await player.click("enter continue")
        player.shows("Attack 2/5")
        await player.click_card("10♥")
        player.shows("enter play 10♥")
        await player.click("play 10♥")
        player.shows("Attack 3/5", "PAY 10")


# ---------------------------------------------------------------- through the lessons


@every_lesson
async def test_a_lesson_is_walked_through_by_keys(
    sit: Sitting, number: int, lesson: Lesson
) -> None:
    async with sit() as player:
        await begin(player, number)
        await finish(player, lesson)
        count = len(lesson.steps)
        player.shows(f"{lesson.title} {count}/{count}")
        player.shows("play a game" if number == len(LESSONS) else "next lesson")


@pytest.mark.slow
async def test_one_lesson_leads_to_the_next_and_the_last_to_a_game(
    sit: Sitting, places: Paths
) -> None:
    async with sit() as player:
        await player.press("l", "enter")
        for number, lesson in enumerate(LESSONS, 1):
            player.shows(f"Lesson {number} of 8")
            await finish(player, lesson)
            assert not places.saves.exists()
            await player.press("enter")
        assert type(player.app.screen) is HomeTable
        assert player.state.phase is PLAY
        assert len(player.state.castle) == 11
        assert (await player.kept()).history == player.table.history


@pytest.mark.slow
@every_lesson
async def test_the_learner_goes_back_through_all_of_it(
    sit: Sitting, number: int, lesson: Lesson
) -> None:
    async with sit() as player:
        await begin(player, number)
        first = player.page
        await finish(player, lesson)
        await player.press(*["u"] * 12)
        player.shows(f"{lesson.title} 1/", "This is the beginning.")
        await player.press("home")
        assert player.page == first
        await finish(player, lesson)
        player.shows(f"{lesson.title} {len(lesson.steps)}/")


# ---------------------------------------------------------------- wrong turns


async def test_a_wrong_play_stands_is_explained_and_taken_back(sit: Sitting) -> None:
    async with sit(plain=True) as player:
        await begin(player, 1)
        await player.press("enter")
        await pick(player, "2H")
        player.shows("undo", "15 of 20")
        assert "it deals less damage" in heard(player)
        assert player.actions == ["2H"]
        await pick(player, "TH")
        player.shows("Undo that first: u.")
        assert "[" not in player.page
        assert player.actions == ["2H"]
        await player.press("u")
        assert player.actions == []
        player.shows("Attack 2/5", "17 of 20")


async def test_what_is_wrong_blocks_everything_but_taking_it_back(sit: Sitting) -> None:
    async with sit() as player:
        await begin(player, 7)
        await player.press("enter")
        await pick(player, "5H")
        await player.press("y")
        player.shows("Undo that first: u.")
        assert player.actions == ["5H"]
        await player.press("u", "y")
        assert player.actions == ["yield"]


async def test_before_the_reading_is_done_nothing_is_played(sit: Sitting) -> None:
    async with sit() as player:
        await begin(player, 8)
        await player.press("f")
        player.shows("Read on first: enter.")
        assert player.actions == []
        await player.press("enter", "f")
        assert player.actions == ["flip"]


async def test_an_illegal_action_gets_its_reason_and_the_lesson_stays(sit: Sitting) -> None:
    async with sit() as player:
        await begin(player, 5)
        await player.press("enter")
        await pick(player, "2C", "5H")
        player.shows("7 of 13 picked, 6 missing.", "Paying 2/5")
        assert player.actions == []


async def test_paying_too_much_is_explained(sit: Sitting) -> None:
    async with sit() as player:
        await begin(player, 5)
        await player.press("enter")
        await pick(player, "6S", "8D")
        assert "more than 13" in heard(player)
        await player.press("u")
        await pick(player, "5H", "8D")
        player.shows("Paying 3/5")


async def test_a_kill_that_is_not_exact_is_explained(sit: Sitting) -> None:
    async with sit() as player:
        await begin(player, 6)
        await pick(player, "9H")
        assert "not exactly 7 damage" in heard(player)
        await player.press("u")
        await pick(player, "7S")
        await pick(player, "4D")
        player.shows("The exact kill 3/5")
        assert "You hold J♣ now" in heard(player)


async def test_the_wrong_one_is_chosen_after_the_jester(sit: Sitting) -> None:
    async with sit() as player:
        await begin(player, 7)
        for step in LESSONS[6].steps[1:4]:
            if player.sees("enter continue"):
                await player.press("enter")
            await do(player, step.example)
        player.shows("Who goes next?")
        await player.press("1", "enter")
        assert "Cy has the cards to defeat the Queen" in heard(player)
        assert not player.sees("Pass the keyboard")
        await player.press("u", "3", "enter")
        player.shows("Cy's hand", "Playing together 6/7")


async def test_the_endgame_is_lost_explained_taken_back_and_won(sit: Sitting) -> None:
    async with sit() as player:
        await begin(player, 8)
        await player.press("enter", "f")
        await pick(player, "4S", "6C")
        await pick(player, "8H")
        assert player.state.result == "lost"
        assert "You owe 9 and hold only 7: the game is lost." in heard(player)
        await player.press("u")
        assert player.actions == ["flip"]
        await pick(player, "4S", "7D")
        await pick(player, "6C")
        assert "so you have won" in heard(player)
        assert "bronze" in heard(player)


async def test_a_lesson_is_begun_again(sit: Sitting) -> None:
    async with sit() as player:
        await begin(player, 1)
        await player.press("enter")
        await pick(player, "TH")
        await player.press("a")
        player.shows("Attack 1/5", "17 of 20")
        assert player.actions == []


# ---------------------------------------------------------------- around the lessons


async def test_a_lesson_is_never_saved(sit: Sitting, places: Paths) -> None:
    async with sit() as player:
        await begin(player, 1)
        await player.press("enter")
        await pick(player, "TH")
        await player.press("s")
        player.shows("A lesson is not saved.")
        await player.press("U")
        player.shows("There is no redo in a lesson")
        await player.press("pageup", "m")
        assert not player.sees("Resume")
        assert not places.saves.exists()


async def test_help_in_a_lesson_promises_no_saving(sit: Sitting) -> None:
    async with sit() as player:
        await begin(player, 1)
        await player.press("question_mark")
        await player.press(*["down"] * 30)
        player.shows("a lesson is not saved", "Start this lesson or puzzle again.")
        assert not player.sees("the game is saved")


async def test_a_lesson_survives_a_small_window(sit: Sitting) -> None:
    async with sit() as player:
        await begin(player, 1)
        await player.resize(40, 12)
        player.shows("This window is too small")
        await player.resize(60, 20)
        player.shows("Attack 1/5", "Twelve royals hold")
        assert on(player, LessonScreen)


async def test_a_lesson_in_plain_letters(sit: Sitting) -> None:
    async with sit(plain=True) as player:
        await begin(player, 2)
        player.shows("S Spades give you a shield", "Play 10S.")
        assert player.page.isascii()


async def test_the_list_of_lessons_lists_its_keys(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("l")
        assert on(player, LessonsScreen)
        player.shows("esc back")


async def test_in_a_lesson_the_log_is_one_key_away(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("l", "1", "L")
        player.shows("THE LOG", "Nothing has happened yet.")


async def test_where_nothing_can_be_played_nothing_is_said_of_what_it_would_do(
    sit: Sitting,
) -> None:
    async with sit() as player:
        await begin(player, 1)
        assert not player.sees("PAY")
        await player.press("enter")
        player.shows("PAY 10")
        await pick(player, "2H")
        player.shows("undo")
        assert not player.sees("Pick cards to discard")


async def test_a_lesson_that_was_followed_to_its_end_has_a_star_from_then_on(
    sit: Sitting, places: Paths
) -> None:
    note = places.saves.parent / "solved.txt"
    async with sit() as player:
        await begin(player, 2)
        await player.press("m", "l")
        assert not player.sees("★")
        await player.press("2")
        await finish(player, LESSONS[1])
        await player.until(note.exists)
        await player.until(lambda: "regicidelesson-2" in note.read_text().split())
        await player.press("m", "l")
        await player.until(lambda: player.sees(f"{LESSONS[1].title} ★"))
        assert player.page.count("★") == 1
