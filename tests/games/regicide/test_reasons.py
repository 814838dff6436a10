"""What speaks for an action: short facts that agree with the preview."""

from typing import Any

import pytest

from regicide_tui.games.regicide import GAME
from regicide_tui.games.regicide.words import reasons
from tests.loose import loose

BASE = {"players": 1, "enemy": "JS", "castle": ["QH"], "tavern": ["2C", "3C", "4C"]}


@pytest.mark.parametrize(
    ("position", "action", "expected"),
    [
        ({"hands": [["5C", "9S"]], "damage": 10}, "5C", ("kills exactly",)),
        ({"hands": [["6C", "9D", "8D"]], "damage": 10}, "6C", ("kills", "keeps two Diamonds")),
        ({"hands": [["6C"]], "damage": 10, "castle": []}, "6C", ("wins the game",)),
        ({"hands": [["5C"]], "damage": 10, "castle": []}, "5C", ("wins the game",)),
        ({"hands": [["2D", "TS"]]}, "2D", ("draws 2", "leaves 10 to pay")),
        ({"hands": [["3H", "TS"]], "discard": ["2S", "4S"]}, "3H", ("heals 2", "leaves 10 to pay")),
        ({"hands": [["9S", "2D"]], "enemy": "JD"}, "9S", ("leaves 1 to pay", "keeps a Diamond")),
        (
            {"hands": [["TS", "2D"]], "enemy": "JD"},
            "TS",
            ("leaves nothing to pay", "keeps a Diamond"),
        ),
        (
            {"hands": [["TC", "9C"]], "phase": "suffer"},
            "pay TC",
            ("pays exactly",),
        ),
        (
            {"hands": [["KC", "2D"]], "phase": "suffer"},
            "pay KC",
            ("10 too many", "keeps a Diamond"),
        ),
        ({"hands": [["9C", "2D"]], "jesters_unused": 1}, "flip", ("a new hand",)),
    ],
)
def test_the_reasons_are_what_the_preview_says(
    position: dict[str, Any], action: str, expected: tuple[str, ...]
) -> None:
    state = GAME.load({**loose(BASE), **position}, "7F3K", {})
    assert reasons(GAME.view(state, 0), GAME.parse(action)) == expected


def test_in_company_a_yield_a_jester_and_a_choice_have_reasons_too() -> None:
    position = {
        "players": 2,
        "hands": [["*", "8D"], ["9H", "TC"]],
        "enemy": "JS",
        "castle": ["QH", "KD"],
        "tavern": ["2C"],
    }
    state = GAME.load(loose(position), "7F3K", {})
    assert reasons(state, GAME.parse("yield")) == (
        "pays 10",
        "keeps the Jester",
        "keeps a Diamond",
    )
    played = GAME.parse("*")
    assert reasons(state, played) == (
        "ends the immunity to Spades",
        "nothing to pay",
        "keeps a Diamond",
    )
    choosing = GAME.reduce(state, played).state
    assert reasons(choosing, GAME.parse(">P2")) == ("holds 2 cards",)
