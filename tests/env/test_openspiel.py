"""The games are Python games of OpenSpiel."""

import subprocess
import sys
from random import Random
from typing import Any

import pytest

from regicide_tui.games import find

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheels for this machine.")
pytest.importorskip("regicide_tui.env.openspiel")
make_observation = pytest.importorskip("open_spiel.python.observation").make_observation
rl_environment = pytest.importorskip("open_spiel.python.rl_environment")

GAMES = {
    "python_regicide(players=1)": "regicide",
    "python_regicide(players=4)": "regicide",
    "python_regicide_duel": "duel",
    "python_king_of_the_dead(players=2)": "king_of_the_dead",
}
each_game = pytest.mark.parametrize(("text", "name"), GAMES.items())


def play_on(state: Any, rng: Random) -> Any:
    """Play a game to its end at random."""
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.choice(state.chance_outcomes())[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return state


@each_game
def test_the_tests_of_openspiel_pass(text: str, name: str) -> None:
    separator = "," if "(" in text else "("
    few = f"{text.rstrip(')')}{separator}deals=20)"
    pyspiel.random_sim_test(pyspiel.load_game(few), num_sims=1, serialize=True, verbose=False)


@each_game
def test_the_number_of_a_deal_is_the_seed_of_the_app(text: str, name: str) -> None:
    game = pyspiel.load_game(text)
    state = game.new_initial_state()
    state.apply_action(77)
    assert state.game.state == find(name).new(game.num_players(), "77", {})
    assert state.current_player() == state.game.seat


@each_game
def test_the_returns_are_the_rewards_of_the_game(text: str, name: str) -> None:
    rng, game = Random(4), pyspiel.load_game(text)
    for _ in range(2):
        state = play_on(game.new_initial_state(), rng)
        outcome = state.game.outcome
        assert {seat for seat, won in enumerate(state.returns()) if won > 0} == {*outcome.winners}
        expected = 0 if find(name).rivals else len(state.returns()) * outcome.won
        assert sum(state.returns()) == pytest.approx(expected)


def test_a_copy_of_a_state_plays_on_by_itself() -> None:
    rng, state = Random(4), pyspiel.load_game("python_regicide").new_initial_state()
    state.apply_action(5)
    before = str(state)
    copy = state.clone()
    assert str(copy) == before
    play_on(copy, rng)
    assert str(state) == before


def test_a_player_sees_no_hidden_card() -> None:
    state = pyspiel.load_game("python_regicide_duel").new_initial_state()
    assert not any(state.observation_tensor(0))
    state.apply_action(5)
    hands = [[card.text for card in hand] for hand in state.game.state.hands]
    for seat in range(2):
        text = state.observation_string(seat)
        assert " ".join(hands[seat]) in text
        assert " ".join(hands[1 - seat]) not in text
        assert state.observation_tensor(seat) == state.game.observe(seat).tolist()


def test_there_is_no_game_for_a_wrong_number_of_players() -> None:
    with pytest.raises(ValueError, match="Regicide is for 1 to 4 players"):
        pyspiel.load_game("python_regicide(players=7)")


@pytest.mark.parametrize("deals", [0, -1])
def test_there_is_no_game_without_deals(deals: int) -> None:
    with pytest.raises(ValueError, match="The number of deals must be at least 1"):
        pyspiel.load_game(f"python_regicide(deals={deals})")


@each_game
def test_there_is_no_information_state(text: str, name: str) -> None:
    game = pyspiel.load_game(text)
    state = game.new_initial_state()
    state.apply_action(5)
    for ask in (state.information_state_string, state.information_state_tensor):
        for _ in range(2):
            with pytest.raises(pyspiel.SpielError, match="and no information states"):
                ask(0)
    with pytest.raises(pyspiel.SpielError, match="and no information states"):
        make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    assert state.observation_string(0)
    assert len(state.observation_tensor(0)) == game.observation_tensor_size()


@pytest.mark.parametrize(
    "kind",
    [
        {"public_info": False},
        {"private_info": pyspiel.PrivateInfoType.NONE},
        {"private_info": pyspiel.PrivateInfoType.ALL_PLAYERS},
    ],
)
def test_nobody_gets_the_observation_for_another_kind_of_it(kind: dict[str, Any]) -> None:
    game = pyspiel.load_game("python_regicide_duel")
    asked = {"perfect_recall": False, "public_info": True} | kind
    with pytest.raises(pyspiel.SpielError, match="There are only observations"):
        make_observation(game, pyspiel.IIGObservationType(**asked))


def test_the_observation_can_be_asked_for_by_its_kind() -> None:
    game = pyspiel.load_game("python_regicide_duel")
    state = game.new_initial_state()
    state.apply_action(5)
    for kind in (None, pyspiel.IIGObservationType(perfect_recall=False)):
        observation = make_observation(game, kind)
        observation.set_from(state, 1)
        assert observation.tensor.tolist() == state.observation_tensor(1)


def test_the_environment_of_openspiel_uses_the_observation() -> None:
    env = rl_environment.Environment(pyspiel.load_game("python_regicide(players=2,deals=3)"))
    step = env.reset()
    while not step.last():
        player = step.observations["current_player"]
        seen = env.get_state.game.observe(player).tolist()
        assert step.observations["info_state"][player] == seen
        step = env.step([step.observations["legal_actions"][player][0]])
    assert set(step.rewards) <= {0.0, 1.0}


def test_without_openspiel_a_sentence_says_what_to_install() -> None:
    code = "import sys; sys.modules['pyspiel'] = None; import regicide_tui.env.openspiel"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.returncode == 1
    assert run.stderr.splitlines()[-1] == (
        "ImportError: This needs the extra 'openspiel': pip install 'regicide-tui[openspiel]'."
    )
