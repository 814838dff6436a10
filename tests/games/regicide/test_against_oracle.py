"""The engine and the naive second implementation agree, on games and on strewn positions.

At every step they are asked the same: what is legal, what is wrong with this text, and what does
the table look like after that action. Only for the shuffles the oracle is told what came of them.
"""

from collections.abc import Callable
from random import Random

import pytest

from regicide_tui.games.base import IllegalAction, submit
from regicide_tui.games.chance import shuffled
from regicide_tui.games.plays import total
from regicide_tui.games.regicide import GAME
from regicide_tui.games.regicide.actions import Action
from regicide_tui.games.regicide.state import Phase, State, shield
from tests.games.regicide.oracle import (
    Heal,
    Oracle,
    random_options,
    random_position,
)
from tests.games.texts import ALPHABET, OTHER_GAMES, changed, from_hand, scribbled, spoiled

Start = Callable[[Random, int], tuple[State, Oracle]]
"""What deals a game, or lays a position, for so many players: to the engine and to the oracle."""

ACTIONS = 20_000
"""How many actions are compared in all; ten times as many take ten times as long."""

TEXTS = 3
"""How many texts are tried before each of them."""

UNKNOWN_TO_THE_ORACLE = {"tavern_known", "seed", "shuffles"}

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


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_whole_games_agree(players: int) -> None:
    met = _compare(_new_game, players, actions_each=400)
    assert met >= CODES - {"bad_target", "cannot_yield"}
    assert met >= {"lost cannot_pay"}
    assert met & {f"{castle} royals to come" for castle in range(4)}  # the Kings


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_strewn_positions_agree(players: int) -> None:
    met = _compare(_new_position, players, actions_each=12)
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


def _compare(start: Start, players: int, actions_each: int) -> set[str]:
    """Compare step by step until the share is done; return the codes and endings met."""
    rng = Random(f"{start.__name__} {players}")
    met: set[str | None] = set()
    actions = 0
    while actions < ACTIONS // 8:  # four numbers of players, games and positions
        state, oracle = start(rng, players)
        _check_same(state, oracle)
        for _ in range(actions_each):
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
        met |= {f"{oracle.result} {oracle.reason}", f"{len(oracle.castle)} royals to come"}
    return {one for one in met if one is not None}


def _check_same(state: State, oracle: Oracle) -> None:
    position = GAME.position(state)
    shown = {key: found for key, found in position.items() if key not in UNKNOWN_TO_THE_ORACLE}
    assert shown == oracle.state()
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


def _sound(rng: Random, state: State) -> Action:
    """Choose an action that, more often than not, keeps the game going far into the Castle."""
    legal = GAME.legal_actions(state)
    some = rng.sample(legal, min(1 if rng.random() < 0.05 else 20, len(legal)))
    return max(some, key=lambda action: _promise(GAME.reduce(state, action).state))


def _promise(state: State) -> float:
    if state.phase is Phase.OVER:
        return 1000 if state.result == "won" else -1000
    hands = sum([total(hand) for hand in state.hands])
    fallen = 100 * (12 - len(state.castle)) + 40 * state.tavern_known
    return fallen + hands + 0.5 * state.damage + 0.8 * shield(state) + len(state.tavern)


def _random_player(rng: Random) -> int | None:
    return rng.choice([None, None, None, rng.randint(0, 5)])


def _random_text(rng: Random, oracle: Oracle) -> str:
    """Write something that is legal, nearly legal, of another game, or nothing at all."""
    legal = sorted(oracle.legal()) or ["8D+AC", "pay 8D"]
    action = rng.choice(legal)
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


def test_the_comparison_sees_a_difference() -> None:
    state, oracle = _new_game(Random(1), 2)
    oracle.damage += 1
    with pytest.raises(AssertionError):
        _check_same(state, oracle)


def test_the_sketch_of_a_position_has_what_a_position_needs() -> None:
    rng = Random(7)
    states = [_new_position(rng, rng.randint(1, 4))[0] for _ in range(200)]
    assert {state.phase for state in states} == set(Phase)
    assert any(state.immunity_cancelled for state in states)
    assert any(shield(state) for state in states)
