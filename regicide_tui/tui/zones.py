"""Where everything lies on the table, for a window of any size.

The places are computed here, and not in a style sheet: a style sheet's breakpoints are applied
after a first layout without them, which costs one picture more at every start
(docs/decisions/0006).
"""

from textual.geometry import Region

from regicide_tui.tui.rendering.measures import (
    HUGE,
    LARGE,
    MEDIUM,
    SMALL,
    Measures,
    board_of,
    measures_of,
)
from regicide_tui.tui.widgets.layout import Places

_LOG_ROW = {SMALL: 7, MEDIUM: 7, LARGE: 10}
"""The row of the stage at which the log begins that lies on it: below piles and Jesters."""
_LOG_ROW_WITHOUT_JESTERS = {**_LOG_ROW, MEDIUM: 5}
_LOG_WIDTH = {SMALL: 46, MEDIUM: 23, LARGE: 33}
_COACH = 4
"""Rows of what the coach says in the smallest window; elsewhere three are enough."""
_ASIDE = 33
"""Cells of the panels beside the largest board."""


def stage_above_hand(
    width: int, height: int, *, players_row: bool, compact: bool = False
) -> Places:
    """Return the place of each zone by its id, for a window of so many cells.

    With `players_row` there is a line of the players above the stage. If it is to be compact, the
    hand has no more room than in the smallest window.
    """
    at = measures_of(width, height)
    hand = SMALL.hand if compact else at.hand
    row = int(players_row)
    castle = height - 1 - at.track - at.band - hand - at.keys
    top = 1 + at.track
    stage = Region(0, top + row, width, castle - row)
    below = top + castle
    return {
        "title": Region(0, 0, width, 1),
        "track": Region(0, 1, width, at.track),
        **({"players": Region(0, top, width, 1)} if row else {}),
        "stage": stage,
        "foresight": Region(0, below, width, at.band),
        "hand": Region(0, below + at.band, width, hand),
        "keys": Region(0, height - at.keys, width, at.keys),
        **_beside(at, stage, width, height, jesters=not players_row),
    }


def coach_above_stage(
    width: int, height: int, *, players_row: bool, compact: bool = False
) -> Places:
    """Return the places in a lesson: the coach speaks where the royals and the log would be.

    In the smallest windows the coach has a row of the keys and two of the stage as well.
    """
    places = stage_above_hand(width, height, players_row=players_row, compact=compact)
    track = places.pop("track")
    places.pop("figures", None)
    keys, more = places["keys"], _COACH - 1 if track.height == 1 else 0
    spare = min(keys.height - 1, more)
    lower = more - spare
    stage = places["stage"]
    places["stage"] = Region(0, stage.y + more, width, stage.height - lower)
    for name in ("foresight", "hand", "keys"):
        place = places[name]
        places[name] = Region(0, place.y + spare, width, place.height)
    places["keys"] = Region(0, height - keys.height + spare, width, keys.height - spare)
    if "players" in places:
        places["players"] = Region(0, places["players"].y + more, width, 1)
    return {**places, "log": Region(0, track.y, width, track.height + more)}


def _beside(at: Measures, stage: Region, width: int, height: int, *, jesters: bool) -> Places:
    """Return the places of the log and of the figures."""
    left, board = board_of(width)
    if at is HUGE:
        return {
            "log": Region(left + board + 1, 3, _ASIDE, height - 5),
            "figures": Region(1, 3, left - 2, height - 5),
        }
    across = _LOG_WIDTH[at]
    row = (_LOG_ROW if jesters else _LOG_ROW_WITHOUT_JESTERS)[at]
    right = left + board - across - (3 if at is LARGE else 0)
    return {"log": Region(right, stage.y + row, across, stage.height - row - (at is LARGE))}
