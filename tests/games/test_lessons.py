"""The lessons of every game: each can be finished whatever is played right."""

import re
from typing import Any

import pytest

from regicide_tui import games
from regicide_tui.cards import Suit, card
from regicide_tui.games.base import Move, submit
from regicide_tui.games.lesson import Lesson
from regicide_tui.tui.commands import COMMANDS

LESSONS = [lesson for name in games.NAMES for lesson in games.lessons(name)]

every_lesson = pytest.mark.parametrize(
    "lesson", LESSONS, ids=lambda lesson: f"{lesson.game}: {lesson.title}"
)


def begun(lesson: Lesson) -> Any:
    """Set up a lesson."""
    return games.find(lesson.game).load(dict(lesson.position), "lesson", {})


def moves(lesson: Lesson, state: Any) -> list[Move]:
    """Return every move that is legal now."""
    game = games.find(lesson.game)
    legal = game.legal_actions(state)
    return [move for action in legal for move in submit(game, state, game.format(action))]


def dead_ends(lesson: Lesson) -> tuple[list[tuple[str, ...]], int]:
    """Play everything a coach would accept.

    Return the lines after which a step can't be done any more, and how many lines end the lesson.
    """
    found: list[tuple[str, ...]] = []
    finished = 0

    def walk(number: int, state: Any, line: tuple[str, ...]) -> None:
        nonlocal finished
        if number == len(lesson.steps):
            finished += 1
            return
        step = lesson.steps[number]
        if step.done is None:
            walk(number + 1, state, line)
            return
        tried = moves(lesson, state)
        right = [move for move in tried if step.done(move)]
        others = [move for move in tried if step.free and not step.done(move)]
        if not right and not others:
            found.append(line)
        for move in right:
            walk(number + 1, move.state, (*line, move.action))
        for move in others:
            if games.find(lesson.game).outcome(move.state) is None:
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
        (move,) = submit(games.find(lesson.game), state, step.example)
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
        tried = moves(lesson, state)
        assert step.otherwise or all(step.done(move) for move in tried), step.text
        state = submit(games.find(lesson.game), state, step.example)[0].state


def test_the_ideas_are_there_in_order() -> None:
    assert [lesson.title for lesson in games.lessons("regicide")] == [
        "Attack",
        "The four suits",
        "Immunity",
        "Cards together",
        "Paying",
        "The exact kill",
        "In company",
        "Alone to the end",
    ]
    assert [lesson.title for lesson in games.lessons("duel")] == [
        "Attack and pay",
        "Against a shield",
        "Cards together",
        "The red suits",
        "The last card",
        "Too much to pay",
    ]
    assert [lesson.title for lesson in games.lessons("king_of_the_dead")] == [
        "Runs",
        "Buying",
        "Royals",
        "Pairs",
        "Jokers",
        "The last round",
    ]
