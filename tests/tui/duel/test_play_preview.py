"""The preview line of a duel: attack against shield, what falls, and the shield one keeps."""

import pytest
from msgspec.structs import replace

from regicide_tui.games.words import YOU
from regicide_tui.tui.games.duel.model import badge_of, preview_row
from regicide_tui.tui.rendering.paint import DRAWN
from tests.loose import loose
from tests.tui.duel.models import BARE, MIDDLE, duel, model_of, preview_text
from tests.tui.models import text_of

WEAK = {**MIDDLE, "hands": [["7C", "8H", "KC"], ["2S"]]}


@pytest.mark.parametrize(
    ("picked", "words"),
    [
        (
            "5C",
            "attack 10 against the shield of 9: destroyed, Bea pays 1   your shield stays",
        ),
        (
            "8H",
            "attack 8 against the shield of 9: it holds   heal 4   your shield stays at 17",
        ),
        (
            "2D",
            "attack 2 against the shield of 9: it holds   draw 2   Bea draws from the Castle",
        ),
        ("8H AS", "8♥ + A♠ = 9   attack 9 against the shield of 9: destroyed, no damage   heal 4"),
        (
            "AS 7C",
            "A♠ + 7♣ = 8   attack 16 against the shield of 9: destroyed, Bea pays 7",
        ),
        ("AS", "your shield 17 → 18"),
    ],
)
def test_what_stands_what_falls_and_what_is_kept_is_foretold(picked: str, words: str) -> None:
    assert words in preview_text(MIDDLE, picked)


def test_without_shields_all_of_the_attack_is_to_be_paid() -> None:
    assert preview_text(BARE, "7C") == "7♣ = 7   attack 14: Bea pays 14   you have no shield"
    assert preview_text(BARE, "AS") == "A♠ = 1   attack 1: Bea pays 1   your shield 1"


def test_nothing_is_drawn_where_the_castle_is_empty() -> None:
    assert "Castle" not in preview_text({**MIDDLE, "castle": []}, "2D")


@pytest.mark.parametrize("hand", [["2S"], ["KD", "KH", "KS", "TC"]])
def test_whether_the_other_can_pay_is_neither_known_nor_hinted(hand: list[str]) -> None:
    rich_or_poor = {**WEAK, "hands": [loose(WEAK["hands"])[0], hand], "castle": []}
    assert preview_text(rich_or_poor, "KC") == (
        "K♣ = 20   attack 40 against the shield of 9: destroyed, Bea pays 31"
        "   your shield stays at 17"
    )


def test_a_payment_is_counted() -> None:
    assert preview_text(MIDDLE, "", "7C") == "Pick cards to discard."
    assert preview_text(MIDDLE, "3D", "7C") == "3♦ = 3   2 short"
    assert preview_text(MIDDLE, "9H", "7C") == "9♥ = 9   enough, 4 more than needed"


def test_the_badge_says_what_must_be_paid_and_with_what() -> None:
    badge = badge_of(model_of(duel(MIDDLE, "7C"), "3D"))
    assert badge is not None
    assert (badge.text, text_of(badge.behind)) == ("PAY 5", "of 32 in your hand")
    assert badge.style == "pay"


def test_only_who_must_pay_has_a_badge() -> None:
    assert badge_of(model_of(duel(MIDDLE), "7C")) is None
    paying = model_of(duel(MIDDLE, "7C"))
    assert badge_of(replace(paying, viewer=0, needs_no_curtain=True)) is None
    assert badge_of(replace(paying, replay_step=("Replay 1/1",))) is None


def test_where_there_is_little_room_the_shield_that_is_kept_is_named_still() -> None:
    words = "Bea draws from the Castle  keep 17"
    assert preview_text(MIDDLE, "2D", tight=True).replace("   ", "  ").endswith(words)
    assert preview_text(BARE, "7C", tight=True).endswith("attack 14: Bea pays 14")
    assert "attack 10 against 9: destroyed, Bea pays 1" in preview_text(MIDDLE, "5C", tight=True)


def test_who_plays_for_another_reads_what_they_pay_themselves() -> None:
    seen = replace(model_of(duel(BARE), "7C"), seats=("Ada", YOU))
    assert text_of(preview_row(seen, DRAWN)).startswith("7♣ = 7   attack 14: you pay 14")
