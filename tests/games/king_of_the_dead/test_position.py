"""Positions: what is left out, what is derived, and what can't be."""

from typing import Any

import pytest

from regicide_tui.games.base import BadSetup, take_text
from regicide_tui.games.king_of_the_dead import GAME
from regicide_tui.games.king_of_the_dead.state import State
from tests.loose import loose

SMALL: dict[str, Any] = {"players": 2, "hands": [["5C", "9H"], ["2C"]]}
"""What a position can't do without."""

LOOKING: dict[str, Any] = {
    **SMALL,
    "plays": [["JC"], []],
    "phase": "prompt",
    "prompt": "corrupt",
    "looked": ["3C", "4C"],
    "pending": {"player": 1},
}

PILLAGING: dict[str, Any] = {
    **SMALL,
    "plays": [["JC", "*"], []],
    "phase": "prompt",
    "prompt": "pillage",
    "discards": [[], ["KH"]],
    "pending": {"player": 1, "target": 2},
}


def _load(position: Any, options: dict[str, Any] | None = None) -> State:
    return GAME.load(position, "7F3K", options or {})


def test_what_a_position_leaves_out_has_its_default() -> None:
    assert GAME.position(_load(SMALL)) == {
        **SMALL,
        "draws": [[], []],
        "discards": [[], []],
        "scores": [[], []],
        "plays": [[], []],
        "familiars": [[], []],
        "parade": [None] * 4,
        "newcomer": None,
        "gate": [],
        "well": [],
        "first": 1,
        "turn": 1,
        "reshuffles": 0,
        "jokers_seen": 0,
        "final_round": False,
        "phase": "main",
        "prompt": None,
        "looked": [],
        "pending": None,
        "actor": 1,
        "points": [0, 0],
        "winners": None,
        "hand_counts": [2, 1],
        "seed": "7F3K",
        "shuffles": 0,
    }


def test_what_follows_from_a_position_is_not_read_from_it() -> None:
    derived = {"actor": 2, "points": [9, 9], "winners": [2], "hand_counts": []}
    assert _load({**SMALL, **derived}) == _load(SMALL)


def test_cards_may_come_in_any_case_and_hands_are_sorted_with_jokers_last() -> None:
    state = _load({**SMALL, "hands": [["9h", "*", "5c"], ["2c"]], "parade": ["kd"]})
    assert loose(GAME.position(state)["hands"])[0] == ["5C", "9H", "*"]
    assert GAME.position(state)["parade"] == ["KD", None, None, None]


def test_the_seed_of_a_position_comes_before_the_seed_of_the_request() -> None:
    assert _load({**SMALL, "seed": "mine"}).seed == "mine"
    assert _load({**SMALL, "seed": None}).seed == "7F3K"


def test_a_prompt_can_be_laid_and_answered() -> None:
    after = take_text(GAME, _load(LOOKING), "discard 4C")[-1].state
    assert loose(GAME.position(loose(after))["hands"])[0] == ["3C", "5C", "9H"]
    after = take_text(GAME, _load(PILLAGING), "take d:KH")[-1].state
    assert loose(GAME.position(loose(after))["discards"])[1] == ["*"]


def test_a_prompt_is_written_as_it_is_read_with_players_counted_from_one() -> None:
    position = GAME.position(_load(PILLAGING))
    assert position["pending"] == {"player": 1, "target": 2}
    assert _load(position) == _load(PILLAGING)


def test_the_active_player_answers_if_nobody_is_named() -> None:
    position = {key: value for key, value in LOOKING.items() if key != "pending"}
    assert _load(position) == _load(LOOKING)


def test_a_game_that_is_over_can_be_laid() -> None:
    state = _load({**SMALL, "scores": [["9H"], []], "phase": "over", "final_round": True})
    position = GAME.position(state)
    assert (position["winners"], position["actor"], position["phase"]) == ([1], None, "over")
    assert GAME.load(position, "1", {}) == state


def test_for_a_drill_a_card_may_lie_there_twice() -> None:
    assert loose(GAME.position(_load({**SMALL, "well": ["5C", *["*"] * 4]}))["well"])[0] == "5C"


IMPOSSIBLE: dict[str, Any] = {
    "nothing at all": {},
    "no position": None,
    "no hands": {"players": 2},
    "a player alone": {"players": 1, "hands": [["5C"]]},
    "five players": {"players": 5, "hands": [[]] * 5},
    "a player without a hand": {**SMALL, "hands": [["5C"]]},
    "a player without a draw pile": {**SMALL, "draws": [["5C"]]},
    "too many discards": {**SMALL, "discards": [[], [], []]},
    "no such card": {**SMALL, "well": ["1C"]},
    "an unknown card": {**SMALL, "gate": ["?"]},
    "an unknown newcomer": {**SMALL, "newcomer": "?"},
    "a number as a card": {**SMALL, "well": [8]},
    "too many slots": {**SMALL, "parade": [None] * 5},
    "a Joker in the Parade": {**SMALL, "parade": ["*"]},
    "a slot that is no card": {**SMALL, "parade": [5]},
    "a scored Ace": {**SMALL, "scores": [["AH"], []]},
    "a scored royal": {**SMALL, "scores": [["KH"], []]},
    "a Familiar without a card": {**SMALL, "familiars": [["AH"], []]},
    "a Familiar of another rank": {**SMALL, "familiars": [["2H:3H"], []]},
    "a card three times": {**SMALL, "well": ["5C", "5C"]},
    "five Jokers": {**SMALL, "well": ["*"] * 5},
    "a turn of no player": {**SMALL, "turn": 3},
    "a turn of player nought": {**SMALL, "turn": 0},
    "a round of no player": {**SMALL, "first": 3},
    "no such phase": {**SMALL, "phase": "play"},
    "an unknown key": {**SMALL, "castle": []},
    "a prompt in phase main": {**LOOKING, "phase": "main"},
    "phase prompt without one": {**SMALL, "phase": "prompt"},
    "cards to look at without a prompt": {**SMALL, "looked": ["3C"]},
    "no such prompt": {**LOOKING, "prompt": "sleep"},
    "nothing to look at": {**LOOKING, "looked": []},
    "another player's prompt": {**LOOKING, "pending": {"player": 2}},
    "a prompt of no player": {**LOOKING, "pending": {"player": 3}},
    "a target that is no player": {**PILLAGING, "pending": {"player": 1, "target": 4}},
    "pending words": {**LOOKING, "pending": {"player": 1, "why": "because"}},
    "too much to take": {**LOOKING, "pending": {"player": 1, "count": 99}},
    "a Joker power without its Joker": {**PILLAGING, "plays": [["JC"], []]},
    "nothing to pillage": {**PILLAGING, "discards": [[], []]},
    "a Familiar without its Aces": {
        **LOOKING,
        "prompt": "familiar",
        "looked": [],
        "pending": {"player": 1, "cards": ["AH", "AS"]},
    },
    "Void answered by its player": {**PILLAGING, "prompt": "void_hand", "pending": {"player": 1}},
}


@pytest.mark.parametrize("position", IMPOSSIBLE.values(), ids=IMPOSSIBLE.keys())
def test_what_can_t_be_is_refused(position: Any) -> None:
    with pytest.raises(BadSetup) as refusal:
        _load(position)
    assert refusal.value.code == "bad_position"
    assert refusal.value.message.endswith(".")


def test_an_option_that_is_none_is_another_fault() -> None:
    with pytest.raises(BadSetup) as refusal:
        _load(SMALL, {"combos": True})
    assert refusal.value.code == "bad_option"


# ---------------------------------------------------------------- in words


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ({"points": [7, 0], "reshuffles": 1}, "points 7 : 0, 1 reshuffle"),
        ({"points": [7, 0, 3], "final_round": True}, "points 7 : 0 : 3, the last round"),
        ({"points": [7, 9], "phase": "over", "winners": [2]}, "won by Bea, points 7 : 9"),
        ({"points": [9, 9], "phase": "over", "winners": [1, 2]}, "won by Ada & Bea, points 9 : 9"),
        ({"points": [7, 9], "phase": "over", "winners": [3]}, "over, points 7 : 9"),
        ({"points": [7, 9], "phase": "over"}, "over, points 7 : 9"),
        ({"points": "7"}, "just started"),
        ({"points": [None]}, "just started"),
        ({}, "just started"),
        (None, "just started"),
        ({"points": [1, 2], "reshuffles": 0}, "points 1 : 2"),
        ({"points": [1, 2], "reshuffles": "?"}, "points 1 : 2"),
    ],
)
def test_a_position_is_told_in_a_few_words_however_damaged(position: Any, words: str) -> None:
    assert GAME.describe(position, ("Ada", "Bea")) == words
