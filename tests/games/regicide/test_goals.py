"""Goals: what reaches them, what misses them, and why."""

import re

import pytest

from regicide_tui.games.base import Json
from regicide_tui.games.practice import PuzzleVerdict
from regicide_tui.games.regicide.puzzles import Aim, Goal, RegicidePuzzle
from tests.play.games import set_up

KING: dict[str, Json] = {
    "players": 1,
    "hands": [["2D", "5H", "8S", "9D", "TS"]],
    "enemy": "KC",
    "castle": ["KD"],
    "damage": 31,
    "jesters_unused": 0,
}
WIN = Goal(Aim.WIN)
EXACT = Goal(Aim.EXACT, plays=1)
NOW = Goal(Aim.WIN, attacks=0)
SURVIVE = Goal(Aim.SURVIVE, attacks=2)


def judged(goal: Goal, *actions: str, **changes: Json) -> PuzzleVerdict | None:
    """Play these actions and judge them."""
    history = set_up({**KING, **changes})
    for action in actions:
        history = history.take_text(action)
    return RegicidePuzzle(0, "", goal, {}).verdict(history.standing)


@pytest.mark.parametrize("goal", [WIN, EXACT, NOW, SURVIVE])
def test_before_the_first_move_nothing_is_decided(goal: Goal) -> None:
    assert judged(goal) is None


def test_an_exact_kill_reaches_the_exact_goal() -> None:
    found = judged(EXACT, "9D")
    assert found is not None
    assert found.reached


def test_a_kill_by_more_misses_the_exact_goal_and_says_why() -> None:
    assert judged(EXACT, "TS") == PuzzleVerdict(
        False, "The damage was more than the health that was left."
    )


def test_a_play_that_does_not_kill_uses_up_the_only_play() -> None:
    found = judged(EXACT, "8S")
    assert found is not None
    assert not found.reached
    assert re.fullmatch(r"1 play did not do it: the \w+ still had \d+ health\.", found.why)


def test_with_plays_left_the_exact_goal_stays_open() -> None:
    two = Goal(Aim.EXACT, plays=2)
    hand = [["2D", "5H", "6H", "7H", "8S", "TS"]]
    assert judged(two, "2D", "pay 5H 8S TS", hands=hand) is None
    found = judged(two, "2D", "pay 5H 8S TS", "7H", hands=hand)
    assert found is not None
    assert found.reached


def test_only_the_win_of_the_whole_game_reaches_the_win() -> None:
    assert judged(WIN, "9D") is None
    assert judged(WIN, "9D", castle=[]) == PuzzleVerdict(True, "The last royal is defeated.")


def test_a_lost_game_misses_every_goal_and_says_why() -> None:
    why = "You could not pay the attack. The game is lost."
    for goal in (WIN, EXACT, NOW, SURVIVE):
        assert judged(goal, "2D", hands=[["2D", "3H"]]) == PuzzleVerdict(False, why)


def test_a_hand_without_a_card_is_lost_for_another_reason() -> None:
    found = judged(WIN, "9D", hands=[["9D"]])
    assert found == PuzzleVerdict(False, "You had no card left to play. The game is lost.")


def test_an_attack_ends_the_turn_one_was_to_win_in() -> None:
    why = "The enemy survived the turn and attacked."
    assert judged(NOW, "9D") is None
    assert judged(NOW, "8S") == PuzzleVerdict(False, why)
    assert judged(NOW, "9D", "TS") == PuzzleVerdict(False, why)


def test_an_attack_that_the_shield_holds_ends_the_turn_too() -> None:
    found = judged(NOW, "8S", table=["1:QS"])
    assert found is not None
    assert not found.reached


def test_attacks_are_survived_by_paying_or_by_a_shield() -> None:
    hand = [["AH", "2D", "3D", "5H", "8S", "9D", "TS"]]
    assert judged(SURVIVE, "TS", hands=hand, damage=0) is None
    assert judged(SURVIVE, "TS", "pay 2D 8S", hands=hand, damage=0) is None
    paid = ("TS", "pay 2D 8S", "3D", "pay 5H 9D")
    assert judged(SURVIVE, *paid, hands=hand, damage=0) == PuzzleVerdict(
        True, "You have survived 2 attacks."
    )
    held = judged(SURVIVE, "8S", "TS", damage=0, table=["1:QS"])
    assert held is not None
    assert held.reached


def test_who_wins_before_survives() -> None:
    assert judged(SURVIVE, "9D", castle=[]) == PuzzleVerdict(True, "No royal is left to attack.")


def test_the_first_move_that_decides_counts() -> None:
    found = judged(EXACT, "TS", "9D", damage=30)
    assert found is not None
    assert found.reached
