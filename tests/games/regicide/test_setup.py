"""Set-up: the Castle, the Tavern, the deal, who begins, and the house rules.

Rulings R-1, R-2, R-3, R-4, R-5.
"""

from collections import Counter
from typing import Any

import pytest

from regicide_tui.cards import DIAMONDS, JESTER, PACK, ascending
from regicide_tui.games.base import BadSetup
from regicide_tui.games.piles import shuffled
from regicide_tui.games.regicide import GAME
from regicide_tui.games.regicide.state import Options, State
from tests.loose import loose

PLAYERS = [1, 2, 3, 4]
ROYALS = ["JC", "JD", "JH", "JS", "QC", "QD", "QH", "QS", "KC", "KD", "KH", "KS"]
SEEDS = [f"{number}" for number in range(400)]


def _diamonds(state: State) -> list[str]:
    return [one.text for hand in state.hands for one in hand if one.suit is DIAMONDS]


# These deals may never change: a seed that is written down somewhere must deal its game for ever.
CASTLE_OF_7F3K = "JC JD JH QC QH QS QD KS KC KD KH"
DEALS_OF_7F3K = {
    1: (
        1,
        ["3D 3H 4D 5H 6D 7S 9C 9S"],
        "6C 6S 5D 2C 3C 2D 8H 7H 9H 7D 8C TH 5S TC 5C 6H AH 3S 8D TD 4H AS AC 4S 9D 4C AD 2S 7C 8S "
        "TS 2H",
    ),
    2: (
        1,
        ["3C 3D 4D 5D 6C 7S 9S", "2C 2D 3H 5H 6D 6S 9C"],
        "8H 7H 9H 7D 8C TH 5S TC 5C 6H AH 3S 8D TD 4H AS AC 4S 9D 4C AD 2S 7C 8S TS 2H",
    ),
    3: (
        3,
        ["3C 4D 6S 7H 7S 9C", "2D 3H 5D 6D 9H 9S", "2C 3D 5H 6C 7D 8H"],
        "* 8C TH 5S TC 5C 6H AH 3S 8D TD 4H AS AC 4S 9D 4C AD 2S 7C 8S TS 2H",
    ),
    4: (
        3,
        ["3C 6C 7S 9H 9S", "2D 5H 6D 6S 7D", "* 3D 4D 5D 8H", "2C 3H 7H 8C 9C"],
        "TH 5S TC 5C * 6H AH 3S 8D TD 4H AS AC 4S 9D 4C AD 2S 7C 8S TS 2H",
    ),
}


@pytest.mark.parametrize("players", PLAYERS)
def test_the_seed_7f3k_deals_this_game_for_ever(players: int) -> None:
    turn, hands, tavern = DEALS_OF_7F3K[players]
    position = GAME.position(GAME.new(players, "7F3K", {}))
    assert position["enemy"] == "JS"
    assert position["castle"] == CASTLE_OF_7F3K.split()
    assert position["turn"] == turn
    assert position["hands"] == [hand.split() for hand in hands]
    assert position["tavern"] == tavern.split()
    assert position["shuffles"] == 5


def test_a_seed_that_is_dealt_twice_deals_this_game_for_ever() -> None:
    position = GAME.position(GAME.new(1, "10", {}))
    assert position["shuffles"] == 6
    assert position["hands"] == [["2C", "2S", "4C", "4H", "7H", "9D", "9H", "TC"]]


# ---------------------------------------------------------------- what lies where


@pytest.mark.parametrize("seed", ["7F3K", "", "é ✓ 王", "a seed of more than sixteen letters", "0"])
@pytest.mark.parametrize("players", PLAYERS)
def test_jacks_lie_over_queens_over_kings(players: int, seed: str) -> None:
    state = GAME.new(players, seed, {})
    assert state.enemy
    castle = [state.enemy, *state.castle]
    assert [one.rank for one in castle] == ["J"] * 4 + ["Q"] * 4 + ["K"] * 4
    assert sorted([one.text for one in castle]) == sorted(ROYALS)


def test_each_royal_comes_first_among_its_equals_equally_often() -> None:
    for depth in (0, 4, 8):
        tops = Counter(
            [(GAME.new(2, seed, {}).enemy, *GAME.new(2, seed, {}).castle)[depth] for seed in SEEDS]
        )
        assert sum([(count - 100) ** 2 / 100 for count in tops.values()]) < 16.3  # p = 0.001
        assert len(tops) == 4


@pytest.mark.parametrize(
    ("players", "jesters", "hand", "tavern"),
    [(1, 0, 8, 32), (2, 0, 7, 26), (3, 1, 6, 23), (4, 2, 5, 22)],
)
def test_hands_are_full_and_the_jesters_are_in_the_pack(
    players: int, jesters: int, hand: int, tavern: int
) -> None:
    for seed in SEEDS[:50]:
        state = GAME.new(players, seed, {})
        assert [len(one) for one in state.hands] == [hand] * players
        assert len(state.tavern) == tavern
        dealt = Counter([one for pile in (*state.hands, state.tavern) for one in pile])
        numbers = [one for one in PACK if one.text not in ROYALS]
        assert dealt == Counter(numbers) + Counter({JESTER: jesters})


@pytest.mark.parametrize("players", PLAYERS)
def test_a_game_begins_with_a_clean_table(players: int) -> None:
    position = GAME.position(GAME.new(players, "7F3K", {}))
    begins = {
        "discard": [],
        "table": [],
        "damage": 0,
        "remaining": 20,
        "shield": 0,
        "immunity_cancelled": False,
        "phase": "play",
        "yielded": [False] * players,
        "tavern_known": 0,
        "result": None,
        "reason": None,
    }
    assert {key: position[key] for key in begins} == begins
    assert position.get("jesters_unused") == (2 if players == 1 else None)


@pytest.mark.parametrize("players", PLAYERS)
def test_cards_are_dealt_one_to_each_seat_round_after_round(players: int) -> None:
    jesters = [JESTER] * {1: 0, 2: 0, 3: 1, 4: 2}[players]
    deck = [*[one for one in PACK if one.text not in ROYALS], *jesters]
    for seed in SEEDS[:50]:
        state = GAME.new(players, seed, {})
        order = shuffled(deck, seed, state.shuffles - 1)
        dealt = sum([len(hand) for hand in state.hands])
        for seat, hand in enumerate(state.hands):
            assert hand == ascending(order[seat:dealt:players])
        assert state.tavern == order[dealt:]


# ---------------------------------------------------------------- dealing again


@pytest.mark.parametrize("players", PLAYERS)
def test_some_hand_at_the_table_has_a_diamond(players: int) -> None:
    for seed in SEEDS:
        assert _diamonds(GAME.new(players, seed, {}))


@pytest.mark.parametrize("players", PLAYERS)
def test_only_a_deal_without_diamonds_is_dealt_again(players: int) -> None:
    again = 0
    for seed in SEEDS:
        plain = GAME.new(players, seed, {"diamond_redeal": False})
        state = GAME.new(players, seed, {})
        assert plain.shuffles == 5
        assert (state.shuffles == 5) == bool(_diamonds(plain))
        assert (state.hands == plain.hands) == bool(_diamonds(plain))
        again += state.shuffles > 5
    assert 0 < again < 60


def test_a_new_deal_leaves_the_castle_and_the_first_player_as_they_are() -> None:
    plain, state = (GAME.new(1, "10", {"diamond_redeal": on}) for on in (False, True))
    assert not _diamonds(plain)
    assert (state.enemy, state.castle, state.turn) == (plain.enemy, plain.castle, plain.turn)
    assert set(state.hands[0]) != set(plain.hands[0])
    assert state.tavern != plain.tavern


def test_the_ace_of_diamonds_is_diamond_enough() -> None:
    deals = [GAME.new(1, seed, {}) for seed in SEEDS]
    with_ace_alone = [state for state in deals if _diamonds(state) == ["AD"]]
    assert any(state.shuffles == 5 for state in with_ace_alone)


# ---------------------------------------------------------------- who begins


@pytest.mark.parametrize("players", PLAYERS)
def test_a_random_player_begins_and_each_equally_often(players: int) -> None:
    share = len(SEEDS) / players
    turns = Counter([GAME.new(players, seed, {}).turn for seed in SEEDS])
    assert set(turns) == set(range(players))
    assert sum([(count - share) ** 2 / share for count in turns.values()]) < 16.3  # p = 0.001


@pytest.mark.parametrize("players", PLAYERS)
def test_a_fixed_player_begins_and_changes_nothing_else(players: int) -> None:
    for player in range(1, players + 1):
        fixed = GAME.position(GAME.new(players, "7F3K", {"first_player": player}))
        drawn = GAME.position(GAME.new(players, "7F3K", {}))
        assert fixed == {**drawn, "turn": player}


# ---------------------------------------------------------------- house rules


@pytest.mark.parametrize("players", PLAYERS)
def test_the_house_rules_and_their_values(players: int) -> None:
    options = {option.name: (option.default, option.values) for option in GAME.options(players)}
    assert options == {
        "diamond_redeal": (True, (True, False)),
        "combos": (True, (True, False)),
        "solo_yield": (False, (True, False)),
        "overpay": ("one_at_a_time", ("one_at_a_time", "minimal", "free")),
        "first_player": ("random", ("random", *range(1, players + 1))),
    }
    assert all(option.meaning for option in GAME.options(players))


def test_without_options_the_rules_are_those_printed() -> None:
    defaults = {option.name: option.default for option in GAME.options(4)}
    assert GAME.new(4, "7F3K", {}) == GAME.new(4, "7F3K", defaults)
    assert GAME.new(4, "7F3K", {}).options == Options(**loose(defaults))


@pytest.mark.parametrize("players", PLAYERS)
def test_every_value_of_every_option_is_accepted(players: int) -> None:
    for option in GAME.options(players):
        for value in option.values:
            state = GAME.new(players, "7F3K", {option.name: value})
            assert getattr(state.options, option.name) == value


BAD_OPTIONS: list[dict[Any, Any]] = [
    {"jokers": True},
    {"Combos": True},
    {"": True},
    {"combos": None},
    {"combos": 1},
    {"combos": 0},
    {"combos": "true"},
    {"combos": [True]},
    {"overpay": "none"},
    {"overpay": True},
    {"overpay": ["free"]},
    {"first_player": 0},
    {"first_player": 3},
    {"first_player": "1"},
    {"first_player": True},
    {"first_player": 1.0},
    {"first_player": None},
    {"first_player": {}},
    {"combos": True, "first_player": -1},
]


@pytest.mark.parametrize("options", BAD_OPTIONS, ids=repr)
def test_what_is_no_option_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BadSetup) as refusal:
        GAME.new(2, "7F3K", options)
    assert refusal.value.code == "bad_option"
    assert refusal.value.message.endswith(".")


@pytest.mark.parametrize("options", [None, [], "combos", 1, [["combos", True]]])
def test_options_are_names_with_values(options: Any) -> None:
    with pytest.raises(BadSetup) as refusal:
        GAME.new(2, "7F3K", options)
    assert refusal.value.code == "bad_option"


@pytest.mark.parametrize("players", [0, 5, -1, True, 2.0, "2", None])
def test_regicide_is_for_one_to_four(players: Any) -> None:
    with pytest.raises(BadSetup) as refusal:
        GAME.new(players, "7F3K", {})
    assert refusal.value.code == "bad_request"
    assert GAME.player_counts == (1, 2, 3, 4)


@pytest.mark.parametrize("seed", ["", "x" * 200, "王" * 200, "a line; with = signs, and 'quotes'"])
def test_a_seed_is_any_line_of_text(seed: str) -> None:
    assert GAME.new(2, seed, {}).seed == seed


@pytest.mark.parametrize("seed", ["x" * 201, "two\nlines", "\0", "\x1b[2J", "\udcff", "\u202e"])
def test_what_is_no_line_of_text_is_no_seed(seed: str) -> None:
    with pytest.raises(BadSetup) as refusal:
        GAME.new(2, seed, {})
    assert refusal.value.code == "bad_request"
