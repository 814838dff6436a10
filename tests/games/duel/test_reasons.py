"""What speaks for an action of a duel: short facts that agree with the preview."""

from typing import Any

import pytest

from regicide_tui.games.duel import GAME
from regicide_tui.games.duel.words import reasons

POSITION: dict[str, Any] = {
    "hands": [["3D", "3H", "3S", "8S", "9C"], ["KC", "KD"]],
    "shields": [["2S"], ["8S"]],
    "tavern": ["2C", "4C", "5C"],
    "discard": ["7C", "6C"],
}
DUE: dict[str, Any] = {
    **POSITION,
    "hands": [["8H", "9H"], ["7C", "4C"]],
    "played": "9D",
    "phase": "pay",
    "due": 7,
}


@pytest.mark.parametrize(
    ("position", "action", "expected"),
    [
        (POSITION, "9C", ("breaks the shield", "leaves the opponent 10 to pay")),
        (POSITION, "8S", ("breaks the shield", "a shield of 10")),
        (POSITION, "3H", ("heals 2",)),
        (POSITION, "3D", ("draws 3",)),
        (DUE, "pay 7C", ("pays exactly",)),
        (DUE, "pay 4C 7C", ("4 too many",)),
    ],
)
def test_the_reasons_are_what_the_preview_promises(
    position: dict[str, Any], action: str, expected: tuple[str, ...]
) -> None:
    state = GAME.load(position, "7F3K", {})
    seat = GAME.to_act(state)
    assert seat is not None
    assert reasons(GAME.view(state, seat), GAME.parse(action)) == expected
