"""What the net of King of the Dead is given on encoded states, and what it answers."""

from random import Random

import pytest

from regicide_tui.bots.king_of_the_dead.encoding import encode_state
from regicide_tui.bots.king_of_the_dead.features import INPUTS, MOST_INPUTS, write_features
from regicide_tui.bots.king_of_the_dead.search import evaluate, new_evaluation
from regicide_tui.bots.library import floats, ints, ints_of
from regicide_tui.bots.net import OUTPUTS, Net, forward, load_net, new_layers
from regicide_tui.games.king_of_the_dead import GAME
from regicide_tui.games.king_of_the_dead.state import State
from tests.bots.king_of_the_dead.expected_inputs import expected_inputs
from tests.bots.king_of_the_dead.games import some_options, walk


def _inputs(state: State, seat: int) -> list[int]:
    on = ints(MOST_INPUTS)
    count = write_features(encode_state(state), seat, on)
    found: list[int] = on[:count].tolist()
    return found


@pytest.mark.slow
@pytest.mark.parametrize("players", GAME.player_counts)
def test_the_inputs_are_those_of_the_engines_state(players: int) -> None:
    rng = Random(players)
    for _ in range(4):
        for state, _ in walk(rng, players, some_options(rng, players)):
            for seat in range(players):
                found = _inputs(state, seat)
                assert sorted(found) == expected_inputs(state, seat)
                assert max(found) < INPUTS


def _chance(net: Net, on: list[int]) -> float:
    layers, found = new_layers(), floats(OUTPUTS)
    forward(net, ints_of(on), len(on), layers, found)
    return found[0]


@pytest.mark.parametrize("players", GAME.player_counts)
def test_the_chances_are_the_nets_and_add_up_to_one(players: int) -> None:
    rng, net = Random(players), load_net("king_of_the_dead", players)
    evaluation = new_evaluation()
    for state, _ in walk(rng, players, {}):
        evaluate(encode_state(state), net, evaluation)
        chances = [_chance(net, expected_inputs(state, seat)) for seat in range(players)]
        even = (1 - sum(chances)) / players
        expected = [chance + even for chance in chances]
        assert evaluation.values[:players] == pytest.approx(expected, abs=1e-5)


def test_at_the_end_of_a_game_the_winners_share_the_win() -> None:
    net = load_net("king_of_the_dead", 2)
    evaluation = new_evaluation()
    *_, (state, action) = walk(Random(1), 2, {})
    after = GAME.reduce(state, action).state
    evaluate(encode_state(after), net, evaluation)
    outcome = GAME.outcome(after)
    assert outcome is not None
    assert [seat for seat in range(2) if evaluation.values[seat] > 0] == [*outcome.winners]
