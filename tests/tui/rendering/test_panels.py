"""Panels beside a table: they show as many blocks of a suit as it has cards."""

from itertools import groupby

import pytest

from regicide_tui.cards import CLUBS, DIAMONDS, HEARTS, SPADES
from regicide_tui.tui.rendering.canvas import Canvas, paint_counts
from regicide_tui.tui.rendering.paint import DRAWN


def blocks(canvas: Canvas, row: int) -> list[int]:
    """Return the widths of the coloured blocks in a row."""
    grounds = [canvas.ground(x, row) for x in range(canvas.width)]
    return [len([*run]) for ground, run in groupby(grounds) if ground.startswith("bar-")]


@pytest.mark.parametrize("most", range(14))
@pytest.mark.parametrize("width", [36, 48])
def test_each_card_that_was_not_seen_is_a_block_beside_its_number(width: int, most: int) -> None:
    canvas = Canvas(width, 12, "night")
    paint_counts(canvas, 0, "NOT SEEN YET", {SPADES: most, HEARTS: 3, DIAMONDS: 0, CLUBS: 1}, DRAWN)
    assert [len(blocks(canvas, row)) for row in (2, 4, 6, 8)] == [most, 3, 0, 1]
    assert len({width for row in (2, 4, 8) for width in blocks(canvas, row)}) == 1
    assert canvas.blank(width - 5, 2)


def test_blocks_are_as_wide_as_there_is_room() -> None:
    canvas = Canvas(36, 12, "night")
    paint_counts(
        canvas, 0, "NOT SEEN YET", dict.fromkeys((SPADES, HEARTS, DIAMONDS, CLUBS), 9), DRAWN
    )
    assert blocks(canvas, 2) == [2] * 9
