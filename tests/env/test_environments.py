"""The environments are what PettingZoo and Gymnasium expect, and follow docs/env.md."""

import re
import subprocess
import sys
import warnings
from collections.abc import Callable
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

from regicide_tui.env import MISSING, duel_v0, king_of_the_dead_v0, regicide_v0
from regicide_tui.env.aec import CardGameEnv
from regicide_tui.env.env_game import find_rules
from regicide_tui.games import find
from tests.loose import loose

ENVIRONMENTS: dict[str, Callable[..., Any]] = {
    "regicide-1": lambda **more: regicide_v0.env(1, **more),
    "regicide-3": lambda **more: regicide_v0.env(3, **more),
    "regicide-4-whole": lambda **more: regicide_v0.env(4, whole=True, **more),
    "duel": duel_v0.env,
    "duel-whole": lambda **more: duel_v0.env(whole=True, **more),
    "king-2": king_of_the_dead_v0.env,
    "king-4": lambda **more: king_of_the_dead_v0.env(4, **more),
}
EXPECTED_WARNINGS = ("Observation is not a NumPy array", "Observation space for each agent")
"""PettingZoo has them for every observation with a mask, unless it is one of its own games."""
SOLO = "regicide_tui.env.solo_v0:regicide_tui/Solo-v0"

each_environment = pytest.mark.parametrize("name", ENVIRONMENTS)


def play_on(env: Any, choose: Callable[[Any], int] = lambda mask: int(mask.nonzero()[0][0])) -> Any:
    """Play a game to its end, by default with the first legal number. Return all rewards."""
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        env.step(None if terminated or truncated else choose(seen["action_mask"]))
    return total


@each_environment
def test_the_tests_of_pettingzoo_pass(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        api_test(ENVIRONMENTS[name](), num_cycles=100)
    assert [one for one in warned if not str(one.message).startswith(EXPECTED_WARNINGS)] == []
    seed_test(ENVIRONMENTS[name], num_cycles=50)
    render_test(ENVIRONMENTS[name])
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("whole", [False, True])
def test_the_check_of_gymnasium_passes(whole: bool) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(SOLO, whole=whole).unwrapped)


@each_environment
def test_a_seed_deals_the_game_of_the_app(name: str) -> None:
    env = ENVIRONMENTS[name]()
    env.reset(seed=41)
    players = len(env.agents)
    game = env.unwrapped.game.rules.game
    assert env.unwrapped.game.state == game.new(players, "41", {})
    env.reset()
    second = env.unwrapped.game.state
    env.reset(seed=41)
    env.reset()
    assert env.unwrapped.game.state == second


@each_environment
def test_only_the_agent_that_acts_has_legal_actions(name: str) -> None:
    env = ENVIRONMENTS[name]()
    env.reset(seed=5)
    for _ in range(30):
        if env.terminations[env.agent_selection]:
            break
        acting = [agent for agent in env.agents if env.observe(agent)["action_mask"].any()]
        assert acting == [env.agent_selection]
        env.step(int(env.observe(env.agent_selection)["action_mask"].nonzero()[0][-1]))


def test_an_illegal_action_ends_the_game_or_raises() -> None:
    env = regicide_v0.env(2)
    env.reset(seed=1)
    env.step(int((env.observe(env.agent_selection)["action_mask"] == 0).nonzero()[0][0]))
    assert all(env.terminations.values())
    assert sorted(env.rewards.values()) == [-1, 0]
    raw = regicide_v0.raw_env(2)
    raw.reset(seed=1)
    before = raw.game.state
    with pytest.raises(ValueError, match="is not legal"):
        raw.step(59)
    assert raw.game.state == before
    solo = loose(gymnasium.make(SOLO)).unwrapped
    solo.reset(seed=1)
    _, reward, terminated, truncated, info = solo.step(59)
    assert (reward, terminated, truncated, info) == (-1, True, False, {"reason": "illegal_action"})


@pytest.mark.parametrize("end", ["never begun", "illegal", "no such number", "lost", "truncated"])
def test_a_solo_game_that_is_over_needs_a_reset(end: str) -> None:
    env = loose(gymnasium.make(SOLO, limit=2 if end == "truncated" else None)).unwrapped
    if end == "never begun":
        over = True
    else:
        seen, _ = env.reset(seed=3)
        over = False
    while not over:
        wrong = {"illegal": 59, "no such number": 60}
        number = wrong.get(end, int(seen["action_mask"].nonzero()[0][0]))
        seen, _, terminated, truncated, _ = env.step(number)
        over = terminated or truncated
    state = env.game.state
    for _ in range(2):
        with pytest.raises(gymnasium.error.ResetNeeded, match="call reset first"):
            env.step(int(env.game.legal[0]) if env.game.legal else 0)
    assert env.game.state is state
    seen, _ = env.reset()
    env.step(int(seen["action_mask"].nonzero()[0][0]))


def test_the_masks_of_a_solo_game_are_those_of_its_observations() -> None:
    env = loose(gymnasium.make(SOLO))
    seen, _ = env.reset(seed=3)
    for _ in range(6):
        masks = env.get_wrapper_attr("action_masks")()
        assert masks.dtype == np.bool_
        assert masks.tolist() == seen["action_mask"].astype(bool).tolist()
        assert masks.any()
        seen, *_ = env.step(int(masks.argmax()))


@pytest.mark.parametrize("number", [-1, 60, 1.0])
def test_with_wrappers_what_is_no_number_of_an_action_changes_nothing(number: Any) -> None:
    env = regicide_v0.env(2)
    env.reset(seed=1)
    before = env.unwrapped.game.state
    with pytest.raises(AssertionError, match="action is not in action space"):
        env.step(number)
    assert env.unwrapped.game.state is before
    assert not any(env.terminations.values())


def test_players_of_regicide_are_rewarded_together() -> None:
    for seed in range(20):
        env = regicide_v0.env(3)
        env.reset(seed=seed)
        rewards = play_on(env)
        assert set(rewards.values()) == {float(env.unwrapped.game.outcome.won)}


def test_royals_can_be_rewarded_one_by_one() -> None:
    defeated = 0
    for seed in range(40):
        env = regicide_v0.env(2, reward="royals")
        env.reset(seed=seed)
        rewards = play_on(env)
        state = env.unwrapped.game.state
        fell = 12 - len(state.castle) - bool(state.enemy)
        assert [*rewards.values()] == pytest.approx([fell / 12] * 2)
        defeated += fell
    assert defeated


def test_rivals_win_what_the_others_lose() -> None:
    env = duel_v0.env()
    env.reset(seed=1)
    rewards = play_on(env)
    winner = env.unwrapped.game.outcome.winners[0]
    assert rewards == {f"player_{seat + 1}": 1 if seat == winner else -1 for seat in range(2)}
    env = king_of_the_dead_v0.env(4)
    env.reset(seed=1)
    rng = Random(2)
    rewards = play_on(env, lambda mask: rng.choice(mask.nonzero()[0].tolist()))
    winners = env.unwrapped.game.outcome.winners
    assert sum(rewards.values()) == pytest.approx(0)
    assert {seat for seat, one in enumerate(rewards.values()) if one > 0} == {*winners}


def test_a_game_that_reaches_its_limit_is_truncated() -> None:
    env = duel_v0.env(limit=3)
    env.reset(seed=1)
    while not any(env.truncations.values()):
        env.step(int(env.observe(env.agent_selection)["action_mask"].nonzero()[0][0]))
    assert env.unwrapped.game.actions == 3
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert not any(env.rewards.values())


def test_house_rules_are_those_of_the_game() -> None:
    env = regicide_v0.env(2, options={"combos": False})
    env.reset(seed=1)
    assert env.unwrapped.game.state == find("regicide").new(2, "1", {"combos": False})
    for settings in ({"options": {"combos": 3}}, {"reward": "medals"}, {"render_mode": "film"}):
        with pytest.raises(ValueError, match=r"\w+"):
            regicide_v0.env(2, **loose(settings))
    with pytest.raises(ValueError, match="for 1 to 4 players"):
        regicide_v0.env(5)
    with pytest.raises(ValueError, match="too many actions"):
        king_of_the_dead_v0.env(2, whole=True)
    with pytest.raises(ValueError, match="Only Regicide can reward royals"):
        duel_v0.env(reward="royals")


MISSPELLED: list[tuple[Callable[..., Any], dict[str, Any], str]] = [
    (regicide_v0.env, {"hole": True}, "no setting 'hole'. Choose from players, whole, "),
    (regicide_v0.raw_env, {"player": 3}, "no setting 'player'. Choose from players, whole, "),
    (king_of_the_dead_v0.env, {"game": "duel"}, "no setting 'game'. Choose from players, whole, "),
    (duel_v0.env, {"players": 2}, "no setting 'players'. Choose from whole, options, reward, "),
    (CardGameEnv, {"players": 2}, "no setting 'players'. Choose from whole, options, reward, "),
    (gymnasium.make, {"rewards": "royals"}, "no setting 'rewards'. Choose from whole, options, "),
    (gymnasium.make, {"players": 2}, "no setting 'players'. Choose from whole, options, "),
]
"""What makes an environment, a setting that it does not have, and what is said."""
POSITIONAL: dict[object, tuple[object, ...]] = {CardGameEnv: ("duel", 2), gymnasium.make: (SOLO,)}


@pytest.mark.parametrize(("make", "settings", "said"), MISSPELLED)
def test_a_setting_that_does_not_exist_is_refused(
    make: Callable[..., Any], settings: dict[str, Any], said: str
) -> None:
    with pytest.raises(TypeError, match=re.escape(said)):
        make(*POSITIONAL.get(make, ()), **settings)


@pytest.mark.parametrize("limit", [0, -1, 1.5, "ten"])
def test_a_limit_that_is_no_whole_number_from_1_on_is_refused(limit: Any) -> None:
    for make in (regicide_v0.env, duel_v0.raw_env, lambda **more: gymnasium.make(SOLO, **more)):
        with pytest.raises(
            ValueError, match="The limit must be a whole number of at least 1, or None"
        ):
            make(limit=limit)


@pytest.mark.parametrize("limit", [None, 1, np.int64(5)])
def test_no_limit_and_whole_numbers_are_limits(limit: Any) -> None:
    env = duel_v0.env(limit=limit)
    env.reset(seed=1)
    play_on(env)
    assert limit is None or env.unwrapped.game.actions == limit


def test_a_number_that_is_not_whole_is_not_taken_for_one() -> None:
    raw, solo = loose(regicide_v0.raw_env()), loose(gymnasium.make(SOLO)).unwrapped
    raw.reset(seed=1)
    solo.reset(seed=1)
    for env in (raw, solo):
        legal = env.game.legal[0]
        for wrong in (legal + 0.9, float(legal), str(legal)):
            with pytest.raises(TypeError, match="cannot be interpreted as an integer"):
                env.step(wrong)
        assert env.game.picked == ()
        env.step(np.int64(legal))
        assert env.game.picked == (legal,) or env.game.actions == 1


@pytest.mark.parametrize("number", [-1, 60, 9999])
def test_a_number_that_does_not_exist_is_named_with_those_that_do(number: int) -> None:
    raw = regicide_v0.raw_env()
    raw.reset(seed=1)
    for use in (raw.step, raw.game.choose, raw.game.rules.space.describe):
        with pytest.raises(ValueError, match=f"^There is no number {number}: .* from 0 to 59"):
            use(number)
    assert raw.game.actions == 0


@pytest.mark.parametrize(
    ("name", "whole", "last"),
    [
        ("regicide", True, 544),
        ("duel", False, 53),
        ("duel", True, 410),
        ("king_of_the_dead", False, 133),
    ],
)
def test_exactly_the_numbers_of_a_space_are_described(name: str, whole: bool, last: int) -> None:
    space = find_rules(name, whole=whole).space
    assert all(space.describe(number) for number in range(last + 1))
    for number in (-1, last + 1):
        with pytest.raises(ValueError, match=f"numbers go from 0 to {last}"):
            space.describe(number)


def test_rendering_shows_the_position_and_what_is_picked() -> None:
    env = regicide_v0.env(2, render_mode="ansi")
    env.reset(seed=3)
    state = env.unwrapped.game.state
    shown = env.render()
    assert f"enemy: {state.enemy}" in shown
    assert " | ".join([" ".join([card.text for card in hand]) for hand in state.hands]) in shown
    assert "picked" not in shown


HUMAN: dict[str, Callable[[], Any]] = {
    "PettingZoo": lambda: regicide_v0.env(2, render_mode="human"),
    "Gymnasium": lambda: gymnasium.make(SOLO, render_mode="human"),
}


@pytest.mark.parametrize("kind", HUMAN)
def test_a_person_sees_the_game_after_a_deal_and_after_each_action(
    kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    env = HUMAN[kind]()
    game = env.unwrapped.game
    env.reset(seed=3)
    assert capsys.readouterr().out == f"{game.as_text()}\n\n"
    env.step(int(game.legal[0]))
    assert capsys.readouterr().out == f"{game.as_text()}\n\n"


@pytest.mark.parametrize("mode", [None, "ansi"])
def test_a_rendering_that_is_not_written_is_returned(
    mode: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    solo = loose(gymnasium.make(SOLO, render_mode=mode)).unwrapped
    for env in (regicide_v0.env(2, render_mode=mode), solo):
        env.reset(seed=3)
        assert env.render() == env.unwrapped.game.as_text()
    assert capsys.readouterr().out == ""


def test_the_end_of_a_solo_game_says_why_it_ended() -> None:
    env = loose(gymnasium.make(SOLO)).unwrapped
    seen, _ = env.reset(seed=3)
    over = False
    while not over:
        seen, reward, over, truncated, info = env.step(int(seen["action_mask"].nonzero()[0][0]))
    assert (reward, truncated, info) == (0, False, {"reason": "cannot_act", "medal": None})
    assert not seen["action_mask"].any()


@each_environment
def test_the_end_of_a_game_is_told_to_every_agent(name: str) -> None:
    env, rng = ENVIRONMENTS[name](), Random(5)
    env.reset(seed=3)
    told = []
    for agent in env.agent_iter():
        seen, _, terminated, _, info = env.last()
        told += [(agent, info)] if terminated else []
        assert terminated or info == {}
        env.step(None if terminated else rng.choice(seen["action_mask"].nonzero()[0].tolist()))
    outcome = env.unwrapped.game.outcome
    expected = {"reason": outcome.reason, "medal": outcome.medal}
    assert dict(told) == dict.fromkeys(env.possible_agents, expected)
    assert outcome.reason


def test_a_truncated_game_has_no_reason() -> None:
    env = duel_v0.env(limit=1, whole=True)
    env.reset(seed=1)
    env.step(int(env.last()[0]["action_mask"].argmax()))
    assert env.infos == {"player_1": {}, "player_2": {}}


@pytest.mark.slow
def test_without_the_extra_a_sentence_says_what_to_install() -> None:
    for missing in ("gymnasium", "pettingzoo"):
        code = f"import sys; sys.modules[{missing!r}] = None; import regicide_tui.env.regicide_v0"
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert run.returncode == 1
        assert run.stderr.splitlines()[-1] == f"ImportError: {MISSING}"
