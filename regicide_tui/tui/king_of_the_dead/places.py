"""Where everything lies on the table of King of the Dead: the ladder of densities."""

from textual.geometry import Region

from regicide_tui.tui.widgets.layout import SMALLEST, Places, step

_PARADE_HEIGHTS = ((52, 12), (36, 9), (24, 7), (0, 6))
_HAND_HEIGHTS = ((52, 12), (36, 9), (28, 7), (23, 6), (0, 4))
_FORESIGHT_HEIGHTS = ((52, 8), (36, 6), (28, 4), (23, 3), (0, 2))
_LOG_WIDTHS = ((170, 74), (110, 48), (78, 32), (0, 20))
_DIALOG_HEIGHTS = ((52, 15), (0, 11))
"""How high a question is at most."""
_DIALOG_WIDTH, _BESIDE_DIALOG = 110, 30
"""How wide it is if so much is left beside it; else it has all the width."""
_COACH_WIDTHS = ((170, 74), (110, 50), (78, 36), (0, 27))
_OFFERS_BESIDE_COACH = ((52, 10), (36, 8), (23, 5), (0, 4))


def parade_above(width: int, height: int, *, compact: bool = False) -> Places:
    """Return the place of each zone by its id, for a window of so many cells.

    The Parade lies above everything, across the window, and the hand below; between them are the
    players beside the log, and what can be done. A question (`dialog`) lies on these, so that it
    leaves Parade and hand open. If the table is to be compact, Parade and hand have no more room
    than in the smallest window.
    """
    cards = SMALLEST.height if compact else height
    parade, hand = step(_PARADE_HEIGHTS, cards), step(_HAND_HEIGHTS, cards)
    foresight, log = step(_FORESIGHT_HEIGHTS, height), step(_LOG_WIDTHS, width)
    middle = height - 2 - parade - hand - foresight
    top, below = 1 + parade, 1 + parade + middle
    wide = _DIALOG_WIDTH if width >= _DIALOG_WIDTH + _BESIDE_DIALOG else width
    high = min(middle + foresight, step(_DIALOG_HEIGHTS, height))
    return {
        "title": Region(0, 0, width, 1),
        "stage": Region(0, 1, width, parade),
        "sides": Region(0, top, width - log, middle),
        "log": Region(width - log, top, log, middle),
        "foresight": Region(0, below, width, foresight),
        "hand": Region(0, below + foresight, width, hand),
        "keys": Region(0, height - 1, width, 1),
        "dialog": Region((width - wide) // 2, below + foresight - high, wide, high),
    }


def parade_above_coach(width: int, height: int, *, compact: bool = False) -> Places:
    """Return the places in a lesson, in which two play.

    The coach, in the zone `log`, reaches from the Parade to the hand, and no question covers what
    he says: players, offers and questions lie beside him.
    """
    places = parade_above(width, height, compact=compact)
    top, foot = places["sides"].y, places["hand"].y
    coach, offers = step(_COACH_WIDTHS, width), step(_OFFERS_BESIDE_COACH, height)
    left = width - coach
    high = min(foot - top, step(_DIALOG_HEIGHTS, height))
    return places | {
        "sides": Region(0, top, left, foot - top - offers),
        "log": Region(left, top, coach, foot - top),
        "foresight": Region(0, foot - offers, left, offers),
        "dialog": Region(0, foot - high, left, high),
    }
