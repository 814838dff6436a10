"""Little Whist holds what every game must hold, and what its own rules say."""

from typing import Any

import pytest

from regicide_tui.games.base import IllegalAction, of_kind, take_text
from tests.fourth_game.playing import PLAYING
from tests.fourth_game.whist_game import MANIFEST
from tests.fourth_game.whist_game.game import GAME
from tests.fourth_game.whist_game.state import State
from tests.games.conformance import GameConformance
from tests.loose import loose

TRICK: dict[str, Any] = {
    "hands": [["2C", "AH"], ["3C", "5D"], ["KC", "2D"]],
    "turned": "4D",
    "stock": [],
    "played": [[]],
    "leaders": [1],
}


class TestWhist(GameConformance):
    """Little Whist."""

    manifest = MANIFEST
    playing = PLAYING


@pytest.mark.parametrize(
    ("actions", "trumps", "taker"),
    [
        (("2C", "3C", "KC"), True, 3),  # the highest card of the suit that was led
        (("AH", "5D", "2D"), True, 2),  # the highest trump
        (("AH", "5D", "2D"), False, 1),  # no card of another suit, where there are no trumps
    ],
)
def test_a_trick_is_taken_by_its_highest_card(
    actions: tuple[str, ...], trumps: bool, taker: int
) -> None:
    state = GAME.load(TRICK, "7F3K", {"trumps": trumps})
    for action in actions:
        state = of_kind(State, take_text(GAME, state, action)[-1].state)
    assert state.leaders[-1] == taker - 1
    assert loose(GAME.position(state)["tricks"])[taker - 1] == 1


def test_one_must_follow_suit() -> None:
    state = of_kind(State, take_text(GAME, GAME.load(TRICK, "7F3K", {}), "2C")[-1].state)
    with pytest.raises(IllegalAction, match=r"Clubs were led\."):
        take_text(GAME, state, "5D")


def test_of_two_with_as_many_tricks_the_last_trick_decides() -> None:
    position = {
        **TRICK,
        "hands": [[], []],
        "played": [["2C", "3C"], ["KC", "5C"]],
        "leaders": [1, 2],
    }
    outcome = GAME.outcome(GAME.load(position, "7F3K", {}))
    assert outcome is not None
    assert (outcome.winners, outcome.points) == ((1,), (0, 2))
    position["leaders"] = [1, 1]
    outcome = GAME.outcome(GAME.load(position, "7F3K", {}))
    assert outcome is not None
    assert (outcome.winners, outcome.points) == ((0,), (1, 1))
