"""The preview line of a duel: attack against shield, what falls, and the shield one keeps."""

import pytest

from tests.tui.duel.scenes import BARE, MIDDLE, foretold

WEAK = {**MIDDLE, "hands": [["7C", "8H", "KC"], ["2S"]]}


@pytest.mark.parametrize(
    ("picked", "words"),
    [
        ("5C", "5♣ = 5   attack 10 against shield 9: it falls, Bea pays 1   you keep your shield"),
        ("8H", "8♥ = 8   attack 8 against shield 9: it stands   heal 4   you keep your shield 17"),
        (
            "2D",
            "2♦ = 2   attack 2 against shield 9: it stands   draw 2   Bea draws from the Castle",
        ),
        ("8H AS", "8♥ + A♠ = 9   attack 9 against shield 9: it falls, no damage   heal 4"),
        ("AS 7C", "A♠ + 7♣ = 8   attack 16 against shield 9: it falls, Bea pays 7   your shield"),
        ("AS", "your shield 17 → 18"),
    ],
)
def test_what_stands_what_falls_and_what_is_kept_is_foretold(picked: str, words: str) -> None:
    assert words in foretold(MIDDLE, picked)


def test_without_shields_all_of_the_attack_is_to_be_paid() -> None:
    assert foretold(BARE, "7C") == "7♣ = 7   attack 14: Bea pays 14   you have no shield"
    assert foretold(BARE, "AS") == "A♠ = 1   attack 1: Bea pays 1   your shield 1"


def test_nothing_is_drawn_where_the_castle_is_empty() -> None:
    assert "Castle" not in foretold({**MIDDLE, "castle": []}, "2D")


@pytest.mark.parametrize("hand", [["2S"], ["KD", "KH", "KS", "TC"]])
def test_whether_the_other_can_pay_is_neither_known_nor_hinted(hand: list[str]) -> None:
    rich_or_poor = {**WEAK, "hands": [WEAK["hands"][0], hand], "castle": []}
    assert foretold(rich_or_poor, "KC") == (
        "K♣ = 20   attack 40 against shield 9: it falls, Bea pays 31   you keep your shield 17"
    )


def test_a_payment_is_counted() -> None:
    assert foretold(MIDDLE, "", "7C") == "Pay 5 from your hand of 32. Pick cards to discard."
    assert foretold(MIDDLE, "3D", "7C") == "Pay 5:  3♦ = 3   2 still missing"
    assert foretold(MIDDLE, "9H", "7C") == "Pay 5:  9♥ = 9   enough, 4 more than needed"


def test_where_there_is_little_room_the_shield_that_is_kept_is_named_still() -> None:
    words = "Bea draws from the Castle  keep 17"
    assert foretold(MIDDLE, "2D", tight=True).replace("   ", "  ").endswith(words)
    assert foretold(BARE, "7C", tight=True).endswith("attack 14: Bea pays 14")
