"""The engine and the naive second implementation agree, on games and on strewn positions.

At every step they are asked the same: what is legal, what is wrong with this text, and what does
the table look like after that action. Only for the shuffles the oracle is told what came of them.
"""

from collections.abc import Callable
from random import Random

import pytest

from regicide_tui.games.base import IllegalAction, submit
from regicide_tui.games.chance import shuffled
from regicide_tui.games.duel import GAME
from regicide_tui.games.duel.state import Phase, State, shield
from regicide_tui.games.laying import Pay, Play
from regicide_tui.games.plays import total
from tests.games.duel.oracle import Oracle, random_options, random_position
from tests.games.regicide.oracle import Heal
from tests.games.texts import ALPHABET, OTHER_GAMES, changed, from_hand, scribbled, spoiled

Start = Callable[[Random], tuple[State, Oracle]]
"""What deals a game, or lays a position: to the engine and to the oracle."""

ACTIONS = 20_000
"""How many actions are compared in all; ten times as many take ten times as long."""

TEXTS = 3
"""How many texts are tried before each of them."""

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


@pytest.mark.parametrize(("start", "longest"), [(_new_game, 400), (_new_position, 12)])
def test_games_and_strewn_positions_agree(start: Start, longest: int) -> None:
    rng = Random(start.__name__)
    met: set[str | None] = set()
    actions = 0
    while actions < ACTIONS // 2:
        state, oracle = start(rng)
        _check_same(state, oracle)
        for _ in range(longest):
            texts = [_random_text(rng, oracle) for _ in range(TEXTS)]
            codes = [_check_same_answer(state, oracle, text, _random_player(rng)) for text in texts]
            met.update(codes)
            if oracle.phase == "over":
                break
            accepted = [text for text, code in zip(texts, codes, strict=True) if code is None]
            if not accepted or rng.random() < 0.8:
                accepted = [GAME.format(_sound(rng, state))]
            state = _check_same_step(state, oracle, rng.choice(accepted))
            actions += 1
        met |= {f"{oracle.winner} {oracle.reason}", f"{len(oracle.castle)} royals to come"}
    assert met >= CODES | ENDINGS
    assert met & {f"{castle} royals to come" for castle in range(4)}  # the Kings


def _check_same(state: State, oracle: Oracle) -> None:
    position = GAME.position(state)
    assert {key: position[key] for key in set(position) - {"seed", "shuffles"}} == oracle.state()
    legal = [GAME.format(action) for action in GAME.legal_actions(state)]
    assert len(legal) == len(set(legal))
    assert set(legal) == oracle.legal()


def _check_same_answer(state: State, oracle: Oracle, text: str, by: int | None) -> str | None:
    """Return the code that both have for it; None for a legal action of whoever must act."""
    try:
        submit(GAME, state, text, None if by is None else by - 1)
        code = None
    except IllegalAction as error:
        code = error.code
        assert error.message
    assert code == oracle.check(text, by), (text, by, GAME.position(state))
    return code


def _check_same_step(state: State, oracle: Oracle, text: str) -> State:
    before = GAME.position(state)
    heal = _heal(state, oracle.heal_count(text))
    state = submit(GAME, state, text)[-1].state
    oracle.do(text, heal)
    try:
        _check_same(state, oracle)
    except AssertionError:
        print(f"{text} in {before} with {oracle.options}")
        raise
    return state


def _heal(state: State, count: int) -> Heal | None:
    """Return what the engine's shuffle makes of the discard, for Hearts that move `count`."""
    if not count:
        return None
    assert state.seed is not None
    order = [card.text for card in shuffled(state.discard, state.seed, state.shuffles)]
    return order[count:], order[:count]


def _sound(rng: Random, state: State) -> Play | Pay:
    """Choose an action that, more often than not, keeps the game going far into the Castle."""
    legal = GAME.legal_actions(state)
    some = rng.sample(legal, min(1 if rng.random() < 0.05 else 20, len(legal)))
    return max(some, key=lambda action: _promise(GAME.reduce(state, action).state))


def _promise(state: State) -> float:
    hands = sum([total(hand) for hand in state.hands])
    shields = shield(state, 0) + shield(state, 1)
    over = 1000 if state.phase is Phase.OVER else 0
    return hands + 0.5 * shields - 4 * len(state.castle) - 2 * state.due - over


def _random_player(rng: Random) -> int | None:
    return rng.choice([None, None, None, rng.randint(0, 3)])


def _random_text(rng: Random, oracle: Oracle) -> str:
    """Write something that is legal, nearly legal, of another game, or nothing at all."""
    action = rng.choice(sorted(oracle.legal()) or ["8D+AC", "pay 8D"])
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


def test_the_comparison_sees_a_difference() -> None:
    state, oracle = _new_game(Random(1))
    oracle.due += 1
    with pytest.raises(AssertionError):
        _check_same(state, oracle)


def test_the_sketch_of_a_position_has_what_a_position_needs() -> None:
    rng = Random(7)
    states = [_new_position(rng)[0] for _ in range(200)]
    assert {state.phase for state in states} == set(Phase)
    assert any(shield(state, 0) and shield(state, 1) for state in states)
