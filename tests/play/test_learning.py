"""The progress of a lesson: going on, a wrong action, going back."""

from asyncio import run

import pytest

from regicide_tui import games
from regicide_tui.games.practice import Lesson
from regicide_tui.games.regicide.lessons import LESSONS
from regicide_tui.play.practice import LessonSession, set_up_lesson
from tests.loose import loose

ATTACK, ALONE = LESSONS[0], LESSONS[-1]


def lesson_after(lesson: Lesson, *actions: str) -> LessonSession:
    """Begin a lesson, read what is to be read before each action, and take the actions."""
    session = LessonSession(lesson, "A lesson")
    for action in actions:
        while session.reading:
            session.read_on()
        take(session, action)
    return session


def take(session: LessonSession, action: str) -> None:
    run(session.submit(None, session.table.game.parse(action)))


def stands_after_undo(session: LessonSession) -> tuple[int, int]:
    """Go back, and return the number of the step and of the moves."""
    run(session.undo())
    return session.number, session.table.moves


def test_a_lesson_is_a_game_with_a_goal_and_a_name_for_each_seat() -> None:
    saved = set_up_lesson(LESSONS[6], "Lesson 7 of 8")
    assert (saved.seats, saved.goal) == (("Ada", "Bea", "Cy"), "Lesson 7 of 8")


def test_a_walk_begins_with_reading() -> None:
    session = lesson_after(ATTACK)
    assert (session.number, session.reading, session.last) == (1, True, False)
    assert session.coach_text == ATTACK.steps[0].text
    assert not session.can_go_back


def test_what_the_step_asks_for_leads_on() -> None:
    session = lesson_after(ATTACK, "TH")
    assert (session.number, session.reading) == (3, False)
    assert session.coach_text == ATTACK.steps[2].text


def test_a_wrong_action_is_named_and_taken_back_alone() -> None:
    session = lesson_after(ATTACK, "2H")
    assert (session.number, session.must_take_back) == (2, True)
    assert session.coach_text == ATTACK.steps[1].otherwise
    assert stands_after_undo(session) == (2, 0)


def test_going_back_undoes_the_step_before() -> None:
    session = lesson_after(ATTACK, "TH", "pay 4H 6H")
    assert stands_after_undo(session) == (3, 1)
    assert not session.must_take_back


def test_a_free_step_goes_on_until_it_is_done() -> None:
    session = lesson_after(ALONE, "flip", "pay 4S 7D")
    assert (session.number, session.must_take_back) == (3, False)
    assert stands_after_undo(session) == (3, 1)
    session = lesson_after(ALONE, "flip", "pay 4S 7D", "6C")
    assert (session.number, session.reading) == (4, True)


def test_a_lost_game_must_be_taken_back_and_the_reason_comes_first() -> None:
    session = lesson_after(ALONE, "flip", "pay 4S 6C", "8H")
    assert session.must_take_back
    assert session.coach_text.startswith("You owe 9 and hold only 7: the game is lost. Keep")


def test_a_game_lost_on_ones_own_way_is_taken_back_to_where_that_way_began() -> None:
    session = lesson_after(ALONE, "flip", "pay 4S 6C", "8H")
    history = session.table.history
    assert (session.step.free, history.over, history.cursor) == (True, True, 3)
    assert stands_after_undo(session) == (3, 1)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.title)
def test_the_last_step_is_the_last(lesson: Lesson) -> None:
    session = lesson_after(lesson)
    while not session.last:
        session.read_on()
    assert session.number == len(lesson.steps)


# ---------------------------------------------------------------- a game with questions

(ROYALS,) = [one for one in games.lessons("king_of_the_dead") if one.title == "Royals"]


def test_a_question_in_the_middle_of_a_power_is_a_step_of_its_own() -> None:
    session = lesson_after(ROYALS, "play KS", "play JC")
    number = session.number
    assert loose(session.table.history.state).prompt.kind == "corrupt"
    assert "Discard {=3S}" in session.coach_text
    take(session, "discard 3S")
    assert session.number == number + 1


def test_a_wrong_answer_is_said_and_the_question_asked_again() -> None:
    session = lesson_after(ROYALS, "play KS", "play JC", "discard 9H")
    assert session.must_take_back
    run(session.undo())
    assert loose(session.table.history.state).prompt.kind == "corrupt"


def test_a_game_that_ends_with_equal_points_must_be_taken_back_and_the_points_are_said() -> None:
    session = lesson_after(games.lessons("king_of_the_dead")[-1])
    session.read_on()
    take(session, "score 7C 8C 9S")
    take(session, "end")
    assert session.coach_text.startswith("The game ends with 18 to 18")
