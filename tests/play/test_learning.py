"""The progress of a lesson: going on, a wrong action, going back."""

import pytest

from regicide_tui import games
from regicide_tui.games.practice import Lesson
from regicide_tui.games.regicide.lessons import LESSONS
from regicide_tui.play.history import History
from regicide_tui.play.practice import LessonProgress, set_up_lesson
from tests.loose import loose

ATTACK, ALONE = LESSONS[0], LESSONS[-1]


def progress_after(lesson: Lesson, *actions: str) -> tuple[LessonProgress, History]:
    """Begin a lesson, read what is to be read before each action, and take the actions."""
    history, progress = set_up_lesson(lesson, "A lesson").history, LessonProgress(lesson)
    for action in actions:
        while progress.reading:
            progress = progress.on(history)
        history = history.take_text(action)
        progress = progress.after(history)
    return progress, history


def test_a_lesson_is_a_game_with_a_goal_and_a_name_for_each_seat() -> None:
    saved = set_up_lesson(LESSONS[6], "Lesson 7 of 8")
    assert (saved.seats, saved.goal) == (("Ada", "Bea", "Cy"), "Lesson 7 of 8")


def test_a_walk_begins_with_reading() -> None:
    progress, history = progress_after(ATTACK)
    assert (progress.number, progress.reading, progress.last) == (1, True, False)
    assert progress.coach_text(history).text == ATTACK.steps[0].text
    assert progress.back(history) is None


def test_what_the_step_asks_for_leads_on() -> None:
    progress, history = progress_after(ATTACK, "TH")
    assert (progress.number, progress.reading) == (3, False)
    assert progress.coach_text(history).text == ATTACK.steps[2].text


def test_a_wrong_action_is_named_and_taken_back_alone() -> None:
    progress, history = progress_after(ATTACK, "2H")
    said = progress.coach_text(history)
    assert (progress.number, said.must_take_back, said.text) == (
        2,
        True,
        ATTACK.steps[1].otherwise,
    )
    assert progress.back(history) == (progress, 0)


def test_going_back_undoes_the_step_before() -> None:
    progress, history = progress_after(ATTACK, "TH", "pay 4H 6H")
    found = progress.back(history)
    assert found is not None
    before, moves = found
    assert (before.number, moves) == (3, 1)
    assert not before.must_take_back(history.at(moves))


def test_a_free_step_goes_on_until_it_is_done() -> None:
    progress, history = progress_after(ALONE, "flip", "pay 4S 7D")
    assert (progress.number, progress.must_take_back(history)) == (3, False)
    assert progress.back(history) == (progress, 1)
    done, history = progress_after(ALONE, "flip", "pay 4S 7D", "6C")
    assert (done.number, done.reading) == (4, True)


def test_a_lost_game_must_be_taken_back_and_the_reason_comes_first() -> None:
    progress, history = progress_after(ALONE, "flip", "pay 4S 6C", "8H")
    said = progress.coach_text(history)
    assert said.must_take_back
    assert said.text.startswith("You owe 9 and hold only 7: the game is lost. Keep")


def test_a_game_lost_on_ones_own_way_is_taken_back_to_where_that_way_began() -> None:
    progress, history = progress_after(ALONE, "flip", "pay 4S 6C", "8H")
    assert (progress.step.free, history.over, history.cursor) == (True, True, 3)
    assert progress.back(history) == (progress, 1)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.title)
def test_the_last_step_is_the_last(lesson: Lesson) -> None:
    progress, history = progress_after(lesson)
    while not progress.last:
        progress = progress.on(history)
    assert progress.number == len(lesson.steps)


# ---------------------------------------------------------------- a game with questions

(ROYALS,) = [one for one in games.lessons("king_of_the_dead") if one.title == "Royals"]


def test_a_question_in_the_middle_of_a_power_is_a_step_of_its_own() -> None:
    progress, history = progress_after(ROYALS, "play KS", "play JC")
    assert loose(history.state).prompt.kind == "corrupt"
    assert "Discard {=3S}" in progress.coach_text(history).text
    done, history = progress_after(ROYALS, "play KS", "play JC", "discard 3S")
    assert done.number == progress.number + 1


def test_a_wrong_answer_is_said_and_the_question_asked_again() -> None:
    progress, history = progress_after(ROYALS, "play KS", "play JC", "discard 9H")
    assert progress.coach_text(history).must_take_back
    found = progress.back(history)
    assert found is not None
    assert loose(history.at(found[1]).state).prompt.kind == "corrupt"


def test_a_game_that_ends_with_equal_points_must_be_taken_back_and_the_points_are_said() -> None:
    lesson = games.lessons("king_of_the_dead")[-1]
    progress, history = progress_after(lesson)
    history = history.take_text("score 7C 8C 9S").take_text("end")
    said = progress.on(history.at(0)).coach_text(history)
    assert said.text.startswith("The game ends with 18 to 18")
