"""The two pages: what all cards can do, and what lies open where."""

import pytest

from regicide_tui.games.king_of_the_dead.powers import POWERS
from regicide_tui.tui.games.king_of_the_dead.model import KingModel
from regicide_tui.tui.games.king_of_the_dead.pages import cards_of_key, piles_blocks, powers_blocks
from regicide_tui.tui.rendering.paint import DRAWN
from tests.tui.king_of_the_dead.models import holding, king, model


def powers(one: KingModel) -> list[str]:
    return [" ".join(block.text.split()) for block in powers_blocks(one, DRAWN)]


def piles(one: KingModel) -> list[str]:
    return [" ".join(block.text.split()) for block in piles_blocks(one, DRAWN)]


def test_the_powers_in_the_hand_come_first() -> None:
    text = powers(model(king()))
    first = text[: text.index("All powers")]
    assert first[0] == "In your hand"
    assert "4♥ 4♠ Clamor Draw 3; every other player draws 1." in first
    assert not [line for line in text if "★★" in line and "two Jokers" not in line]
    assert [line.split()[2] for line in first[1:] if "★" in line] == ["Cipher", "Pillage", "Void"]


def test_all_powers_are_listed_with_their_cards() -> None:
    text = powers(model(king()))
    assert len(text) - text.index("All powers") - 1 == len(POWERS)
    assert "a red and a black Jack Corrupt+ " + POWERS["JJ mixed"].text in text


@pytest.mark.parametrize(
    ("options", "absent"),
    [
        ({"jokers": False}, "Joker"),
        ({"deity_powers": False}, "Manifest"),
        ({"bestir_wild_aces": False}, "a red Queen and an Ace"),
    ],
)
def test_powers_that_a_house_rule_takes_away_are_not_listed(
    options: dict[str, object], absent: str
) -> None:
    here = "\n".join(powers(model(king())))
    assert absent in here
    assert absent not in "\n".join(powers(model(holding("2C", options=options))))


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("J", "a Jack"),
        ("AA", "two Aces"),
        ("77", "two 7s"),
        ("TT", "two 10s"),
        ("KK red", "two red Kings"),
        ("KK black", "two black Kings"),
        ("KK mixed", "a red and a black King"),
        ("QA red", "a red Queen and an Ace"),
        ("QQQ", "three Queens"),
        ("QQQQ", "four Queens"),
        ("A*", "Joker and Ace"),
        ("**", "two Jokers"),
    ],
)
def test_cards_have_words(key: str, words: str) -> None:
    assert cards_of_key(key) == words
    assert key in POWERS


def test_the_open_piles_are_all_there() -> None:
    text = piles(model(king()))
    assert "Well (5): 7♦ K♥ 9♣ 3♠ Q♣" in text
    assert "Gate: 11 cards, one card behind the Parade" in text
    ada = text[text.index("Ada") : text.index("Bea")]
    assert ada[1:] == [
        "Discard pile (4): 9♥ 5♦ 2♠ A♦",
        "In play (2): 2♦ 2♥",
        "A♠ keeps 10♥",
        "Scored, 23 points (3): 9♦ 7♣ 7♥",
        "Hand: 9 cards, draw pile: 5 cards",
    ]


def test_nothing_hidden_is_on_the_page() -> None:
    """Cards of hands and draw piles, one's own too, are not told."""
    text = "\n".join(piles(model(holding("6H 6D"))))
    for card in ("6♥", "6♦", "3♥", "10♠", "9♠", "J♠"):
        assert card not in text


def test_an_empty_pile_is_said_to_be_empty() -> None:
    assert "Well: none" in piles(model(king(well=[], newcomer=None)))
    assert "Gate: 11 cards, no Newcomer" in piles(model(king(well=[], newcomer=None)))
