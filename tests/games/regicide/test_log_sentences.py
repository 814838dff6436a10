"""The end of a game in words."""

import pytest

from regicide_tui.games.base import Outcome
from regicide_tui.games.regicide.words import tell_end


@pytest.mark.parametrize(
    ("reason", "alone", "sentence"),
    [
        ("cannot_pay", True, "You could not pay the enemy's attack. The game is lost."),
        ("cannot_pay", False, "Ada could not pay the enemy's attack. The game is lost."),
        ("cannot_act", True, "You could not play or yield. The game is lost."),
        ("cannot_act", False, "Ada could not play or yield. The game is lost."),
    ],
)
def test_a_lost_game_says_who_could_not_go_on(reason: str, alone: bool, sentence: str) -> None:
    assert tell_end(Outcome((), reason), "Ada", alone) == sentence
