"""The figures that follow from a state."""

from typing import Any

import pytest

from regicide_tui.games.regicide import GAME
from regicide_tui.games.regicide.state import fallen

BASE: dict[str, Any] = {"players": 1, "hands": [["2C"]]}


def test_at_the_deal_no_royal_is_defeated() -> None:
    assert fallen(GAME.new(2, "7F3K", {})) == 0


@pytest.mark.parametrize(
    ("position", "count"),
    [
        ({"enemy": "KC", "castle": ["KD", "KH"]}, 9),
        ({"enemy": "KC"}, 11),
        ({"phase": "over", "result": "won", "reason": "all_enemies_defeated"}, 12),
    ],
)
def test_who_neither_fights_nor_waits_in_the_castle_is_defeated(
    position: dict[str, Any], count: int
) -> None:
    assert fallen(GAME.load({**BASE, **position}, "7F3K", {})) == count
