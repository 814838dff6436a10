"""Positions: a state written and read again is the same state, and the impossible is refused."""

import json
import re
from random import Random
from typing import Any

import pytest

from regicide_tui.games.base import BadSetup
from regicide_tui.games.regicide import GAME
from regicide_tui.games.regicide.state import Phase, State
from tests.games.regicide.oracle import random_options, random_position
from tests.loose import loose

SMALL = {"players": 2, "hands": [["5C", "9H"], ["2C"]], "enemy": "JH"}
"""What a position can't do without."""

SOLO = {"players": 1, "hands": [["5C", "9H"]], "enemy": "JH"}

LOST: dict[str, Any] = {**SMALL, "phase": "over", "result": "lost", "reason": "cannot_pay"}


def _load(position: Any, options: dict[str, Any] | None = None) -> State:
    return GAME.load(position, "7F3K", options or {})


def _fed_back(state: State, options: dict[str, Any]) -> State:
    written = json.loads(json.dumps(GAME.position(state)))
    return GAME.load(written, "another seed", options)


def _phases_of(state: State, options: dict[str, Any], rng: Random) -> set[Phase]:
    """Play at random to the end, feeding every state back."""
    met: set[Phase] = set()
    while True:
        met.add(state.phase)
        again = _fed_back(state, options)
        assert again == state
        assert GAME.position(again) == GAME.position(state)
        assert GAME.legal_actions(again) == GAME.legal_actions(state)
        if state.phase is Phase.OVER:
            return met
        state = GAME.reduce(state, rng.choice(GAME.legal_actions(state))).state


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_state_of_a_game_fed_back_is_the_same_state(players: int) -> None:
    rng, met = Random(players), set()
    for number in range(60):
        options = random_options(rng, players)
        met |= _phases_of(GAME.new(players, f"{number}", options), options, rng)
    assert met == (set(Phase) if players > 2 else set(Phase) - {Phase.CHOOSE})


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_state_of_a_strewn_position_fed_back_is_the_same_state(players: int) -> None:
    rng, met = Random(players), set()
    for _ in range(150):
        options = random_options(rng, players)
        met |= _phases_of(_load(random_position(rng, players), options), options, rng)
    assert met == set(Phase)


def test_a_position_fed_back_goes_on_with_the_same_shuffles() -> None:
    state = GAME.new(2, "7F3K", {})
    rng = Random(1)
    while state.phase is not Phase.OVER:
        action = rng.choice(GAME.legal_actions(state))
        after = GAME.reduce(state, action).state
        assert GAME.reduce(_fed_back(state, {}), action).state == after
        state = after
    assert state.shuffles > GAME.new(2, "7F3K", {}).shuffles


def test_a_state_of_the_empty_seed_fed_back_is_the_same_state() -> None:
    state = GAME.new(2, "", {})
    assert _fed_back(state, {}) == state
    loaded = GAME.load(GAME.position(state) | {"shuffles": 0}, "", {})
    assert GAME.load(GAME.position(loaded), "another", {}) == loaded


def test_what_a_position_leaves_out_has_its_default() -> None:
    assert GAME.position(_load(SMALL)) == {
        **SMALL,
        "castle": [],
        "tavern": [],
        "discard": [],
        "table": [],
        "damage": 0,
        "immunity_cancelled": False,
        "turn": 1,
        "phase": "play",
        "yielded": [False, False],
        "tavern_known": 0,
        "result": None,
        "reason": None,
        "remaining": 20,
        "shield": 0,
        "due": 0,
        "hand_counts": [2, 1],
        "medal": None,
        "seed": "7F3K",
        "shuffles": 0,
    }
    assert GAME.position(_load(SOLO))["jesters_unused"] == 2


def test_what_follows_from_a_position_is_not_read_from_it() -> None:
    derived = {"remaining": 1, "shield": 99, "due": 7, "hand_counts": [], "medal": "gold"}
    assert _load({**SMALL, **derived}) == _load(SMALL)


def test_cards_may_come_in_any_case_and_order_and_hands_are_sorted() -> None:
    state = _load({**SMALL, "hands": [["9h", "5c"], ["2c"]], "table": ["2:ad+8c"], "enemy": "jh"})
    assert state == _load({**SMALL, "table": ["2:8C+AD"]})
    assert loose(GAME.position(state)["hands"])[0] == ["5C", "9H"]


def test_a_jester_on_the_table_has_ended_the_immunity_unless_the_position_says_otherwise() -> None:
    with_jester: dict[str, Any] = {**SMALL, "table": ["2:5S", "1:*"], "enemy": "JS"}
    assert _load(with_jester).immunity_cancelled
    assert GAME.position(_load(with_jester))["shield"] == 5
    assert not _load({**with_jester, "immunity_cancelled": False}).immunity_cancelled
    assert _load({**SMALL, "immunity_cancelled": True}).immunity_cancelled


def test_the_seed_of_a_position_comes_before_the_seed_of_the_request() -> None:
    assert _load({**SMALL, "seed": "mine"}).seed == "mine"
    assert _load({**SMALL, "seed": None}).seed == _load(SMALL).seed == "7F3K"


@pytest.mark.parametrize(
    ("changes", "phase", "turn", "reason"),
    [
        ({"phase": "suffer"}, "suffer", 1, None),
        ({"phase": "suffer", "table": ["1:TS"]}, "play", 2, None),
        ({"phase": "suffer", "turn": 2}, "over", 2, "cannot_pay"),
        ({"hands": [[], ["2C"]]}, "play", 1, None),
        ({"hands": [[], ["2C"]], "yielded": [False, True]}, "over", 1, "cannot_act"),
        ({"hands": [["5C"], []], "phase": "suffer", "table": ["1:TS"]}, "play", 2, None),
        (
            {
                "hands": [["5C"], []],
                "phase": "suffer",
                "table": ["1:TS"],
                "yielded": [True, False],
            },
            "over",
            2,
            "cannot_act",
        ),
        ({"hands": [[], []], "phase": "choose"}, "choose", 1, None),
        ({**LOST, "turn": 2}, "over", 2, "cannot_pay"),
    ],
)
def test_loading_runs_the_check_of_the_phase(
    changes: dict[str, Any], phase: str, turn: int, reason: str | None
) -> None:
    position = GAME.position(_load({**SMALL, **changes}))
    assert (position["phase"], position["turn"], position["reason"]) == (phase, turn, reason)


@pytest.mark.parametrize(("unused", "phase"), [(2, "suffer"), (1, "suffer"), (0, "over")])
def test_loading_alone_asks_for_a_flip_while_there_is_a_jester(unused: int, phase: str) -> None:
    state = _load({**SOLO, "hands": [["2C"]], "phase": "suffer", "jesters_unused": unused})
    assert state.phase.value == phase


@pytest.mark.parametrize(("unused", "medal"), [(2, "gold"), (1, "silver"), (0, "bronze")])
def test_a_win_alone_is_read_with_its_medal(unused: int, medal: str) -> None:
    won = {"enemy": None, "phase": "over", "result": "won", "reason": "all_enemies_defeated"}
    state = _load({**SOLO, **won, "jesters_unused": unused})
    assert GAME.position(state)["medal"] == medal
    assert _fed_back(state, {}) == state


def test_for_a_drill_a_card_may_lie_there_twice() -> None:
    position = GAME.position(_load({**SMALL, "tavern": ["5C", *["*"] * 4]}))
    assert position["tavern"] == ["5C", "*", "*", "*", "*"]
    assert "5C" in loose(position["hands"])[0]


IMPOSSIBLE: dict[str, Any] = {
    "nothing at all": {},
    "no object": ["players", 2],
    "no position": None,
    "no players": {"hands": [["5C"]], "enemy": "JH"},
    "no hands": {"players": 2, "enemy": "JH"},
    "no enemy": {"players": 2, "hands": [["5C"], ["2C"]]},
    "nobody at the table": {**SMALL, "players": 0, "hands": []},
    "too many players": {**SMALL, "players": 5, "hands": [[]] * 5},
    "players in words": {**SMALL, "players": "2"},
    "players as a truth": {**SOLO, "players": True},
    "half a player": {**SMALL, "players": 2.5},
    "a player without a hand": {**SMALL, "hands": [["5C"]]},
    "a hand without a player": {**SMALL, "hands": [["5C"], ["2C"], ["3C"]]},
    "a hand that is no list": {**SMALL, "hands": ["5C", "2C"]},
    "hands that are no list": {**SMALL, "hands": {"1": ["5C"]}},
    "a hand over its maximum": {**SMALL, "hands": [[f"{n}C" for n in range(2, 10)], ["2D"]]},
    "a solo hand over its maximum": {**SOLO, "hands": [[f"{n}D" for n in "A23456789"]]},
    "a number as a card": {**SMALL, "tavern": [8]},
    "nothing as a card": {**SMALL, "tavern": [None]},
    "no such card": {**SMALL, "tavern": ["1C"]},
    "an unknown card in a hand": {**SMALL, "hands": [["?", "?"], ["2C"]]},
    "an unknown card in the tavern": {**SMALL, "tavern": ["?"]},
    "an unknown card in the castle": {**SMALL, "castle": ["?"]},
    "an unknown card in the discard": {**SMALL, "discard": ["3C", "?"]},
    "an unknown card on the table": {**SMALL, "table": ["1:?"]},
    "an unknown enemy": {**SMALL, "enemy": "?"},
    "a number as the enemy": {**SMALL, "enemy": "5H"},
    "a Jester as the enemy": {**SMALL, "enemy": "*"},
    "a number in the castle": {**SMALL, "castle": ["JC", "TC"]},
    "a Jester in the castle": {**SMALL, "castle": ["*"]},
    "a card three times": {**SMALL, "tavern": ["5C", "5C"]},
    "an enemy three times": {**SMALL, "castle": ["JH", "JH"]},
    "five Jesters": {**SMALL, "tavern": ["*"] * 5},
    "a play of nobody": {**SMALL, "table": ["8D"]},
    "a play of no player": {**SMALL, "table": ["3:8D"]},
    "a play of player nought": {**SMALL, "table": ["0:8D"]},
    "a play of a foreign digit": {**SMALL, "table": ["٢:8D"]},
    "a play of no cards": {**SMALL, "table": ["1:"]},
    "a play of no card": {**SMALL, "table": ["1:8D+"]},
    "negative damage": {**SMALL, "damage": -1},
    "fatal damage": {**SMALL, "damage": 20},
    "far too much damage": {**SMALL, "damage": 10**30},
    "damage in words": {**SMALL, "damage": "5"},
    "a turn of player nought": {**SMALL, "turn": 0},
    "a turn of no player": {**SMALL, "turn": 3},
    "no such phase": {**SMALL, "phase": "draw"},
    "a phase in capitals": {**SMALL, "phase": "PLAY"},
    "too few yields": {**SMALL, "yielded": [True]},
    "too many yields": {**SMALL, "yielded": [True, False, True]},
    "yields in numbers": {**SMALL, "yielded": [0, 1]},
    "immunity in words": {**SMALL, "immunity_cancelled": "yes"},
    "solo Jesters in company": {**SMALL, "jesters_unused": 1},
    "three solo Jesters": {**SOLO, "jesters_unused": 3},
    "less than no Jesters": {**SOLO, "jesters_unused": -1},
    "more known than there is": {**SMALL, "tavern": ["JC"], "tavern_known": 2},
    "a number known": {**SMALL, "tavern": ["3C", "JC"], "tavern_known": 1},
    "a Jester known": {**SMALL, "tavern": ["*"], "tavern_known": 1},
    "less than nothing known": {**SMALL, "tavern_known": -1},
    "a result before the end": {**SMALL, "result": "won", "reason": "all_enemies_defeated"},
    "a reason before the end": {**SMALL, "reason": "cannot_pay"},
    "an end without a result": {**SMALL, "phase": "over", "reason": "cannot_pay"},
    "an end without a reason": {**SMALL, "phase": "over", "result": "lost"},
    "no such result": {**LOST, "result": "drawn"},
    "no such reason": {**LOST, "reason": "boredom"},
    "a win for losing": {**LOST, "enemy": None, "result": "won"},
    "a loss for winning": {**LOST, "reason": "all_enemies_defeated"},
    "a win against a royal that stands": {
        **LOST,
        "result": "won",
        "reason": "all_enemies_defeated",
    },
    "a number as the seed": {**SMALL, "seed": 7},
    "less than no shuffles": {**SMALL, "shuffles": -1},
    "an unknown key": {**SMALL, "taverm": []},
    "an endless tavern": {**SMALL, "tavern": ["3C"] * 1000},
}


@pytest.mark.parametrize("position", IMPOSSIBLE.values(), ids=IMPOSSIBLE.keys())
def test_an_impossible_position_is_refused_with_a_sentence(position: Any) -> None:
    with pytest.raises(BadSetup) as refusal:
        _load(position)
    assert refusal.value.code == "bad_position"
    assert re.fullmatch(r"[A-Z].+[^.]\.", refusal.value.message)


@pytest.mark.parametrize("seed", ["two\nlines", "\x1b[2J", "7" * 201], ids=repr)
def test_a_seed_that_is_no_line_of_text_is_refused_in_a_position_as_in_a_request(seed: str) -> None:
    with pytest.raises(BadSetup) as refusal:
        _load({**SMALL, "seed": seed})
    assert refusal.value.code == "bad_request"


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_a_view_is_no_position_to_play_on_from(seat: int | None) -> None:
    view = GAME.view(GAME.new(2, "7F3K", {}), seat)
    with pytest.raises(BadSetup, match="unknown"):
        _load(GAME.position(view))


def test_a_position_is_read_with_the_options_of_its_game() -> None:
    state = _load({**SMALL, "hands": [["5C", "5D"], ["2C"]]}, {"combos": False})
    assert not state.options.combos
    with pytest.raises(BadSetup) as refusal:
        _load(SMALL, {"combos": "no"})
    assert refusal.value.code == "bad_option"
