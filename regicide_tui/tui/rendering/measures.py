"""The sizes of things by the size of the window, in steps of density.

The window decides how large things are, never which things are shown.
"""

from regicide_tui.games.base import Value
from regicide_tui.tui.rendering.faces import CardSize


class Measures(Value):
    """Sizes in cells: of the centred board, of the rows of each zone, of the cards of a hand."""

    board: int
    track: int
    band: int
    """Rows of the preview."""
    hand: int
    keys: int
    card: CardSize
    step: int
    """Cells from one card of the hand to the next."""


SMALL = Measures(60, track=1, band=1, hand=6, keys=2, card=CardSize(6, 4), step=7)
MEDIUM = Measures(80, track=3, band=1, hand=9, keys=1, card=CardSize(9, 7), step=10)
LARGE = Measures(120, track=3, band=1, hand=14, keys=1, card=CardSize(13, 10), step=14)
HUGE = Measures(130, track=3, band=2, hand=18, keys=1, card=CardSize(15, 12), step=16)

_LADDER = ((198, 58, HUGE), (120, 38, LARGE), (80, 24, MEDIUM), (0, 0, SMALL))
HAND_SIZES = (HUGE, LARGE, MEDIUM, SMALL)


def measures_of(width: int, height: int) -> Measures:
    """Return the largest measures that fit a window."""
    return next(one for wide, high, one in _LADDER if width >= wide and height >= high)


def board_of(width: int) -> tuple[int, int]:
    """Return the first column and the width of the centred board in a zone of this width."""
    board = next(one.board for wide, _, one in _LADDER if width >= wide)
    board = min(width, board if width >= LARGE.board else width)
    return (width - board) // 2, board
