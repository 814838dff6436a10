"""A preview is what the rules then do, as far as the player may know it."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regicide_tui.games.duel import rules as duel
from regicide_tui.games.regicide import rules as regicide
from regicide_tui.games.regicide_family.plays import Play
from tests.games.duel.playing import PLAYING as DUEL
from tests.games.playing import Playing, thorough
from tests.games.regicide.playing import PLAYING as REGICIDE

GAMES = [
    pytest.param(REGICIDE, regicide, id="regicide"),
    pytest.param(DUEL, duel, id="duel"),
]


@pytest.mark.parametrize(("playing", "rules"), GAMES)
@given(st.data())
@thorough
def test_hidden_cards_make_no_difference_to_a_preview(
    playing: Playing, rules: Any, data: st.DataObject
) -> None:
    game = playing.game
    state = data.draw(playing.games() | playing.positions())
    view = game.view(state, game.to_act(state))
    for action in game.legal_actions(state):
        if isinstance(action, Play):
            assert rules.preview(view, action.cards) == rules.preview(state, action.cards)
