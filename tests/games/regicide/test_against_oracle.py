"""The engine and the naive second implementation agree, on games and on strewn positions.

At every step they are asked the same: what is legal, what is wrong with this text, and what does
the table look like after that action. Only for the shuffles the oracle is told what came of them.
"""

from collections.abc import Callable
from random import Random

import pytest

from regicide_tui.games.regicide import GAME
from regicide_tui.games.regicide.state import Phase, State, shield
from regicide_tui.games.regicide_family.plays import total
from tests.games.comparing import Comparison
from tests.games.regicide.oracle import (
    Oracle,
    random_options,
    random_position,
)
from tests.games.texts import ALPHABET, OTHER_GAMES, changed, from_hand, scribbled, spoiled

pytestmark = pytest.mark.slow

Start = Callable[[Random, int], tuple[State, Oracle]]
"""What deals a game, or lays a position, for so many players: to the engine and to the oracle."""

each_volume = pytest.mark.parametrize(
    "actions", [1_000, pytest.param(10_000, marks=pytest.mark.attack)]
)
"""How many actions are compared each time; ten times as many take ten times as long.

The smaller number is enough to meet every error, every way to end and the Kings, as the tests
assert.
"""

CODES = {
    "bad_syntax",
    "wrong_phase",
    "wrong_player",
    "not_in_hand",
    "bad_combo",
    "payment_short",
    "payment_over",
    "bad_target",
    "cannot_yield",
    "game_over",
}


@each_volume
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_whole_games_agree(players: int, actions: int) -> None:
    met = _compare(_new_game, players, actions, actions_each=400)
    assert met >= CODES - {"bad_target", "cannot_yield"}
    assert met >= {"lost cannot_pay"}
    assert met & {f"{castle} royals to come" for castle in range(4)}  # the Kings


@each_volume
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_strewn_positions_agree(players: int, actions: int) -> None:
    met = _compare(_new_position, players, actions, actions_each=12)
    assert met >= CODES | ({"no_jester"} if players == 1 else set())
    assert met >= {"won all_enemies_defeated", "lost cannot_pay", "lost cannot_act"}


def _new_game(rng: Random, players: int) -> tuple[State, Oracle]:
    options = random_options(rng, players)
    state = GAME.new(players, str(rng.getrandbits(40)), options)
    return state, Oracle(GAME.position(state), options)


def _new_position(rng: Random, players: int) -> tuple[State, Oracle]:
    options, position = random_options(rng, players), random_position(rng, players)
    state = GAME.load(position, str(rng.getrandbits(40)), options)
    return state, Oracle(position, options)


def _promise(state: State) -> float:
    if state.phase is Phase.OVER:
        return 1000 if state.result == "won" else -1000
    hands = sum([total(hand) for hand in state.hands])
    fallen = 100 * (12 - len(state.castle)) + 40 * state.tavern_known
    return fallen + hands + 0.5 * state.damage + 0.8 * shield(state) + len(state.tavern)


def _random_text(rng: Random, oracle: Oracle, legal: list[str]) -> str:
    """Write something that is legal, nearly legal, of another game, or nothing at all."""
    action = rng.choice(legal or ["8D+AC", "pay 8D"])
    makers: tuple[Callable[[], str], ...] = (
        lambda: scribbled(rng, action),
        lambda: changed(rng, action),
        lambda: from_hand(rng, oracle.hand()),
        lambda: from_hand(rng, rng.choice(oracle.hands)),
        lambda: rng.choice(["yield", "flip", "*", f">P{rng.randint(0, 9)}"]),
        lambda: f"*>P{rng.randint(0, 5)}",
        lambda: rng.choice(OTHER_GAMES),
        lambda: spoiled(rng, action),
        lambda: "".join(rng.choices(ALPHABET, k=rng.randint(0, 8))),
    )
    return rng.choice(makers)()


COMPARISON = Comparison(
    game=GAME,
    beyond=("tavern_known", "seed", "shuffles"),
    text=_random_text,
    promise=_promise,
    ending=lambda oracle: f"{oracle.result} {oracle.reason}",
)


def _compare(start: Start, players: int, actions: int, actions_each: int) -> set[str]:
    """Compare so many actions in games or positions of so many players."""
    rng = Random(f"{start.__name__} {players}")
    return COMPARISON.compare(rng, lambda: start(rng, players), actions, actions_each)


def test_the_comparison_sees_a_difference() -> None:
    state, oracle = _new_game(Random(1), 2)
    oracle.damage += 1
    with pytest.raises(AssertionError):
        COMPARISON.check_same(state, oracle)


def test_the_sketch_of_a_position_has_what_a_position_needs() -> None:
    rng = Random(7)
    states = [_new_position(rng, rng.randint(1, 4))[0] for _ in range(200)]
    assert {state.phase for state in states} == set(Phase)
    assert any(state.immunity_cancelled for state in states)
    assert any(shield(state) for state in states)
