"""Positions: what may be left out, and that the impossible is refused."""

import re
from typing import Any

import pytest

from regicide_tui.games.base import BadSetup
from regicide_tui.games.duel import GAME
from regicide_tui.games.duel.state import State

SMALL: dict[str, Any] = {"hands": [["5C", "9H"], ["2C"]]}
"""What a position can't do without."""

UNPAID: dict[str, Any] = {**SMALL, "phase": "pay", "played": "2D", "due": 2}

LOST: dict[str, Any] = {**SMALL, "phase": "over", "winner": 1, "reason": "cannot_pay"}
LOST |= {"played": "5D", "due": 5}

EMPTY: dict[str, Any] = {**SMALL, "hands": [[], ["2C"]], "phase": "over", "winner": 2}
EMPTY |= {"reason": "cannot_play"}


def _load(position: Any, options: dict[str, Any] | None = None) -> State:
    return GAME.load(position, "7F3K", options or {})


def test_what_a_position_leaves_out_has_its_default() -> None:
    assert GAME.position(_load(SMALL)) == {
        **SMALL,
        "players": 2,
        "shields": [[], []],
        "castle": [],
        "tavern": [],
        "discard": [],
        "turn": 1,
        "phase": "play",
        "played": "",
        "due": 0,
        "winner": None,
        "reason": None,
        "actor": 1,
        "shield_values": [0, 0],
        "hand_counts": [2, 1],
        "seed": "7F3K",
        "shuffles": 0,
    }


def test_what_follows_from_a_position_is_not_read_from_it() -> None:
    derived = {"actor": 2, "shield_values": "none", "hand_counts": []}
    assert _load({**SMALL, **derived}) == _load(SMALL)


def test_cards_may_come_in_any_case_and_order_and_hands_are_sorted() -> None:
    state = _load({"hands": [["9h", "5c"], ["2c"]], "shields": [["as+tc"], []]})
    assert state == _load({**SMALL, "shields": [["TC+AS"], []]})
    assert GAME.position(state)["shields"] == [["TC+AS"], []]


def test_the_seed_of_a_position_comes_before_the_seed_of_the_request() -> None:
    assert _load({**SMALL, "seed": "mine"}).seed == "mine"
    assert _load({**SMALL, "seed": None}).seed == _load(SMALL).seed == "7F3K"


@pytest.mark.parametrize(
    ("position", "phase", "winner", "reason"),
    [
        (UNPAID, "pay", None, None),
        ({**UNPAID, "due": 3}, "over", 1, "cannot_pay"),
        ({**UNPAID, "turn": 2, "due": 14}, "pay", None, None),
        ({**UNPAID, "turn": 2, "due": 15}, "over", 2, "cannot_pay"),
        ({"hands": [[], ["2C"]]}, "over", 2, "cannot_play"),
        ({"hands": [[], ["2C"]], "turn": 2}, "play", None, None),
        (LOST, "over", 1, "cannot_pay"),
        (EMPTY, "over", 2, "cannot_play"),
    ],
)
def test_loading_runs_the_check_of_the_phase(
    position: Any, phase: str, winner: int | None, reason: str | None
) -> None:
    state = _load(position)
    written = GAME.position(state)
    assert (written["phase"], written["winner"], written["reason"]) == (phase, winner, reason)
    assert GAME.load(written, "another", {}) == state


def test_for_a_drill_a_card_may_lie_there_twice() -> None:
    assert GAME.position(_load({**SMALL, "tavern": ["5C"]}))["tavern"] == ["5C"]


IMPOSSIBLE: dict[str, Any] = {
    "nothing at all": {},
    "no object": ["hands", [[], []]],
    "no position": None,
    "three players": {**SMALL, "players": 3},
    "one hand": {"hands": [["5C"]]},
    "three hands": {"hands": [["5C"], ["2C"], ["3C"]]},
    "a hand that is no list": {"hands": ["5C", "2C"]},
    "a hand of eight": {"hands": [[f"{n}C" for n in range(2, 10)], ["2D"]]},
    "no such card": {**SMALL, "tavern": ["1C"]},
    "an unknown card in a hand": {"hands": [["?"], ["2C"]]},
    "an unknown card in the castle": {**SMALL, "castle": ["?"]},
    "a number in the castle": {**SMALL, "castle": ["JC", "TC"]},
    "a Jester in the castle": {**SMALL, "castle": ["*"]},
    "a Jester in the tavern": {**SMALL, "tavern": ["*"]},
    "a Jester in a shield": {**SMALL, "shields": [["*"], []]},
    "a Jester that was played": {**UNPAID, "played": "*"},
    "a card three times": {**SMALL, "tavern": ["5C", "5C"]},
    "one shield": {**SMALL, "shields": [["2S"]]},
    "a shield that is no list": {**SMALL, "shields": ["2S", "3S"]},
    "a play of no cards in a shield": {**SMALL, "shields": [[""], []]},
    "a turn of player nought": {**SMALL, "turn": 0},
    "a turn of player three": {**SMALL, "turn": 3},
    "no such phase": {**SMALL, "phase": "suffer"},
    "an attack of no cards": {**UNPAID, "played": ""},
    "nothing to pay": {**UNPAID, "due": 0},
    "less than nothing to pay": {**UNPAID, "due": -1},
    "far too much to pay": {**UNPAID, "due": 10**30},
    "something to pay before the attack": {**SMALL, "due": 2},
    "cards played before the attack": {**SMALL, "played": "2D"},
    "a winner before the end": {**SMALL, "winner": 1},
    "a reason before the end": {**SMALL, "reason": "cannot_play"},
    "an end without a winner": {**LOST, "winner": None},
    "an end without a reason": {**LOST, "reason": None},
    "no such winner": {**LOST, "winner": 3},
    "no such reason": {**LOST, "reason": "resigned"},
    "a winner who can't pay": {**LOST, "winner": 2},
    "a winner who can't play": {**EMPTY, "winner": 1},
    "an unpaid attack of nobody": {**LOST, "played": "", "due": 0},
    "an empty hand that something is due from": {**EMPTY, "played": "5D", "due": 5},
    "a number as the seed": {**SMALL, "seed": 7},
    "an unknown key": {**SMALL, "taverm": []},
    "a key of the other game": {**SMALL, "enemy": "JC"},
    "an endless tavern": {**SMALL, "tavern": ["3C"] * 1000},
}


@pytest.mark.parametrize("position", IMPOSSIBLE.values(), ids=IMPOSSIBLE.keys())
def test_an_impossible_position_is_refused_with_a_sentence(position: Any) -> None:
    with pytest.raises(BadSetup) as refusal:
        _load(position)
    assert refusal.value.code == "bad_position"
    assert re.fullmatch(r"[A-Z].+[^.]\.", refusal.value.message)


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_a_view_is_no_position_to_play_on_from(seat: int | None) -> None:
    view = GAME.view(GAME.new(2, "7F3K", {}), seat)
    with pytest.raises(BadSetup, match="unknown"):
        _load(GAME.position(view))


def test_a_position_is_read_with_the_options_of_its_game() -> None:
    assert _load(SMALL, {"overpay": "free"}).options.overpay == "free"
    with pytest.raises(BadSetup) as refusal:
        _load(SMALL, {"overpay": "no"})
    assert refusal.value.code == "bad_option"
