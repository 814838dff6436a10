"""Set-up: the Castle, the Tavern, the deal, who begins (D-1, D-2, D-3), and the house rules."""

from collections import Counter
from typing import Any

import pytest

from regicide_tui.cards import DIAMONDS, PACK
from regicide_tui.games.base import BadSetup
from regicide_tui.games.duel import GAME
from regicide_tui.games.duel.state import Options, State
from tests.loose import loose

SEEDS = [f"{number}" for number in range(400)]


def _diamonds(state: State) -> bool:
    return any(card.suit is DIAMONDS for hand in state.hands for card in hand)


# This deal may never change: a seed that is written down somewhere must deal its game for ever.
def test_the_seed_7f3k_deals_this_game_for_ever() -> None:
    hands = ["3C 3D 4D 5D 6C 7S 9S", "2C 2D 3H 5H 6D 6S 9C"]
    castle = "JS JC JD JH QC QH QS QD KS KC KD KH"
    tavern = "8H 7H 9H 7D 8C TH 5S TC 5C 6H AH 3S 8D TD 4H AS AC 4S 9D 4C AD 2S 7C 8S TS 2H"
    assert GAME.position(GAME.new(2, "7F3K", {})) == {
        "players": 2,
        "hands": [hand.split() for hand in hands],
        "shields": [[], []],
        "castle": castle.split(),
        "tavern": tavern.split(),
        "discard": [],
        "turn": 1,
        "phase": "play",
        "played": "",
        "due": 0,
        "winner": None,
        "reason": None,
        "actor": 1,
        "shield_values": [0, 0],
        "hand_counts": [7, 7],
        "seed": "7F3K",
        "shuffles": 5,
    }


def test_jacks_lie_over_queens_over_kings_and_there_are_no_jesters() -> None:
    for seed in SEEDS[:50]:
        state = GAME.new(2, seed, {})
        assert [card.rank for card in state.castle] == ["J"] * 4 + ["Q"] * 4 + ["K"] * 4
        piles = [*state.hands, state.tavern, state.castle]
        assert Counter([card for pile in piles for card in pile]) == Counter(PACK)
        assert [len(hand) for hand in state.hands] == [7, 7]


def test_a_random_player_begins_and_each_equally_often() -> None:
    turns = Counter([GAME.new(2, seed, {}).turn for seed in SEEDS])
    assert abs(turns[0] - turns[1]) < 66  # p = 0.001


@pytest.mark.parametrize("player", [1, 2])
def test_the_challenger_begins_and_changes_nothing_else(player: int) -> None:
    challenged = GAME.position(GAME.new(2, "7F3K", {"first_player": player}))
    drawn = GAME.position(GAME.new(2, "7F3K", {}))
    assert challenged == {**drawn, "turn": player, "actor": player}


def test_without_diamonds_it_is_dealt_again_only_by_a_house_rule() -> None:
    plain = [GAME.new(2, seed, {}) for seed in SEEDS]
    again = [GAME.new(2, seed, {"diamond_redeal": True}) for seed in SEEDS]
    assert {state.shuffles for state in plain} == {5}
    assert not all(map(_diamonds, plain))
    assert all(map(_diamonds, again))
    for one, other in zip(plain, again, strict=True):
        assert (one.hands == other.hands) == _diamonds(one)


# ---------------------------------------------------------------- house rules


def test_the_house_rules_and_their_values() -> None:
    assert {option.name: (option.default, option.values) for option in GAME.options(2)} == {
        "diamond_redeal": (False, (True, False)),
        "overpay": ("one_at_a_time", ("one_at_a_time", "minimal", "free")),
        "first_player": ("random", ("random", 1, 2)),
    }
    assert all(option.meaning and option.matters for option in GAME.options(2))


def test_every_value_of_every_option_is_accepted() -> None:
    defaults = {option.name: option.default for option in GAME.options(2)}
    assert GAME.new(2, "7F3K", {}).options == Options(**loose(defaults)) == Options()
    for option in GAME.options(2):
        for value in option.values:
            state = GAME.new(2, "7F3K", {option.name: value})
            assert getattr(state.options, option.name) == value


@pytest.mark.parametrize(
    "options",
    [
        {"combos": True},
        {"solo_yield": True},
        {"overpay": "none"},
        {"first_player": 3},
        {"first_player": True},
        {"diamond_redeal": 1},
        {"": None},
    ],
    ids=repr,
)
def test_what_is_no_option_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BadSetup) as refusal:
        GAME.new(2, "7F3K", options)
    assert refusal.value.code == "bad_option"


@pytest.mark.parametrize("players", [0, 1, 3, 4, True, 2.0, "2", None])
def test_a_duel_is_for_two(players: Any) -> None:
    with pytest.raises(BadSetup) as refusal:
        GAME.new(players, "7F3K", {})
    assert (refusal.value.code, refusal.value.message) == (
        "bad_request",
        "Regicide Duel is for 2 players.",
    )


@pytest.mark.parametrize("seed", ["x" * 201, "two\nlines", "\x1b[2J"], ids=repr)
def test_what_is_no_line_of_text_is_no_seed(seed: str) -> None:
    with pytest.raises(BadSetup) as refusal:
        GAME.new(2, seed, {})
    assert refusal.value.code == "bad_request"
