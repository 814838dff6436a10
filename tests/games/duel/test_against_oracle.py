"""The engine and the naive second implementation agree, on games and on strewn positions.

At every step they are asked the same: what is legal, what is wrong with this text, and what does
the table look like after that action. Only for the shuffles the oracle is told what came of them.
"""

from collections.abc import Callable
from random import Random

import pytest

from regicide_tui.games.duel import GAME
from regicide_tui.games.duel.state import Phase, State, shield
from regicide_tui.games.regicide_family.plays import total
from tests.games.comparing import Comparison
from tests.games.duel.oracle import Oracle, random_options, random_position
from tests.games.texts import ALPHABET, OTHER_GAMES, changed, from_hand, scribbled, spoiled

pytestmark = pytest.mark.slow

Start = Callable[[Random], tuple[State, Oracle]]
"""What deals a game, or lays a position: to the engine and to the oracle."""

each_volume = pytest.mark.parametrize(
    "actions", [4_000, pytest.param(20_000, marks=pytest.mark.attack)]
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
    "game_over",
}

ENDINGS = {f"{player} {reason}" for player in (1, 2) for reason in ("cannot_pay", "cannot_play")}


def _new_game(rng: Random) -> tuple[State, Oracle]:
    options = random_options(rng)
    state = GAME.new(2, str(rng.getrandbits(40)), options)
    return state, Oracle(GAME.position(state), options)


def _new_position(rng: Random) -> tuple[State, Oracle]:
    options, position = random_options(rng), random_position(rng)
    state = GAME.load(position, str(rng.getrandbits(40)), options)
    return state, Oracle(position, options)


def _promise(state: State) -> float:
    hands = sum([total(hand) for hand in state.hands])
    shields = shield(state, 0) + shield(state, 1)
    over = 1000 if state.phase is Phase.OVER else 0
    return hands + 0.5 * shields - 4 * len(state.castle) - 2 * state.due - over


def _random_text(rng: Random, oracle: Oracle, legal: list[str]) -> str:
    """Write something that is legal, nearly legal, of another game, or nothing at all."""
    action = rng.choice(legal or ["8D+AC", "pay 8D"])
    makers: tuple[Callable[[], str], ...] = (
        lambda: scribbled(rng, action),
        lambda: changed(rng, action),
        lambda: from_hand(rng, oracle.hand()),
        lambda: from_hand(rng, rng.choice(oracle.hands)),
        lambda: rng.choice(["yield", "flip", "*", ">P1", "*>P2", *OTHER_GAMES]),
        lambda: spoiled(rng, action),
        lambda: "".join(rng.choices(ALPHABET, k=rng.randint(0, 8))),
    )
    return rng.choice(makers)()


COMPARISON = Comparison(
    game=GAME,
    beyond=("seed", "shuffles"),
    text=_random_text,
    promise=_promise,
    ending=lambda oracle: f"{oracle.winner} {oracle.reason}",
)


@each_volume
@pytest.mark.parametrize(("start", "longest"), [(_new_game, 400), (_new_position, 12)])
def test_games_and_strewn_positions_agree(start: Start, longest: int, actions: int) -> None:
    rng = Random(start.__name__)
    met = COMPARISON.compare(rng, lambda: start(rng), actions, longest)
    assert met >= CODES | ENDINGS
    assert met & {f"{castle} royals to come" for castle in range(4)}  # the Kings


def test_the_comparison_sees_a_difference() -> None:
    state, oracle = _new_game(Random(1))
    oracle.due += 1
    with pytest.raises(AssertionError):
        COMPARISON.check_same(state, oracle)


def test_the_sketch_of_a_position_has_what_a_position_needs() -> None:
    rng = Random(7)
    states = [_new_position(rng)[0] for _ in range(200)]
    assert {state.phase for state in states} == set(Phase)
    assert any(shield(state, 0) and shield(state, 1) for state in states)
