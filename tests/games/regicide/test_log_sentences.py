"""The end of a game in words."""

import pytest

from regicide_tui.games.base import Outcome
from regicide_tui.games.regicide.words import tell_end


@pytest.mark.parametrize(
    ("reason", "player", "sentence"),
    [
        ("cannot_pay", "You", "You could not pay the enemy's attack. The game is lost."),
        ("cannot_pay", "Ada", "Ada could not pay the enemy's attack. The game is lost."),
        ("cannot_act", "You", "You could not play or yield. The game is lost."),
        ("cannot_act", "Ada", "Ada could not play or yield. The game is lost."),
    ],
)
def test_a_lost_game_says_who_could_not_go_on(reason: str, player: str, sentence: str) -> None:
    assert tell_end(Outcome((), reason), player) == sentence
