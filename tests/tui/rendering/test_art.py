"""The pictures: of the right size, in letters that have colours, and each a different one."""

import re
from itertools import combinations

import pytest

from regicide_tui.cards import ROYALS, Suit
from regicide_tui.tui.rendering import art
from regicide_tui.tui.rendering.colours import DARK, LIGHT, SIXTEEN, Colours

SIZES = {"L": (20, 28), "M": (11, 16), "S": (5, 4)}
COURT = [(rank, size) for rank in ROYALS for size in SIZES]


@pytest.mark.parametrize(("rank", "size"), COURT)
def test_a_royal_has_its_size(rank: str, size: str) -> None:
    picture = art.court(rank, size)
    width, height = SIZES[size]
    assert {len(row) for row in picture} == {width}
    assert len(picture) == height


@pytest.mark.parametrize("colours", [DARK, LIGHT, SIXTEEN], ids=lambda colours: colours.name)
@pytest.mark.parametrize("suit", Suit)
def test_every_pixel_of_a_royal_has_a_colour(colours: Colours, suit: Suit) -> None:
    for rank, size in COURT:
        for letter in set("".join(art.court(rank, size))) - {"."}:
            assert colours[f"{suit.value}:{letter}"]


@pytest.mark.parametrize("size", SIZES)
def test_no_royal_looks_like_another(size: str) -> None:
    assert all(
        art.court(one, size) != art.court(other, size) for one, other in combinations(ROYALS, 2)
    )
    assert len(set(art.HIDDEN.values())) == len(ROYALS)


def test_digits_pips_and_letters_are_as_high_as_each_other() -> None:
    for pictures in (art.DIGITS, art.PIPS.values(), art.LETTERS.values(), art.HIDDEN.values()):
        assert len({len(picture) for picture in pictures}) == 1
        for picture in pictures:
            assert len({len(row) for row in picture}) == 1
    assert len(set(art.DIGITS)) == 10
    assert len(set(art.PIPS.values())) == len(Suit)


@pytest.mark.parametrize("picture", [art.CROWN, art.SKULL, art.JESTER])
def test_a_picture_is_a_rectangle_of_letters(picture: art.PixelRows) -> None:
    assert len({len(row) for row in picture}) == 1
    assert re.fullmatch(r"[.#A-Za-z]+", "".join(picture))


def test_a_doubled_picture_has_every_pixel_four_times_where_nothing_is_rounded() -> None:
    assert art.doubled(("ab",)) == ("aabb", "aabb")


def test_the_steps_of_a_doubled_picture_are_rounded() -> None:
    assert art.doubled(("...", "#..", "##.")) == (
        "......",
        "......",
        "#.....",
        "###...",
        "###...",
        "####..",
    )
