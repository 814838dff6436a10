"""Where everything lies on the table of King of the Dead: the ladder of densities."""

from textual.geometry import Region

from regicide_tui.tui.widgets.layout import SMALLEST, Places, step

_PARADE_HEIGHTS = ((52, 13), (38, 10), (30, 8), (24, 7), (0, 5))
_HAND_HEIGHTS = ((52, 12), (38, 9), (30, 7), (24, 6), (0, 5))
_FORESIGHT_HEIGHTS = ((52, 7), (38, 5), (30, 4), (24, 3), (0, 2))
_LOG_WIDTHS = ((170, 70), (110, 48), (78, 31), (0, 24))


def places(width: int, height: int, players: int, compact: bool = False) -> Places:
    """Return the place of each zone by its id, for a window of so many cells.

    The Parade lies above everything, across the window, as does the hand below; between them
    are the players and the log. A question (`dialog`) lies on these two, so that it leaves
    Parade and hand open. If the table is to be compact, Parade and hand have no more room
    than in the smallest window.
    """
    cards = SMALLEST.height if compact else height
    parade, hand = step(_PARADE_HEIGHTS, cards), step(_HAND_HEIGHTS, cards)
    foresight = step(_FORESIGHT_HEIGHTS, height)
    log = step(_LOG_WIDTHS, width)
    middle = height - 2 - parade - hand - foresight
    top = 1 + parade
    return {
        "title": Region(0, 0, width, 1),
        "stage": Region(0, 1, width, parade),
        "sides": Region(0, top, width - log, middle),
        "log": Region(width - log, top, log, middle),
        "hand": Region(0, top + middle, width, hand),
        "foresight": Region(0, height - 1 - foresight, width, foresight),
        "keys": Region(0, height - 1, width, 1),
        "dialog": Region(0, top, width, middle),
    }
