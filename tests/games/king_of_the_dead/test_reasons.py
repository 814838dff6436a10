"""What speaks for an action of King of the Dead: short facts that agree with the preview."""

import pytest
from msgspec.structs import replace

from regicide_tui.cards import cards
from regicide_tui.games.king_of_the_dead import GAME
from regicide_tui.games.king_of_the_dead.state import change_side
from regicide_tui.games.king_of_the_dead.words import reasons


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ("score 2C 3C 4C", ("4 points",)),
        ("score 3C 4C W", ("5 points",)),
        ("buy @1 2C 4C", ("costs 5, 1 wasted",)),
        ("play JH", ("look at the top 2 cards of your draw pile: discard one, take the other",)),
        ("play 2C+2D", ("draw 2",)),
        ("end", ()),
    ],
)
def test_the_reasons_are_what_the_preview_promises(action: str, expected: tuple[str, ...]) -> None:
    state = GAME.new(2, "7F3K", {"first_player": 1})
    state = change_side(state, 0, hand=cards("2C 2D 3C 4C JH"))
    state = replace(state, parade=cards("5H 6H 7H 8H"), well=cards("5C"))
    assert reasons(GAME.view(state, 0), GAME.parse(action)) == expected
