"""A copy of an environment, and what is unpickled, go on where the original was, by themselves."""

import copy
import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest

from regicide_tui.env import duel_v0, king_of_the_dead_v0, regicide_v0
from regicide_tui.env.tables import Tables
from tests.loose import loose

ENVIRONMENTS: dict[str, Callable[[], Any]] = {
    "regicide": lambda: regicide_v0.env(3, options={"combos": False}),
    "regicide-raw": lambda: regicide_v0.raw_env(2, whole=True),
    "duel": lambda: duel_v0.env(whole=True, limit=30),
    "duel-raw": duel_v0.raw_env,
    "king": lambda: king_of_the_dead_v0.env(4),
    "king-raw": king_of_the_dead_v0.raw_env,
}
SOLO = "regicide_tui.env.solo_v0:regicide_tui/Solo-v0"


def pickled(value: Any) -> Any:
    """Return what comes of a value that is pickled and unpickled."""
    return pickle.loads(pickle.dumps(value))


def pickled_for_readers(value: Any) -> Any:
    """Return what comes of a value if arrays are unpickled that can't be written, as in Ray."""
    buffers: list[pickle.PickleBuffer] = []
    packed = pickle.dumps(value, protocol=5, buffer_callback=buffers.append)
    return pickle.loads(packed, buffers=[bytes(one.raw()) for one in buffers])


each_environment = pytest.mark.parametrize("name", ENVIRONMENTS)
both_ways = pytest.mark.parametrize("copied", [copy.deepcopy, pickled])


def some_legal(seen: Any, rng: Random) -> int:
    """Return a random legal number of an observation."""
    return int(rng.choice(seen["action_mask"].nonzero()[0]))


def play_some(env: Any, steps: int, rng: Random) -> list[Any]:
    """Play some steps with random legal numbers. Return what was seen before each of them."""
    told: list[Any] = []
    for _ in range(steps):
        if not env.agents:
            break
        seen, *rest = env.last()
        told.append((env.agent_selection, seen["observation"].tolist(), rest, dict(env.rewards)))
        over = env.terminations[env.agent_selection] or env.truncations[env.agent_selection]
        env.step(None if over else some_legal(seen, rng))
    return told


def begin(name: str) -> Any:
    """Return an environment in the middle of its second game, the row of seeds begun."""
    env = ENVIRONMENTS[name]()
    env.reset(seed=5)
    env.reset()
    play_some(env, 5, Random(1))
    assert env.unwrapped.game.seat is not None
    return env


@each_environment
@both_ways
def test_a_copy_goes_on_where_the_original_was(name: str, copied: Callable[[Any], Any]) -> None:
    env = begin(name)
    other = copied(env)
    assert other.unwrapped.game.state == env.unwrapped.game.state
    assert other.unwrapped.game.picked == env.unwrapped.game.picked
    assert play_some(other, 300, Random(2)) == play_some(env, 300, Random(2))
    for _ in range(2):
        env.reset()
        other.reset()
        assert other.unwrapped.game.state == env.unwrapped.game.state
        assert play_some(other, 20, Random(3)) == play_some(env, 20, Random(3))


@each_environment
@both_ways
def test_a_copy_and_the_original_do_not_disturb_each_other(
    name: str, copied: Callable[[Any], Any]
) -> None:
    env, undisturbed = begin(name), begin(name)
    other = copied(env)
    play_some(other, 300, Random(4))
    other.reset(seed=9)
    play_some(other, 10, Random(4))
    assert play_some(env, 300, Random(2)) == play_some(undisturbed, 300, Random(2))
    env.reset()
    undisturbed.reset()
    assert env.unwrapped.game.state == undisturbed.unwrapped.game.state


@both_ways
def test_a_copy_has_the_settings_of_the_original(copied: Callable[[Any], Any]) -> None:
    env = duel_v0.env(whole=True, limit=30, render_mode="ansi")
    other = copied(env)
    assert (other.render_mode, other.metadata) == (env.render_mode, env.metadata)
    assert other.action_space("player_1") == env.action_space("player_1")
    other.reset(seed=1)
    play_some(other, 30, Random(1))
    assert all(other.truncations.values())


@both_ways
def test_a_copy_of_a_solo_game_goes_on_by_itself(copied: Callable[[Any], Any]) -> None:
    env = loose(gymnasium.make(SOLO, reward="royals"))
    seen, _ = env.reset(seed=5)
    env.step(some_legal(seen, Random(1)))
    other, told = copied(env), []
    for one in (other, env):
        rng, steps, over = Random(2), [], False
        seen = {"action_mask": one.unwrapped.game.mask(0)}
        while not over:
            seen, reward, over, _, info = one.step(some_legal(seen, rng))
            steps.append((seen["observation"].tolist(), seen["action_mask"].tolist(), reward, info))
        told.append((steps, one.reset()[0]["observation"].tolist()))
    assert told[0] == told[1]


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickled, pickled_for_readers])
@pytest.mark.parametrize("whole", [False, True])
def test_a_copy_of_tables_goes_on_by_itself(whole: bool, copied: Callable[[Any], Any]) -> None:
    tables = Tables("regicide", 2, 4, whole=whole)
    tables.reset(3)
    for _ in range(9):
        tables.step(tables.sample())
    before = _shown(tables)
    other = copied(tables)
    assert _shown(other) == before
    played = [_played(other) for _ in range(60)]
    assert _shown(tables) == before
    assert [_played(tables) for _ in range(60)] == played


def _shown(tables: Tables) -> list[Any]:
    """Return what the last step brought about, and who must act."""
    return [*[part.tolist() for part in tables.now], tables.seats.tolist()]


def _played(tables: Tables) -> list[Any]:
    """Take a random step. Return what it brought about."""
    tables.step(tables.sample())
    return _shown(tables)


@pytest.mark.parametrize("copied", [copy.deepcopy, pickled])
def test_a_state_can_be_put_at_a_copy_of_tables(copied: Callable[[Any], Any]) -> None:
    tables = Tables("duel", 2, 2)
    other = copied(tables)
    other.put(0, tables.encoded[1])
    assert np.array_equal(other.now.observations[0], tables.now.observations[1])
    assert other.rules.game.name == "duel"
    assert other.players == 2
