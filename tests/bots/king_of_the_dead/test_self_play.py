"""A net of King of the Dead learns from games against itself, and guesses what it can't see."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from regicide_tui.bots.king_of_the_dead.encoding import encode_state
from regicide_tui.bots.king_of_the_dead.features import INPUTS
from regicide_tui.bots.king_of_the_dead.search import new_workspace
from regicide_tui.bots.king_of_the_dead.state import (
    CARDS,
    DRAWS,
    GATE,
    HANDS,
    NEWCOMER,
    ROOM,
    SIZES,
)
from regicide_tui.bots.library import Ints, ints, ints_of
from regicide_tui.bots.net import OUTPUTS, Net
from regicide_tui.bots.rng import new_rng
from regicide_tui.bots.training.__main__ import KING_OF_THE_DEAD, find_trainer
from regicide_tui.bots.training.adam import new_adam, new_net
from regicide_tui.bots.training.king_self_play import (
    guess_hidden_cards,
    new_trajectory,
    play_out,
)
from regicide_tui.bots.training.self_play import GameSetup
from regicide_tui.games.king_of_the_dead import GAME
from tests.bots.king_of_the_dead.games import some_options, walk


def _pile(encoded: Ints, pile: int) -> list[int]:
    first = CARDS + pile * ROOM
    return [int(card) for card in encoded[first : first + int(encoded[SIZES + pile])]]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_guess_moves_only_what_the_seat_does_not_see(players: int) -> None:
    random, rng = Random(players), new_rng(players)
    for state, _ in walk(random, players, some_options(random, players)):
        if state.prompt:
            continue
        encoded, seat = encode_state(state), state.turn
        guessed = encoded[:]
        guess_hidden_cards(guessed, seat, ints(ROOM), rng)
        hidden = {GATE, *[DRAWS + other for other in range(players)]}
        hidden |= {HANDS + other for other in range(players) if other != seat}
        moved = {
            (index - CARDS) // ROOM
            for index, (one, other) in enumerate(zip(guessed, encoded, strict=True))
            if one != other and index != NEWCOMER
        }
        assert moved <= hidden
        for other in range(players):
            hand = _pile(guessed, HANDS + other)
            assert hand == sorted(hand)
            assert Counter(hand + _pile(guessed, DRAWS + other)) == Counter(
                _pile(encoded, HANDS + other) + _pile(encoded, DRAWS + other)
            )
        assert Counter([*_pile(guessed, GATE), guessed[NEWCOMER]]) == Counter(
            [*_pile(encoded, GATE), encoded[NEWCOMER]]
        )


@pytest.mark.slow
def test_every_seat_learns_from_the_ends_of_all_turns() -> None:
    net, trajectory, rng = new_net(INPUTS, 16, 8, 1), new_trajectory(), new_rng(1)
    encoded = encode_state(GAME.new(3, "a game", {}))
    steps = play_out(encoded, net, new_workspace(), trajectory, 1.0, rng)
    assert steps > 30
    assert trajectory.sides[:steps].tolist() == [0, 1, 2] * (steps // 3)
    assert min(trajectory.counts[:steps]) > 0
    values = np.array(trajectory.best[: steps * OUTPUTS]).reshape(-1, 3, OUTPUTS)
    assert values.sum(axis=1) == pytest.approx(np.ones((steps // 3, OUTPUTS)))


def test_nothing_is_learned_at_a_rate_of_0() -> None:
    net, rng = new_net(INPUTS, 16, 8, 1), new_rng(1)
    kept = Net(*[part[:] for part in net])
    setup = GameSetup(2, ints_of([0]), 1)
    find_trainer(KING_OF_THE_DEAD)(net, new_adam(net), setup, 1, 1.0, 0.0, rng)
    assert net == kept
