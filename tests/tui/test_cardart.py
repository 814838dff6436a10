"""Drawn cards: pips and letters in their places, at every size."""

import pytest

from regicide_tui.cards import JESTER, PACK, UNKNOWN, card
from regicide_tui.tui.cardart import HUGE, LARGE, NORMAL, SMALL, CardSize, card_rows
from regicide_tui.tui.paint import width_of
from regicide_tui.tui.symbols import DRAWN, PLAIN
from tests.tui.scenes import page

SIZES = [SMALL, NORMAL, LARGE, HUGE]
VALUES = {rank: number for number, rank in enumerate("A23456789T", 1)}


@pytest.mark.parametrize("size", SIZES)
def test_every_card_has_its_size_and_its_name_in_two_corners(size: CardSize) -> None:
    for one in (*PACK, JESTER):
        rows = card_rows(one, size, DRAWN.card, "line", DRAWN)
        assert [width_of(row) for row in rows] == [size.width] * size.height
        assert page(rows).count(DRAWN.card_text(one)) == 2


@pytest.mark.parametrize("size", [LARGE, HUGE])
def test_a_number_has_as_many_pips_as_it_counts(size: CardSize) -> None:
    for one in PACK:
        if one.rank in VALUES and one.suit:
            corners = 2
            text = page(card_rows(one, size, DRAWN.card, "line", DRAWN))
            assert text.count(DRAWN.suit(one.suit)) == VALUES[one.rank] + corners, one


@pytest.mark.parametrize("size", [LARGE, HUGE])
def test_a_royal_has_a_large_letter(size: CardSize) -> None:
    letters = {page(card_rows(card(f"{rank}S"), size, DRAWN.card, "line", DRAWN)) for rank in "JQK"}
    assert len(letters) == 3
    assert all("██" in letter for letter in letters)


def test_a_back_shows_nothing() -> None:
    rows = card_rows(UNKNOWN, NORMAL, DRAWN.card, "line", DRAWN)
    assert {run.text for row in rows[1:-1] for run in row} == {"│", DRAWN.back * 7}


def test_in_plain_letters_cards_are_ascii() -> None:
    for one in (*PACK, JESTER, UNKNOWN):
        for size in SIZES:
            assert page(card_rows(one, size, PLAIN.card, "line", PLAIN)).isascii()
