"""Plays at a table in machine code and in a game on the engine, side by side.

`python -m tests.env.agreeing_tables 1000000` plays so many actions of each game; it prints each
kind of tables that has agreed.
"""

import sys
from random import Random

import numpy as np

from regicide_tui.bots.duel.bot import encode_state as encode_duel
from regicide_tui.bots.library import Ints
from regicide_tui.bots.regicide.state import encode_state as encode_regicide
from regicide_tui.env.env_game import EnvGame, Reward
from regicide_tui.env.tables import Tables
from tests.bots.encoded.reading import figures, hidden, laid
from tests.env.playing import some_numbers
from tests.loose import loose

KINDS: list[tuple[str, int, bool, Reward]] = [
    *[("regicide", players, whole, "win") for players in (1, 2, 3, 4) for whole in (False, True)],
    *[("regicide", players, False, "royals") for players in (1, 3)],
    *[("duel", 2, whole, "win") for whole in (False, True)],
]
"""The tables: the game, its number of players, whether an action is one number, the reward."""


def agree(
    name: str, players: int, whole: bool, reward: Reward, actions: int, seed: int = 5
) -> None:
    """Assert that a table allows, shows and does what the engine allows, shows and does."""
    rng, taken, deals = Random(seed), 0, 0
    tables = Tables(name, players, 1, whole=whole, reward=reward)
    engine = EnvGame(tables.rules, players, reward=reward)
    while taken < actions:
        engine.deal(f"{seed}-{deals}")
        tables.put(0, _encode(engine))
        deals += 1
        while engine.seat is not None:
            _take_an_action(engine, tables, rng)
            taken += 1


def _take_an_action(engine: EnvGame, tables: Tables, rng: Random) -> None:
    """Choose the same numbers on both until an action is taken, and compare what comes of it."""
    shuffles = loose(engine.state).shuffles
    for number in some_numbers(engine, rng):
        assert engine.seat is not None
        assert tables.seats[0] == engine.seat
        assert np.array_equal(tables.now.observations[0], engine.observe(engine.seat))
        assert np.array_equal(tables.now.masks[0], engine.mask(engine.seat))
        rewards = engine.choose(number)
        now = tables.step_one(number)
    if loose(engine.state).shuffles > shuffles:
        # The cards were shuffled otherwise: the table goes on with those of the engine.
        if engine.seat is not None:
            tables.put(0, _encode(engine))
        return
    assert np.array_equal(now.rewards[0], np.array(rewards, dtype=np.float32))
    assert now.terminations[0] == (engine.seat is None)
    assert not now.truncations[0]
    if engine.seat is not None:
        table, state = tables.encoded[0], _encode(engine)
        assert figures(table) == figures(state)
        assert hidden(table) == hidden(state)
        assert laid(table) == laid(state)


def _encode(engine: EnvGame) -> Ints:
    encode = encode_duel if engine.rules.game.rivals else encode_regicide
    encoded: Ints = loose(encode)(engine.state)
    return encoded


if __name__ == "__main__":
    for kind in KINDS:
        agree(*kind, int(sys.argv[1]) // sum(other[0] == kind[0] for other in KINDS))
        print(*kind, "agrees", flush=True)
