"""A walk through a lesson: going on, going astray, going back."""

import pytest

from regicide_tui import games
from regicide_tui.games.lesson import Lesson
from regicide_tui.games.regicide.lessons import LESSONS
from regicide_tui.play.history import History
from regicide_tui.play.learning import Walk, set_up_lesson
from tests.loose import loose

ATTACK, ALONE = LESSONS[0], LESSONS[-1]


def walked(lesson: Lesson, *actions: str) -> tuple[Walk, History]:
    """Begin a lesson, read what is to be read before each action, and take the actions."""
    history, walk = set_up_lesson(lesson, "A lesson").history, Walk(lesson)
    for action in actions:
        while walk.reading:
            walk = walk.on(history)
        history = history.take_text(action)
        walk = walk.after(history)
    return walk, history


def test_a_lesson_is_a_game_with_a_goal_and_a_name_for_each_seat() -> None:
    saved = set_up_lesson(LESSONS[6], "Lesson 7 of 8")
    assert (saved.seats, saved.goal) == (("Ada", "Bea", "Cy"), "Lesson 7 of 8")


def test_a_walk_begins_with_reading() -> None:
    walk, history = walked(ATTACK)
    assert (walk.number, walk.reading, walk.last) == (1, True, False)
    assert walk.advice(history).text == ATTACK.steps[0].text
    assert walk.back(history) is None


def test_what_the_step_asks_for_leads_on() -> None:
    walk, history = walked(ATTACK, "TH")
    assert (walk.number, walk.reading) == (3, False)
    assert walk.advice(history).text == ATTACK.steps[2].text


def test_what_leads_astray_is_said_and_taken_back_alone() -> None:
    walk, history = walked(ATTACK, "2H")
    advice = walk.advice(history)
    assert (walk.number, advice.astray, advice.text) == (2, True, ATTACK.steps[1].otherwise)
    assert walk.back(history) == (walk, 0)


def test_going_back_undoes_the_step_before() -> None:
    walk, history = walked(ATTACK, "TH", "pay 4H 6H")
    found = walk.back(history)
    assert found is not None
    before, moves = found
    assert (before.number, moves) == (3, 1)
    assert not before.astray(history.at(moves))


def test_a_free_step_goes_on_until_it_is_done() -> None:
    walk, history = walked(ALONE, "flip", "pay 4S 7D")
    assert (walk.number, walk.astray(history)) == (3, False)
    assert walk.back(history) == (walk, 1)
    done, history = walked(ALONE, "flip", "pay 4S 7D", "6C")
    assert (done.number, done.reading) == (4, True)


def test_a_lost_game_is_astray_and_the_reason_comes_first() -> None:
    walk, history = walked(ALONE, "flip", "pay 4S 6C", "8H")
    advice = walk.advice(history)
    assert advice.astray
    assert advice.text.startswith("You owe 9 and hold only 7: the game is lost. Keep")


def test_a_game_lost_on_ones_own_way_is_taken_back_to_where_that_way_began() -> None:
    walk, history = walked(ALONE, "flip", "pay 4S 6C", "8H")
    assert (walk.step.free, history.over, history.cursor) == (True, True, 3)
    assert walk.back(history) == (walk, 1)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.title)
def test_the_last_step_is_the_last(lesson: Lesson) -> None:
    walk, history = walked(lesson)
    while not walk.last:
        walk = walk.on(history)
    assert walk.number == len(lesson.steps)


# ---------------------------------------------------------------- a game with questions

(ROYALS,) = [one for one in games.lessons("king_of_the_dead") if one.title == "Royals"]


def test_a_question_in_the_middle_of_a_power_is_a_step_of_its_own() -> None:
    walk, history = walked(ROYALS, "play KS", "play JC")
    assert loose(history.state).prompt.kind == "corrupt"
    assert "Discard {=3S}" in walk.advice(history).text
    done, history = walked(ROYALS, "play KS", "play JC", "discard 3S")
    assert done.number == walk.number + 1


def test_a_wrong_answer_is_said_and_the_question_asked_again() -> None:
    walk, history = walked(ROYALS, "play KS", "play JC", "discard 9H")
    assert walk.advice(history).astray
    found = walk.back(history)
    assert found is not None
    assert loose(history.at(found[1]).state).prompt.kind == "corrupt"


def test_a_game_that_ends_with_equal_points_is_astray_and_the_points_are_said() -> None:
    lesson = games.lessons("king_of_the_dead")[-1]
    walk, history = walked(lesson)
    history = history.take_text("score 7C 8C 9S").take_text("end")
    assert walk.on(history.at(0)).advice(history).text.startswith("The game ends with 18 to 18")
