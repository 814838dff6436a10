"""The lessons: each can be finished whatever is played right, and says why what went wrong did."""

import re

import pytest

from regicide_tui.cards import Suit, card
from regicide_tui.games.base import Move, submit
from regicide_tui.games.lesson import Lesson, Step
from regicide_tui.games.regicide import GAME
from regicide_tui.games.regicide.lessons import LESSONS
from regicide_tui.games.regicide.lessons.lesson import why_lost
from regicide_tui.games.regicide.state import State
from regicide_tui.tui.commands import COMMANDS

every_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.title)


def begun(lesson: Lesson) -> State:
    """Set up a lesson."""
    return GAME.load(dict(lesson.position), "lesson", {})


def moves(state: State) -> list[Move]:
    """Return every move that is legal now."""
    legal = GAME.legal_actions(state)
    return [move for action in legal for move in submit(GAME, state, GAME.format(action))]


def dead_ends(lesson: Lesson) -> tuple[list[tuple[str, ...]], int]:
    """Play everything a coach would accept.

    Return the lines after which a step can't be done any more, and how many lines end the lesson.
    """
    found: list[tuple[str, ...]] = []
    finished = 0

    def walk(number: int, state: State, line: tuple[str, ...]) -> None:
        nonlocal finished
        if number == len(lesson.steps):
            finished += 1
            return
        step = lesson.steps[number]
        if step.done is None:
            walk(number + 1, state, line)
            return
        right = [move for move in moves(state) if step.done(move)]
        others = [move for move in moves(state) if step.free and not step.done(move)]
        if not right and not others:
            found.append(line)
        for move in right:
            walk(number + 1, move.state, (*line, move.action))
        for move in others:
            if move.state.result is None:
                walk(number, move.state, (*line, move.action))

    walk(0, begun(lesson), ())
    return found, finished


@every_lesson
def test_whatever_the_coach_accepts_the_lesson_can_be_finished(lesson: Lesson) -> None:
    lost, finished = dead_ends(lesson)
    assert lost == []
    assert finished


@every_lesson
def test_the_examples_finish_the_lesson(lesson: Lesson) -> None:
    state = begun(lesson)
    for step in lesson.steps:
        if step.done is None:
            continue
        (move,) = submit(GAME, state, step.example)
        assert step.done(move) or step.free, step.text
        state = move.state


@every_lesson
def test_the_learner_does_something_and_reads_the_last_step(lesson: Lesson) -> None:
    assert any(step.done for step in lesson.steps)
    assert lesson.steps[-1].done is None


@every_lesson
def test_cards_suits_and_commands_in_the_texts_exist(lesson: Lesson) -> None:
    for step in lesson.steps:
        for sign in re.findall(r"\{(.*?)\}", step.text + step.otherwise):
            if sign not in COMMANDS:
                assert Suit(sign) if len(sign) == 1 else card(sign)


@every_lesson
def test_every_step_says_something_and_what_can_go_wrong_is_answered(lesson: Lesson) -> None:
    state = begun(lesson)
    for step in lesson.steps:
        assert step.text.strip()
        assert "!" not in step.text + step.otherwise
        if step.done is None:
            continue
        assert step.otherwise or all(step.done(move) for move in moves(state)), step.text
        state = submit(GAME, state, step.example)[0].state


def test_the_eight_ideas_are_there_in_order() -> None:
    assert [lesson.title for lesson in LESSONS] == [
        "Attack",
        "The four suits",
        "Immunity",
        "Cards together",
        "Paying",
        "The exact kill",
        "In company",
        "Alone to the end",
    ]


# ---------------------------------------------------------------- the endgame that can be lost


def after_the_flip(*actions: str) -> list[Move]:
    """Play the last lesson from its Jester on."""
    state = begun(LESSONS[-1])
    played: list[Move] = []
    for action in ("flip", *actions):
        played += submit(GAME, state, action)
        state = played[-1].state
    return played


def endgame() -> Step:
    """Return the step that can be lost."""
    return next(step for step in LESSONS[-1].steps if step.free)


@pytest.mark.parametrize("payment", ["pay 4S 7D", "pay 4S 8H", "pay 7D 8H"])
def test_the_endgame_is_won_by_keeping_the_right_card(payment: str) -> None:
    last = after_the_flip(payment, "6C")[-1]
    assert endgame().done is not None
    assert endgame().done(last)  # type: ignore[misc]
    assert last.state.result == "won"


def test_the_endgame_is_lost_by_who_can_not_pay_and_the_reason_is_said() -> None:
    last = after_the_flip("pay 4S 6C", "8H")[-1]
    assert last.state.result == "lost"
    assert why_lost(last) == "You owe 9 and hold only 7: the game is lost."


def test_the_endgame_is_lost_by_who_has_no_card_left_and_the_reason_is_said() -> None:
    last = after_the_flip("pay 6C 7D", "4S", "pay 8H")[-1]
    assert last.state.result == "lost"
    assert why_lost(last) == "You have no card left to play: the game is lost."
