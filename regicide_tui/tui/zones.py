"""Where everything lies on the table, for a window of any size: the ladder of densities.

Space decides how densely things are drawn, never what is shown. The places are computed here,
and not in a style sheet: a style sheet's breakpoints are applied after a first layout without
them, which costs one picture more at every start (docs/decisions/0006).
"""

from textual.geometry import Region

from regicide_tui.tui.widgets.layout import SMALLEST, Places, step

_LOG_WIDTHS = ((170, 64), (110, 46), (78, 32), (0, 24))
_HAND_HEIGHTS = ((52, 16), (38, 12), (30, 9), (23, 7), (0, 6))
_FORESIGHT = 2


def stage_beside_log(
    width: int, height: int, *, players_row: bool, compact: bool = False
) -> Places:
    """Return the place of each zone by its id, for a window of so many cells.

    With `players_row` there is a line of the players above the hand. If it is to be compact, the
    hand has no more room than in the smallest window.
    """
    hand = step(_HAND_HEIGHTS, SMALLEST.height if compact else height)
    foresight = _FORESIGHT
    log = step(_LOG_WIDTHS, width)
    row = int(players_row)
    upper = height - 2 - row - hand - foresight
    places = {
        "title": Region(0, 0, width, 1),
        "stage": Region(0, 1, width - log, upper),
        "log": Region(width - log, 1, log, upper),
        "hand": Region(0, 1 + upper + row, width, hand),
        "foresight": Region(0, height - 1 - foresight, width, foresight),
        "keys": Region(0, height - 1, width, 1),
    }
    if row:
        places["players"] = Region(0, 1 + upper, width, 1)
    return places
