"""The engine and the naive second implementation agree, on games and on strewn positions.

At every step they are asked the same: what is legal, what is wrong with this text, and what does
the table look like after that action. Only the shuffles are the engine's own.
"""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from regicide_tui.games.base import IllegalAction, take_text, written
from regicide_tui.games.king_of_the_dead import GAME
from regicide_tui.games.king_of_the_dead.powers import POWERS, PROMPT_KINDS
from regicide_tui.games.king_of_the_dead.state import State
from regicide_tui.games.piles import shuffled
from tests.games.comparing import check_same
from tests.games.king_of_the_dead.cards import RANKS, SUITS
from tests.games.king_of_the_dead.oracle import Oracle
from tests.games.king_of_the_dead.strewn import random_options, random_position
from tests.loose import loose

pytestmark = pytest.mark.slow

Start = Callable[[Random, int], tuple[State, Oracle]]
"""What deals a game, or lays a position, for so many players: to the engine and to the oracle."""

MANY = pytest.param(6_000, marks=pytest.mark.attack)
"""Actions that are compared in the attack; ten times as many take ten times as long."""

TEXTS = 3
"""How many texts are tried before each of them."""

ENGINE_ONLY = {"pending", "seed", "shuffles"}

CODES = {
    "bad_syntax",
    "wrong_phase",
    "wrong_player",
    "not_in_hand",
    "no_power",
    "bad_run",
    "bad_payment",
    "payment_short",
    "wrong_colour",
    "bad_target",
    "bad_answer",
}

TEXTS_OF_ANY_KIND = [
    "end",
    "pass",
    "yield",
    "flip",
    "8D+AC",
    "*>P2",
    "pay 8D",
    "recall 0",
    "recall 1",
    "recall 2",
    "score W W 3C",
    "discard -",
    "take top",
    "take @1",
    "take @0",
    "take @9",
    "target P0",
    "target P1",
    "target P4",
    "swap P1 P1",
    "swap P2 P1",
    "swap P1 P9",
    "hello",
    "buy 3C",
    "buy @0 3C",
    "buy @99999999999999999999 3C",
    "buy N *",
]

ALPHABET = "A23456789TJQKCDHS*+>P@WN  :-?\t\n٣İſ"


@pytest.mark.parametrize("actions", [1_500, MANY])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_agree(players: int, actions: int) -> None:
    met = _compare(_new_game, players, actions, actions_each=400)
    assert met >= CODES | {"game_over", "over"}


@pytest.mark.parametrize("actions", [3_000, MANY])  # of fewer, some have a prompt less
@pytest.mark.parametrize("players", [2, 3, 4])
def test_strewn_positions_agree(players: int, actions: int) -> None:
    met = _compare(_new_position, players, actions, actions_each=8)
    assert met >= CODES
    assert met >= set(PROMPT_KINDS), set(PROMPT_KINDS) - met  # every kind of prompt was answered
    assert met >= {f"{power.name}" for power in POWERS.values()}


def _new_game(rng: Random, players: int) -> tuple[State, Oracle]:
    options = random_options(rng, players)
    state = GAME.new(players, f"{rng.getrandbits(64):x}", options)
    return state, _oracle(GAME.position(state), options)


def _new_position(rng: Random, players: int) -> tuple[State, Oracle]:
    options, position = random_options(rng, players), random_position(rng, players)
    state = GAME.load(position, f"{rng.getrandbits(64):x}", options)
    return state, _oracle({**position, "seed": state.seed, "shuffles": 0}, options)


def _oracle(position: dict[str, Any], options: dict[str, Any]) -> Oracle:
    count, seed = position["shuffles"], position["seed"]

    def shuffle(cards: list[str]) -> None:
        nonlocal count
        cards[:] = shuffled(cards, seed, count)
        count += 1

    return Oracle(position, options, shuffle)


def _compare(start: Start, players: int, actions: int, actions_each: int) -> set[str]:
    """Play so many actions in both; return what was met on the way."""
    rng, met, taken = Random(players), set[str](), 0
    while taken < actions:
        state, oracle = start(rng, players)
        for _ in range(actions_each):
            legal = check_same(GAME, state, oracle, ENGINE_ONLY)
            met |= _compare_moment(state, oracle, rng, legal)
            if not legal:
                break
            text = _choice(rng, sorted(legal))
            move = take_text(GAME, state, _scribbled(rng, text))[-1]
            assert written(loose(GAME), [move]) == (text,)
            met |= {event.power for event in move.events if hasattr(event, "power")}
            state = loose(move.state)
            oracle.do(text)
            taken += 1
    return met


def _choice(rng: Random, legal: list[str]) -> str:
    """Choose an action, each kind as often as another, and seldom the end of the turn."""
    kinds = Counter([text.split()[0] for text in legal])
    weights = [(0.3 if text == "end" else 1) / kinds[text.split()[0]] for text in legal]
    return rng.choices(legal, weights)[0]


def _compare_moment(state: State, oracle: Oracle, rng: Random, legal: list[str]) -> set[str]:
    position = GAME.position(state)
    met = {str(position["prompt"]), str(position["phase"])}
    for text in _texts(rng, legal, state):
        by = rng.choice([None, None, None, *range(len(state.sides))])
        met.add(str(_same_code(state, oracle, text, by)))
    return met


def _same_code(state: State, oracle: Oracle, text: str, by: int | None) -> str | None:
    expected = oracle.check(text, by)
    try:
        take_text(GAME, state, text, by)
    except IllegalAction as error:
        assert error.code == expected, f"{text!r}: {error.code}, not {expected}"
        assert error.message.endswith(".")
    else:
        assert expected is None, f"{text!r} is {expected}"
    return expected


def _texts(rng: Random, legal: list[str], state: State) -> list[str]:
    """Give texts to try: legal ones changed, random ones, and nonsense."""
    hand = [card.text for card in state.sides[state.turn].hand] or ["5C"]
    some = rng.sample(hand, rng.randint(1, min(4, len(hand))))
    made = [
        lambda: _changed(rng, rng.choice(legal)),
        lambda: _spoiled(rng, rng.choice(legal)),
        lambda: rng.choice(TEXTS_OF_ANY_KIND),
        lambda: "play " + "+".join(some),
        lambda: f"buy {rng.choice(['N', '@1', '@2', '@3', '@4', '@7'])} {' '.join(some)}",
        lambda: f"score {' '.join([rng.choice([*hand, 'W']) for _ in range(3)])}",
        lambda: f"{rng.choice(['send', 'discard', 'take', 'order'])} {' '.join(some[:2])}",
    ]
    return [rng.choice(made)() for _ in range(TEXTS)] if legal else ["end", "hello"]


def _scribbled(rng: Random, text: str) -> str:
    """Write the same action in another order, case and spacing."""
    verb, *words = text.split(" ")
    if verb in ("score", "discard") or text.startswith(("swap P", "take")):
        rng.shuffle(words)
    if verb == "buy":
        words[1:] = rng.sample(words[1:], len(words) - 1)
    if verb == "play":
        cards = words[0].split("+")
        words = ["+".join(rng.sample(cards, len(cards)))]
    spaced = rng.choice([" ", "   "]).join([verb, *words])
    return rng.choice([spaced, spaced.lower(), spaced.upper(), f"  {spaced} "])


def _changed(rng: Random, text: str) -> str:
    """Add, repeat, exchange or drop a word of an action."""
    verb, *words = text.split(" ")
    if not words:
        return f"{verb} {_random_card(rng)}"
    at = rng.randrange(len(words))
    other = rng.choice([_random_card(rng), "@2", "P2", "W", f"d:{_random_card(rng)}"])
    changed = rng.choice(
        [
            [*words, other],
            [*words, words[at]],
            [*words[:at], other, *words[at + 1 :]],
            [*words[:at], *words[at + 1 :]],
        ]
    )
    return " ".join([verb, *changed])


def _spoiled(rng: Random, text: str) -> str:
    """Add, drop or exchange a character of an action."""
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(["", rng.choice(ALPHABET)]) + text[at + rng.randint(0, 1) :]


def _random_card(rng: Random) -> str:
    return rng.choice(["*", rng.choice(RANKS) + rng.choice(SUITS)])
