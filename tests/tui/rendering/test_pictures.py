"""Titles, fans of cards and what stands for each game."""

import pytest

from regicide_tui import games
from regicide_tui.tui.rendering import art
from regicide_tui.tui.rendering.faces import title
from regicide_tui.tui.rendering.paint import DRAWN, PLAIN, width_of
from regicide_tui.tui.rendering.pictures import KINGS, emblem, emblem_of, kings
from tests.tui.models import lines, page

WORDS = ("REGICIDE", "VICTORY", "DEFEAT", "DRAW", "ENDED", "SOLVED", "NOT YET")


@pytest.mark.parametrize("words", WORDS)
@pytest.mark.parametrize("large", [False, True])
def test_every_large_word_can_be_written(words: str, large: bool) -> None:
    for symbols in (DRAWN, PLAIN):
        rows = title(words, "night", symbols, large=large)
        assert len({width_of(row) for row in rows}) == 1
        assert (symbols is PLAIN) == page(rows).isascii()


def test_the_name_fits_the_smallest_window() -> None:
    assert width_of(title("REGICIDE", "night", DRAWN)[0]) <= 60
    assert width_of(title("REGICIDE", "night", DRAWN, large=True)[0]) <= 112


def test_letters_are_seven_pixels_high_and_of_one_width_each() -> None:
    for letter, rows in art.LETTERS.items():
        assert len(rows) == 7, letter
        assert len({len(row) for row in rows}) == 1, letter


def test_every_game_has_an_emblem() -> None:
    assert all(emblem_of(game).about for game in games.names())
    assert emblem_of("a game to come").sign == "AS"


@pytest.mark.parametrize("game", [*games.names(), "a game to come"])
@pytest.mark.parametrize("size", [(10, 3), (24, 5), (36, 15), (80, 38), (130, 58)])
@pytest.mark.parametrize("symbols", [DRAWN, PLAIN], ids=["drawn", "plain"])
def test_an_emblem_takes_exactly_its_room(
    game: str, size: tuple[int, int], symbols: object
) -> None:
    symbols = DRAWN if symbols is DRAWN else PLAIN
    rows = emblem(game, *size, "felt", symbols)
    assert len(rows) == size[1]
    assert {width_of(row) for row in rows} == {size[0]}


@pytest.mark.parametrize("game", games.names())
def test_a_picture_beside_a_list_at_80x24_shows_cards_of_seven_rows(game: str) -> None:
    rows = lines(emblem(game, 28, 22, "felt", DRAWN))
    first = next(y for y, row in enumerate(rows) if "▟" in row)
    last = max(y for y, row in enumerate(rows) if "▜" in row)
    assert last - first >= 6


def test_in_little_room_there_is_the_cloth_alone() -> None:
    assert not page(emblem("regicide", 10, 3, "felt", DRAWN)).strip()


def test_the_kings_are_as_large_as_there_is_room() -> None:
    sizes = [
        kings(width, height, "felt", DRAWN) for width, height in ((32, 14), (60, 22), (120, 40))
    ]
    widths = [width_of(rows[0]) for rows in sizes]
    assert widths == sorted({*widths})
    for rows in sizes:
        text = "".join(lines(rows))
        assert all(DRAWN.card_text(king) in text for king in KINGS)
    assert kings(20, 14, "felt", DRAWN) == ()
