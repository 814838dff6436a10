"""Whether a bot agrees to a draw (D-21)."""

import pytest
from msgspec.structs import replace

from regicide_tui.thinking.questions import answer, the_judgement
from regicide_tui.thinking.review import agrees, draw_question
from tests.loose import loose
from tests.tui.duel.models import MIDDLE, duel, swapped
from tests.tui.models import Position

STRONG: Position = {
    **MIDDLE,
    "hands": [["AC", "9C", "TC", "8H", "JH", "JD"], ["2D", "3D"]],
    "shields": [["9S", "TS"], []],
}
"""Ada, who plays first, has more and better cards than Bea, and a shield of 19."""


def bot_agrees(position: Position, *actions: str) -> bool:
    """Tell whether a bot in Ada's seat agrees after these actions."""
    saved = replace(duel(position, *actions), bots=("squire", ""))
    asked = draw_question(saved, 0)
    assert asked is not None
    return agrees(the_judgement(answer(asked)))


def test_a_bot_that_is_likely_to_win_plays_on() -> None:
    assert not bot_agrees(STRONG, "8H")


def test_a_bot_that_is_likely_to_lose_agrees() -> None:
    assert bot_agrees(swapped(STRONG), "2D")


def test_a_bot_that_has_not_decided_anything_yet_agrees() -> None:
    assert draw_question(replace(duel(STRONG, "8H"), bots=("", "squire")), 1) is None


def test_a_bot_that_can_not_judge_agrees() -> None:
    assert agrees(None)


@pytest.mark.parametrize("hand", [["3D", "9H", "TC", "JD"], ["4D", "6C", "7D", "8D"]])
def test_the_answer_depends_on_nothing_that_the_bot_does_not_know(hand: list[str]) -> None:
    tavern = [card for card in ("3D", "9H", "TC", "JD", "4D", "6C", "7D", "8D") if card not in hand]
    position: Position = {
        **MIDDLE,
        "hands": [loose(MIDDLE["hands"])[0], loose(hand)],
        "tavern": [*tavern, "3H", "7H", "2C"],
    }
    known = draw_question(replace(duel(MIDDLE, "7C"), bots=("squire", "")), 0)
    assert draw_question(replace(duel(position, "7C"), bots=("squire", "")), 0) == known
