"""Many tables in C allow, show and do what the engine does."""

import os
import subprocess
import sys
from gc import collect
from pathlib import Path
from typing import Any
from weakref import ref

import numpy as np
import pytest

from regicide_tui.bots.encoded import state
from regicide_tui.bots.library import PYTHON
from regicide_tui.env.env_game import Reward
from regicide_tui.env.tables import Tables
from tests.env.agreeing_tables import KINDS, agree
from tests.loose import loose

ROOT = Path(__file__).parents[2]
ACTIONS = 5_400
"""The actions of each game, of all kinds of tables together.

All that a table shows and allows is compared for each number of each of them. So a fault in a kind
of action is found as soon as that kind comes up.
"""
MANY = 20_400
"""The actions of each game in the attack."""
GAMES = [("regicide", 1), ("regicide", 2), ("regicide", 4), ("duel", 2)]

each_game = pytest.mark.parametrize(("name", "players"), GAMES)
both_spaces = pytest.mark.parametrize("whole", [False, True])


def _lists(tables: Tables) -> list[object]:
    """Return what the last step brought about, to compare it."""
    return [part.tolist() for part in tables.now]


def play(tables: Tables, steps: int) -> list[list[Any]]:
    """Play with random numbers. Return what each step brought about."""
    return [[part.copy() for part in tables.step(tables.sample())] for _ in range(steps)]


@pytest.mark.parametrize(("name", "players", "whole", "reward"), KINDS)
@pytest.mark.slow
def test_a_table_allows_shows_and_does_what_the_engine_does(
    name: str, players: int, whole: bool, reward: Reward
) -> None:
    agree(name, players, whole, reward, ACTIONS // sum(kind[0] == name for kind in KINDS))


@pytest.mark.parametrize(("name", "players", "whole", "reward"), KINDS)
@pytest.mark.attack
def test_in_many_games_a_table_does_what_the_engine_does(
    name: str, players: int, whole: bool, reward: Reward
) -> None:
    agree(name, players, whole, reward, MANY // sum(kind[0] == name for kind in KINDS), seed=6)


@each_game
@both_spaces
def test_the_same_seed_and_numbers_give_the_same_games(
    name: str, players: int, whole: bool
) -> None:
    one, other = (Tables(name, players, 5, whole=whole) for _ in range(2))
    one.reset(3)
    other.reset(3)
    for left, right in zip(play(one, 60), play(other, 60), strict=True):
        assert all(map(np.array_equal, left, right))
    one.reset(3)
    other.reset(4)
    assert not np.array_equal(one.now.observations, other.now.observations)


@each_game
@both_spaces
@pytest.mark.parametrize("steps", [1, 10, 100])
def test_tables_dealt_anew_play_as_new_ones_do(
    name: str, players: int, whole: bool, steps: int
) -> None:
    used, new = (Tables(name, players, 64, whole=whole) for _ in range(2))
    used.reset(5)
    play(used, steps)
    used.reset(7)
    new.reset(7)
    for left, right in zip(play(used, 60), play(new, 60), strict=True):
        assert all(map(np.array_equal, left, right))


@each_game
def test_each_table_has_its_own_deal(name: str, players: int) -> None:
    tables = Tables(name, players, 20)
    assert len({row.tobytes() for row in tables.encoded}) == 20


@each_game
@both_spaces
def test_a_game_that_ends_is_rewarded_and_dealt_anew(name: str, players: int, whole: bool) -> None:
    tables, ended = Tables(name, players, 30, whole=whole), 0
    for _ in range(80):
        now = tables.step(tables.sample())
        over = now.terminations.nonzero()[0]
        assert not now.rewards[~now.terminations].any()
        for table in over:
            encoded = tables.encoded[table]
            assert encoded[state.RESULT] == state.NONE
            assert encoded[state.DISCARD_SIZE] == encoded[state.TABLE_SIZE] == 0
            rewards = sorted(now.rewards[table].tolist())
            assert rewards == [-1, 1] if name == "duel" else len(set(rewards)) == 1
        assert (now.masks.sum(axis=1) > 0).all()
        ended += len(over)
    assert ended


def test_a_game_that_reaches_its_limit_is_truncated_and_dealt_anew() -> None:
    tables = Tables("duel", 2, 1, whole=True, limit=1)
    tables.reset(1)
    before = tables.encoded.copy()
    now = tables.step(tables.sample())
    assert now.truncations[0] != now.terminations[0]
    assert tables.encoded[0, state.DISCARD_SIZE] == 0
    assert not np.array_equal(tables.encoded, before)


@both_spaces
def test_an_illegal_number_changes_nothing(whole: bool) -> None:
    tables = Tables("regicide", 2, 3, whole=whole)
    tables.reset(1)
    legal = tables.sample().copy()
    before = _lists(tables)
    illegal = int((tables.now.masks[1] == 0).nonzero()[0][0])
    for wrong in (illegal, -1, tables.rules.space.size):
        with pytest.raises(ValueError, match=f"{wrong} is not legal at table 1"):
            tables.step([legal[0], wrong, legal[2]])
    with pytest.raises(ValueError, match="There must be 3 numbers"):
        tables.step(legal[:2])
    with pytest.raises(ValueError, match="step_one is for one table, and there are 3"):
        tables.step_one(int(legal[0]))
    assert _lists(tables) == before


def test_one_table_takes_a_number_alone() -> None:
    one, other = (Tables("regicide", 3, 1) for _ in range(2))
    one.reset(8)
    other.reset(8)
    for _ in range(50):
        number = int(one.sample()[0])
        one.step_one(number)
        other.step([number])
        assert _lists(one) == _lists(other)
    before = _lists(one)
    for wrong in (-1, int((one.now.masks[0] == 0).nonzero()[0][0])):
        with pytest.raises(ValueError, match=f"^{wrong} is not legal"):
            one.step_one(wrong)
    with pytest.raises(TypeError, match="cannot be interpreted as an integer"):
        one.step_one(loose(float(one.sample()[0])))
    assert _lists(one) == before


@pytest.mark.parametrize("kind", [np.float64, np.bool_, np.object_])
def test_numbers_that_are_no_integers_are_refused(kind: type) -> None:
    tables = Tables("regicide", 2, 3)
    legal, before = tables.sample(), _lists(tables)
    with pytest.raises(TypeError, match="The numbers must be integers"):
        tables.step(legal.astype(kind))
    assert _lists(tables) == before


@pytest.mark.parametrize("kind", [np.uint8, np.int16, np.int64, list])
def test_integers_of_every_type_are_taken(kind: Any) -> None:
    one, other = (Tables("regicide", 2, 3) for _ in range(2))
    one.reset(8)
    other.reset(8)
    legal = one.sample()
    one.step(legal)
    other.step(legal.tolist() if kind is list else legal.astype(kind))
    assert _lists(one) == _lists(other)


def test_numbers_that_can_not_be_written_are_taken() -> None:
    tables = Tables("regicide", 2, 3)
    legal = tables.sample().copy()
    legal.flags.writeable = False
    tables.step(legal)


@each_game
@both_spaces
def test_a_sample_draws_every_legal_number_and_no_other(
    name: str, players: int, whole: bool
) -> None:
    tables = Tables(name, players, 1, whole=whole)
    tables.reset(7)
    for _ in range(30):
        legal = set(tables.now.masks[0].nonzero()[0].tolist())
        drawn = {int(tables.sample()[0]) for _ in range(20 * len(legal))}
        assert drawn == legal
        tables.step(tables.sample())


@pytest.mark.slow
def test_what_a_step_returned_outlives_its_tables_and_no_longer() -> None:
    tables = Tables("regicide", 2, 3)
    for _ in range(20):
        now = tables.step(tables.sample())
    tables.play_randomly(20)
    memory, shown = ref(now.masks.base), [part.tolist() for part in now]
    del tables
    collect()
    Tables("regicide", 2, 3)  # its memory would be the same if that were free
    assert [part.tolist() for part in now] == shown
    del now
    collect()
    assert memory() is None


def test_random_play_in_one_call_takes_actions() -> None:
    tables = Tables("regicide", 2, 1, whole=True)
    assert tables.play_randomly(200) == 200
    assert 0 < Tables("regicide", 2, 1).play_randomly(200) < 200


def test_there_are_no_tables_for_what_no_game_has() -> None:
    for name, players, settings, why in (
        ("king_of_the_dead", 2, {}, "has no encoded rules"),
        ("regicide", 5, {}, "is not for 5 players"),
        ("duel", 2, {"reward": "royals"}, "only in Regicide"),
        ("regicide", 2, {"reward": "medals"}, "The reward must be"),
        ("regicide", 2, {"limit": 0}, "The limit must be a whole number of at least 1"),
        ("regicide", 2, {"limit": 1.5}, "The limit must be a whole number of at least 1"),
        ("regicide", 2, {"limit": "ten"}, "The limit must be a whole number of at least 1"),
    ):
        with pytest.raises(ValueError, match=why):
            Tables(name, players, 1, **loose(settings))
    with pytest.raises(ValueError, match="at least 1"):
        Tables("regicide", 2, 0)


@pytest.mark.slow
def test_tables_in_c_are_those_of_python() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.env.same_tables"],
        env={**os.environ, PYTHON: "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["same"] * 6


def test_without_the_library_there_are_no_tables() -> None:
    code = "from regicide_tui.env.tables import Tables\nTables('duel', 2, 1)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, PYTHON: "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "RuntimeError: Tables need the library of compiled functions" in done.stderr
