"""Set-up: the starting sets, the Gate, the Parade, who begins, and house rules.

Rulings K-1, K-2, K-3, K-4, K-5, K-6, K-7, K-8.
"""

from collections import Counter
from typing import Any

import pytest

from regicide_tui.cards import JESTER, PACK
from regicide_tui.games.base import BadSetup
from regicide_tui.games.king_of_the_dead import GAME
from regicide_tui.games.king_of_the_dead.piles import seats_with_first_jokers
from regicide_tui.games.king_of_the_dead.state import Options, State, is_red
from tests.loose import loose

PLAYERS = [2, 3, 4]
SEEDS = [f"{number}" for number in range(200)]


def _own(state: State, seat: int) -> Counter[str]:
    side = state.sides[seat]
    return Counter([card.text for card in side.hand + side.draws if card is not JESTER])


# ---------------------------------------------------------------- what lies where


@pytest.mark.parametrize("players", PLAYERS)
def test_everybody_begins_with_one_to_four_of_both_colours(players: int) -> None:
    suits = ("HS", "DC", "HS", "DC")
    for seed in SEEDS[:40]:
        state = GAME.new(players, seed, {})
        for seat in range(players):
            assert _own(state, seat) == Counter([r + s for r in "A234" for s in suits[seat]])
            assert len(state.sides[seat].hand) == 5
            assert sum(is_red(card) for card in state.sides[seat].draws) <= 4


@pytest.mark.parametrize(("players", "gate", "jokers"), [(2, 38, 2), (3, 76, 4), (4, 76, 4)])
def test_the_gate_holds_all_from_five_on_and_the_jokers(
    players: int, gate: int, jokers: int
) -> None:
    for seed in SEEDS[:40]:
        state = GAME.new(players, seed, {})
        cards = [*state.gate, *[card for card in state.parade if card]]
        cards += [state.newcomer] if state.newcomer else []
        taken = [card for side in state.sides for card in side.draws if card is JESTER]
        packs = 1 if players == 2 else 2
        wanted = Counter([card for card in PACK if card.rank not in "A234"] * packs)
        wanted[JESTER] = jokers
        assert Counter(cards + taken) == wanted
        assert len(cards + taken) == gate
        assert len(state.parade) == 2 * players
        assert None not in state.parade
        assert JESTER not in state.parade


def test_a_joker_of_the_first_parade_lies_on_a_draw_pile_and_is_counted() -> None:
    met = Counter[int]()
    for seed in SEEDS:
        state = GAME.new(3, seed, {})
        met[state.jokers_seen] += 1
        holders = [(state.first + number) % 3 for number in range(state.jokers_seen)]
        for seat, side in enumerate(state.sides):
            assert len(side.draws) == 3 + holders.count(seat)
            assert all(card is JESTER for card in side.draws[: holders.count(seat)])
    assert set(met) >= {0, 1, 2}


def test_without_jokers_there_are_none() -> None:
    for seed in SEEDS[:40]:
        state = GAME.new(2, seed, {"jokers": False})
        assert len(state.gate) == 31
        assert JESTER not in state.gate
        assert state.newcomer is not JESTER


@pytest.mark.parametrize("players", PLAYERS)
def test_each_player_begins_about_equally_often(players: int) -> None:  # K-5
    firsts = Counter([GAME.new(players, seed, {}).first for seed in SEEDS])
    share = len(SEEDS) / players
    assert set(firsts) == set(range(players))
    assert sum([(count - share) ** 2 / share for count in firsts.values()]) < 16.3  # p = 0.001


@pytest.mark.parametrize("players", PLAYERS)
def test_a_fixed_player_begins(players: int) -> None:
    for player in range(1, players + 1):
        position = GAME.position(GAME.new(players, "7F3K", {"first_player": player}))
        assert (position["first"], position["turn"], position["actor"]) == (player,) * 3
        assert (position["phase"], position["points"]) == ("main", [0] * players)


# This deal may never change: a seed that is written down somewhere must deal its game for ever.
HANDS_OF_7F3K = [["AH", "AS", "2S", "4H", "4S"], ["AC", "2C", "3C", "3D", "4D"]]
DRAWS_OF_7F3K = [["2H", "3S", "3H"], ["4C", "AD", "2D"]]
PARADE_OF_7F3K = ["7D", "6D", "QS", "5S"]
NEWCOMER_OF_7F3K = ("KH", 1, 4)
GATE_OF_7F3K = (
    "* QD 6C JD JS TC 6S 5C 9D 8C TH 8H KC 8D 7H QH QC 6H 9C KS 8S * TD KD TS JC 5D "
    "5H 7S JH 7C 9H 9S "
)


@pytest.mark.parametrize("players", PLAYERS)
def test_everybody_can_see_who_got_jokers_of_the_first_parade(players: int) -> None:
    for seed in SEEDS:
        state = GAME.new(players, seed, {})
        order = [(state.first + steps) % players for steps in range(players)]
        holders = [seat for seat in order if JESTER in state.sides[seat].draws]
        for seat in (None, *range(players)):
            assert seats_with_first_jokers(GAME.view(state, seat)) == holders


def test_the_seed_7f3k_deals_this_game_for_ever() -> None:
    position = GAME.position(GAME.new(2, "7F3K", {}))
    assert position["hands"] == HANDS_OF_7F3K
    assert position["draws"] == DRAWS_OF_7F3K
    assert position["parade"] == PARADE_OF_7F3K
    assert (position["newcomer"], position["first"], position["shuffles"]) == NEWCOMER_OF_7F3K
    assert position["gate"] == GATE_OF_7F3K.split()


# ---------------------------------------------------------------- house rules


@pytest.mark.parametrize("players", PLAYERS)
def test_the_house_rules_and_their_values(players: int) -> None:
    options = {option.name: (option.default, option.values) for option in GAME.options(players)}
    assert options == {
        "jokers": (True, (True, False)),
        "hand_draw": (4, (4, 5)),
        "well_card_in_run": ("taken", ("taken", "stays")),
        "bestir_wild_aces": (True, (True, False)),
        "deity_powers": (True, (True, False)),
        "joker_self_target": (True, (True, False)),
        "first_player": ("random", ("random", *range(1, players + 1))),
    }
    defaults = {name: default for name, (default, _) in options.items()}
    assert GAME.new(players, "7F3K", {}).options == Options(**loose(defaults))
    assert all(option.meaning and option.matters for option in GAME.options(players))


@pytest.mark.parametrize("players", PLAYERS)
def test_every_value_of_every_option_is_accepted(players: int) -> None:
    for option in GAME.options(players):
        for value in option.values:
            state = GAME.new(players, "7F3K", {option.name: value})
            assert getattr(state.options, option.name) == value


@pytest.mark.parametrize(
    "options",
    [{"combos": True}, {"hand_draw": 3}, {"hand_draw": True}, {"jokers": 1}, {"first_player": 3}],
    ids=repr,
)
def test_what_is_no_option_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BadSetup) as refusal:
        GAME.new(2, "7F3K", options)
    assert refusal.value.code == "bad_option"


@pytest.mark.parametrize("players", [0, 1, 5, True, 2.0, "2", None])
def test_the_game_is_for_two_to_four(players: Any) -> None:
    with pytest.raises(BadSetup) as refusal:
        GAME.new(players, "7F3K", {})
    assert refusal.value.code == "bad_request"
