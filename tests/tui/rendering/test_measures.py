"""The ladder of sizes: what a window has room for."""

from itertools import pairwise

import pytest

from regicide_tui.tui.rendering.layout import (
    HAND_SIZES,
    HUGE,
    LARGE,
    MEDIUM,
    SMALL,
    Measures,
    board_of,
    measures_of,
)


@pytest.mark.parametrize(
    ("width", "height", "measures"),
    [
        (60, 20, SMALL),
        (79, 60, SMALL),
        (200, 23, SMALL),
        (80, 24, MEDIUM),
        (119, 60, MEDIUM),
        (120, 38, LARGE),
        (197, 60, LARGE),
        (198, 58, HUGE),
        (400, 200, HUGE),
    ],
)
def test_a_window_has_the_largest_measures_that_fit(
    width: int, height: int, measures: Measures
) -> None:
    assert measures_of(width, height) is measures


def test_a_larger_step_draws_everything_larger() -> None:
    for larger, smaller in pairwise(HAND_SIZES):
        assert larger.board > smaller.board
        assert larger.hand > smaller.hand
        assert larger.card.width > smaller.card.width
        assert larger.card.height > smaller.card.height
        assert larger.step > larger.card.width, "cards side by side do not touch"


def test_eight_cards_side_by_side_fit_their_board() -> None:
    for measures in HAND_SIZES:
        assert 7 * measures.step + measures.card.width + 1 <= measures.board


@pytest.mark.parametrize(
    ("width", "board"), [(60, (0, 60)), (100, (0, 100)), (120, (0, 120)), (160, (20, 120))]
)
def test_the_board_is_centred_from_120_columns_on(width: int, board: tuple[int, int]) -> None:
    assert board_of(width) == board


def test_the_board_never_leaves_its_window() -> None:
    for width in range(20, 300):
        left, board = board_of(width)
        assert left >= 0
        assert left + board <= width
