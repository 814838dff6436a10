"""The last lesson, which can be lost: how it is won, and what is said when it is not."""

from typing import Any

import pytest

from regicide_tui.games.base import Move, take_text
from regicide_tui.games.practice import LessonStep
from regicide_tui.games.regicide import GAME
from regicide_tui.games.regicide.lessons import LESSONS, RegicideLesson, why_lost
from regicide_tui.games.regicide.state import State
from regicide_tui.games.setup import items
from tests.loose import loose


def after_the_flip(*actions: str) -> list[Move]:
    """Play the last lesson from its Jester on."""
    state: State = GAME.load(dict(LESSONS[-1].position), "lesson", {})
    played: list[Move] = []
    for action in ("flip", *actions):
        played += take_text(GAME, state, action)
        state = loose(played[-1].state)
    return played


def endgame() -> LessonStep:
    """Return the step that can be lost."""
    return next(step for step in LESSONS[-1].steps if step.free)


@pytest.mark.parametrize("payment", ["pay 4S 7D", "pay 4S 8H", "pay 7D 8H"])
def test_the_endgame_is_won_by_keeping_the_right_card(payment: str) -> None:
    last = after_the_flip(payment, "6C")[-1]
    assert endgame().done is not None
    assert endgame().done(last)  # type: ignore[misc]
    assert loose(last.state).result == "won"


def test_the_endgame_is_lost_by_who_can_not_pay_and_the_reason_is_said() -> None:
    last = after_the_flip("pay 4S 6C", "8H")[-1]
    assert loose(last.state).result == "lost"
    assert why_lost(last) == "You owe 9 and hold only 7: the game is lost."


def test_the_endgame_is_lost_by_who_has_no_card_left_and_the_reason_is_said() -> None:
    last = after_the_flip("pay 6C 7D", "4S", "pay 8H")[-1]
    assert loose(last.state).result == "lost"
    assert why_lost(last) == "You have no card left to play: the game is lost."


@pytest.mark.parametrize("lesson", LESSONS, ids=[lesson.title for lesson in LESSONS])
def test_each_lesson_stands_in_a_castle_that_can_be(lesson: RegicideLesson) -> None:
    position = dict(lesson.position)
    ahead = loose([position["enemy"], *items(position["castle"])])
    ranks = "".join([royal[0] for royal in ahead])
    assert ranks == "".join(sorted(ranks, key="JQK".index))
    assert set(ranks) == set("JQK"["JQK".index(ranks[0]) :])
    assert all(ranks.count(rank) == 4 for rank in set(ranks[1:]) - {ranks[0]})
    piles = [position["tavern"], position.get("discard", [])]
    everything = loose([*items(position["hands"]), *piles])
    held = [card for pile in everything for card in pile if card != "*"]
    assert len(set(held)) == len(held)


def damage_of(play: str, enemy: str) -> int:
    """Return the damage of a play such as `1:TS+AC` against this enemy."""
    values = {"A": 1, "T": 10, "J": 10, "Q": 15, "K": 20}
    cards = play.partition(":")[2].split("+")
    dealt = sum([values.get(card[0]) or int(card[0]) for card in cards])
    doubled = enemy[1] != "C" and any(card[1] == "C" for card in cards)
    return 2 * dealt if doubled else dealt


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.title)
def test_the_damage_is_that_of_the_cards_in_play(lesson: RegicideLesson) -> None:
    position: dict[str, Any] = dict(lesson.position)
    dealt = sum([damage_of(play, position["enemy"]) for play in position["table"]])
    assert position.get("damage", 0) == dealt
