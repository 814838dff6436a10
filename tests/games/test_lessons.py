"""The lessons of every game: each can be finished whatever is played right."""

import re
from collections.abc import Iterator
from functools import cache, partial
from typing import Any, NamedTuple

import pytest

from regicide_tui import games
from regicide_tui.cards import Card, Suit, card
from regicide_tui.games.base import Move, take_text, written
from regicide_tui.games.practice import ELSEWHERE, Lesson, LessonStep
from regicide_tui.tui.input import keymap

LESSONS = [lesson for name in games.names() for lesson in games.lessons(name)]

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
    return [move for action in legal for move in take_text(game, state, game.format(action))]


class Standing(NamedTuple):
    """A point of a lesson: the step, the state, and the state in which the step began."""

    number: int
    step: LessonStep
    state: Any
    began: Any
    line: tuple[str, ...] = ()


def following(lesson: Lesson, standing: Standing) -> list[Standing]:
    """Return the points that the coach lets the learner go on to; none at the end."""
    number, step, state, began, line = standing
    if number + 1 == len(lesson.steps):
        return []
    after = partial(Standing, number + 1, lesson.steps[number + 1])
    if step.done is None:
        return [after(state, state, line)]
    found, game = [], games.find(lesson.game)
    for move in moves(lesson, state):
        if step.done(move):
            found.append(after(move.state, move.state, (*line, *written(game, [move]))))
        elif step.free and game.outcome(move.state) is None:
            done = (*line, *written(game, [move]))
            found.append(Standing(number, step, move.state, began, done))
    return found


@cache
def _walked(game: str, number: int) -> list[Standing]:
    lesson = games.lessons(game)[number]
    start = begun(lesson)
    found = [Standing(0, lesson.steps[0], start, start)]
    for standing in found:  # grows while it is walked
        found += following(lesson, standing)
    return found


def walked(lesson: Lesson) -> list[Standing]:
    """Return every point of a lesson that any line of accepted actions reaches."""
    return _walked(lesson.game, games.lessons(lesson.game).index(lesson))


@every_lesson
def test_whatever_the_coach_accepts_the_lesson_can_be_finished(lesson: Lesson) -> None:
    ends = [one for one in walked(lesson) if not one.step.free and not following(lesson, one)]
    assert ends
    assert all(end.number + 1 == len(lesson.steps) for end in ends), [end.line for end in ends]


@every_lesson
def test_a_step_that_can_be_lost_can_be_done_from_where_the_learner_goes_back_to(
    lesson: Lesson,
) -> None:
    for standing in walked(lesson):
        if standing.step.free and standing.state is standing.began:
            later = [
                one for one in walked(lesson) if one.line[: len(standing.line)] == standing.line
            ]
            assert any(one.number > standing.number for one in later)


@every_lesson
def test_the_examples_finish_the_lesson(lesson: Lesson) -> None:
    state = begun(lesson)
    for step in lesson.steps:
        if step.done is None:
            continue
        (move,) = take_text(games.find(lesson.game), state, step.example)
        assert step.done(move) or step.free, step.text
        state = move.state


@every_lesson
def test_the_learner_does_something_and_reads_the_last_step(lesson: Lesson) -> None:
    assert any(step.done for step in lesson.steps)
    assert lesson.steps[-1].done is None


def said(lesson: Lesson) -> Iterator[tuple[str, Any]]:
    """Return every text that the coach can show, with the state that it speaks of.

    A text that answers a wrong action speaks of the state to which the learner goes back.
    """
    for standing in walked(lesson):
        yield standing.step.text_at(standing.state), standing.state
        if standing.step.done and not all(map(standing.step.done, moves(lesson, standing.state))):
            yield standing.step.otherwise, standing.began


def held(lesson: Lesson, state: Any) -> frozenset[Card]:
    """Return the cards in the hand of the player to act."""
    seat = games.find(lesson.game).to_act(state)
    if seat is None:
        return frozenset()
    hands = state.hands if lesson.game != "king_of_the_dead" else [one.hand for one in state.sides]
    return frozenset(hands[seat])


def signs(text: str) -> list[str]:
    """Return what stands in braces in a text."""
    return re.findall(r"\{(.*?)\}", text)


def named(text: str, mark: str = "") -> list[Card]:
    """Return the cards that a text names, with this mark before each of them."""
    return [
        card(sign[-2:]) for sign in signs(text) if re.fullmatch(f"{mark}[2-9TJQKA][SHDC]", sign)
    ]


@every_lesson
def test_cards_suits_and_commands_in_the_texts_exist(lesson: Lesson) -> None:
    for text, _ in said(lesson):
        for sign in signs(text):
            if sign not in keymap.by_id():
                assert Suit(sign) if len(sign) == 1 else card(sign.removeprefix(ELSEWHERE))


@every_lesson
def test_the_coach_names_only_cards_that_are_held_whatever_was_played_before(
    lesson: Lesson,
) -> None:
    for text, state in said(lesson):
        assert set(named(text)) <= held(lesson, state), text


@every_lesson
def test_a_card_that_lies_elsewhere_is_in_no_hand_of_the_player_to_act(lesson: Lesson) -> None:
    for text, state in said(lesson):
        assert not set(named(text, ELSEWHERE)) & held(lesson, state), text


@every_lesson
def test_every_card_in_a_text_is_in_braces(lesson: Lesson) -> None:
    for text, _ in said(lesson):
        assert not re.search(r"\b([2-9TJQKA]|10)[SHDC]\b", re.sub(r"\{.*?\}", "", text)), text


@every_lesson
def test_every_step_says_something_and_what_can_go_wrong_is_answered(lesson: Lesson) -> None:
    for text, _ in said(lesson):
        assert text.strip()
        assert "!" not in text


def test_the_ideas_are_there_in_order() -> None:
    assert [lesson.title for lesson in games.lessons("regicide")] == [
        "Attack",
        "The four suits",
        "Immunity",
        "Cards together",
        "Paying",
        "The exact kill",
        "Playing together",
        "Playing solo",
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
        "The table",
        "Runs",
        "Buying",
        "Royals",
        "Pairs",
        "Jokers",
        "The last round",
    ]
