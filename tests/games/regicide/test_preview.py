"""The preview: what a play leaves to pay with."""

from typing import Any

import pytest

from regicide_tui.cards import cards
from regicide_tui.games.regicide import GAME
from regicide_tui.games.regicide.rules import PlayPreview, preview

POSITION: dict[str, Any] = {
    "players": 1,
    "hands": [["3C", "5S", "7H"]],
    "enemy": "JH",
    "castle": ["QH"],
    "tavern": ["2C"],
}


@pytest.mark.parametrize(
    ("play", "due", "hand", "payable"),
    [("3C", 10, 12, True), ("5S", 5, 10, True), ("7H", 10, 8, False)],
)
def test_what_is_due_is_paid_with_the_rest_of_the_hand(
    play: str, due: int, hand: int, payable: bool
) -> None:
    ahead = preview(GAME.view(GAME.load(POSITION, "7F3K", {}), 0), cards(play))
    assert isinstance(ahead, PlayPreview)
    assert (ahead.due, ahead.hand, ahead.payable) == (due, hand, payable)
