"""An action that comes as a value is taken exactly as the one that its notation names."""

from random import Random

import pytest

from regicide_tui import games
from regicide_tui.cards import cards
from regicide_tui.games.base import AnyGame, IllegalAction, Value, take, take_text
from regicide_tui.games.king_of_the_dead.actions import Answer, Buy, ChosenPlayer, Score
from regicide_tui.games.king_of_the_dead.actions import Play as KingPlay
from regicide_tui.games.regicide_family.plays import Pay, Play

OUT_OF_ORDER: list[tuple[str, Value]] = [
    *[(name, Play(cards("AC 8D"))) for name in ("regicide", "duel")],
    *[(name, Pay(cards("TH 2C 5H"))) for name in ("regicide", "duel")],
    ("king_of_the_dead", Buy(2, cards("9C 3C"))),
    ("king_of_the_dead", KingPlay(cards("* KH"))),
    ("king_of_the_dead", Score(cards("5H 3H 4H"))),
    ("king_of_the_dead", Answer("discard", cards("9C 3C"))),
    ("king_of_the_dead", Answer("swap", (ChosenPlayer(2), ChosenPlayer(0)))),
]


@pytest.mark.parametrize(("name", "action"), OUT_OF_ORDER)
def test_cards_in_any_order_are_the_action_that_is_read(name: str, action: Value) -> None:
    game = games.find(name)
    assert game.in_order(action) == game.parse(game.format(action)) != action


@pytest.mark.parametrize("name", games.names())
def test_a_value_and_its_notation_make_the_same_move(name: str) -> None:
    game: AnyGame = games.find(name)
    rng = Random(name)
    for number in range(5):
        state = game.new(game.player_counts[-1], str(number), {})
        for _ in range(60):
            seat = game.to_act(state)
            if seat is None:
                break
            action = rng.choice(game.legal_actions(game.view(state, seat)))
            move = take(game, state, action, seat)
            assert (move,) == take_text(game, state, game.format(action), seat)
            state = move.state


@pytest.mark.parametrize("name", games.names())
def test_nobody_acts_for_another(name: str) -> None:
    game: AnyGame = games.find(name)
    state = game.new(2, "1", {})
    seat = game.to_act(state)
    assert seat is not None
    action = game.legal_actions(game.view(state, seat))[0]
    with pytest.raises(IllegalAction) as refused:
        take(game, state, action, 1 - seat)
    assert refused.value.code == "wrong_player"
