"""An observation holds what its seat sees, and nothing that is hidden from it."""

from random import Random
from typing import Any

import numpy as np
import pytest

from regicide_tui.cards import PACK, UNKNOWN
from regicide_tui.env.env_game import EnvGame, find_rules
from regicide_tui.env.observations.blocks import HIGHEST
from regicide_tui.games.base import Json
from tests.loose import loose

GAMES = [
    *[("regicide", players) for players in (1, 2, 3, 4)],
    ("duel", 2),
    *[("king_of_the_dead", players) for players in (2, 3, 4)],
]


def block(game: EnvGame, numbers: Any, name: str) -> list[int]:
    """Return the numbers of one block of an observation."""
    blocks = game.rules.blocks
    start = blocks.start(name)
    found: list[int] = numbers[start : start + blocks.lengths[name]].tolist()
    return found


def some_moments(name: str, players: int, games: int) -> Any:
    """Yield a game at every choice, for some games that are played at random."""
    rng = Random(players)
    game = EnvGame(find_rules(name), players)
    for number in range(games):
        game.deal(f"seen-{number}")
        while game.seat is not None:
            yield game
            game.choose(rng.choice(game.legal))
        yield game


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_hidden_cards_change_no_observation(name: str, players: int) -> None:
    rng, changed = Random(3), 0
    for game in some_moments(name, players, 3):
        truth = game.state
        seat = rng.randrange(players)
        seen = game.observe(seat)
        view = game.rules.game.view(truth, seat)
        other = EnvGame(game.rules, players)
        other.begin(game.rules.game.determinize(view, rng))
        if seat == game.seat:
            for number in game.picked:
                other.choose(number)
        assert np.array_equal(other.observe(seat), seen)
        changed += other.state != truth
    assert changed > 10


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_every_number_is_within_the_bounds_of_the_space(name: str, players: int) -> None:
    for game in some_moments(name, players, 2):
        for seat in range(players):
            numbers = game.observe(seat)
            assert numbers.shape == (game.rules.blocks.size,)
            assert numbers.dtype == np.int16
            assert numbers.min() >= 0
            assert numbers.max() <= HIGHEST


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_seat_sees_its_own_hand_and_how_many_cards_the_others_hold(
    name: str, players: int
) -> None:
    for game in some_moments(name, players, 1):
        state = loose(game.state)
        sides = getattr(state, "sides", ())
        hands = [side.hand for side in sides] if sides else state.hands
        for seat in range(players):
            numbers = game.observe(seat)
            orders = [card.order for card in hands[seat]]
            assert block(game, numbers, "hand") == [orders.count(kind) for kind in range(53)]
            sizes = [len(hand) for hand in hands]
            around = [sizes[(seat + steps) % players] for steps in range(players)]
            assert block(game, numbers, "hand_sizes")[:players] == around


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_only_the_chooser_sees_what_is_picked(name: str, players: int) -> None:
    picked = 0
    for game in some_moments(name, players, 2):
        for seat in range(players):
            chosen = np.flatnonzero(block(game, game.observe(seat), "picked")).tolist()
            own = sorted({*game.picked}) if seat == game.seat else []
            assert chosen == own
            picked += len(own)
    assert picked


def test_a_royal_on_top_of_the_tavern_is_known_with_its_depth() -> None:
    game = EnvGame(find_rules("regicide"), 2)
    position: dict[str, Json] = {
        "players": 2,
        "hands": [["5H"], ["6H"]],
        "enemy": "QC",
        "castle": ["KC"],
        "tavern": ["JD", "JS", "3C"],
        "tavern_known": 2,
    }
    game.begin(game.rules.game.load(position, "1", {}))
    royals = [card.text for card in PACK if card.rank in "JQK"]
    top = block(game, game.observe(0), "tavern_top")
    assert {royal: depth for royal, depth in zip(royals, top, strict=True) if depth} == {
        "JD": 1,
        "JS": 2,
    }


def test_a_player_of_king_of_the_dead_sees_his_draw_pile_only_in_a_search() -> None:
    searched = 0
    for game in some_moments("king_of_the_dead", 2, 12):
        state = loose(game.state)
        for seat in range(2):
            seen = sum(block(game, game.observe(seat), "looked"))
            view = loose(game.rules.game.view(state, seat))
            draws = [card for card in view.sides[seat].draws if card is not UNKNOWN]
            asked = view.prompt is not None and view.prompt.seat == seat
            assert seen == len(draws) + (len(view.prompt.looked) if asked else 0)
            searched += bool(draws)
    assert searched
