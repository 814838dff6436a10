"""Where the zones of a duel lie, in a window of any size.

The rival's side takes the upper part, the piles and the attack the middle. One's own shield is a
line above the preview or, where the cards of the hand are large, a panel beside them.
"""

from msgspec.structs import replace
from textual.geometry import Region

from regicide_tui.games.duel.state import HAND_MAXIMUM
from regicide_tui.tui.duel import field, rival
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

_LOG_WIDTH = 33
_ASIDE = 33
"""Cells of the panels beside the largest board."""
_RIVAL = {SMALL.board: 3, MEDIUM.board: 5, LARGE.board: 11, HUGE.board: 18}
_FIELD = {SMALL.board: 7, MEDIUM.board: 7, LARGE.board: 10, HUGE.board: 15}
"""The fewest rows of the rival's side and of the middle, lines for shield and preview included."""
_MOST = {SMALL.board: 99, MEDIUM.board: 9, LARGE.board: 12, HUGE.board: 99}
"""The most rows of the middle, so that it is drawn as large as the hand."""
_WRITTEN = 53
"""Cells of the table beside a coach, who has at least these:"""
_COACH = 24


def places(width: int, height: int, _: int, compact: bool = False) -> Places:
    """Return the place of each zone by its id, for a window of so many cells.

    If it is to be compact, the hand has no more room than in the smallest window.
    """
    drawn = _drawn(width, height, compact=compact)
    rows = height - 1 - drawn.band - drawn.hand - measures_of(width, height).keys
    zones = {
        **_table(drawn, width, rows),
        **_below(drawn, width, height, rows, drawn.band),
    }
    panel = drawn in (LARGE, HUGE)
    line = Region(0, rows - 1, width, 1)  # below it the stage keeps a row for a long preview
    zones["shield"] = _panel(drawn, zones["hand"]) if panel else line
    return {**zones, **_beside(width, height, zones)}


def places_beside_coach(width: int, height: int, _: int, compact: bool = False) -> Places:
    """Return the same for a lesson: the coach, in the zone `log`, covers nothing."""
    drawn = _drawn(width, height, compact=compact)
    if drawn in (LARGE, HUGE):
        return places(width, height, 2, compact)
    table, band = min(_WRITTEN, width - _COACH), 2
    rows = height - 1 - band - drawn.hand - measures_of(width, height).keys
    return {
        **_table(SMALL, table, rows),
        **_below(drawn, width, height, rows, band),
        "shield": Region(0, rows, table, 1),
        "log": Region(table, 1, width - table, rows),
    }


def _drawn(width: int, height: int, *, compact: bool) -> Measures:
    """Return the measures by which the table is drawn; a compact one is never large."""
    at = measures_of(width, height)
    if not compact:
        return at
    return replace(SMALL if at is SMALL else MEDIUM, hand=SMALL.hand)


def _table(drawn: Measures, width: int, rows: int) -> Places:
    """Return the places of the rival's side and of the middle, so many rows below the title."""
    least = _FIELD[drawn.board]
    spare = max(0, rows - _RIVAL[drawn.board] - least)
    middle = min(_MOST[drawn.board], least + (spare if drawn.board == SMALL.board else spare // 2))
    above = rows - middle
    return {
        "rival": Region(0, 1, width, above),
        "stage": Region(0, 1 + above, width, middle),
    }


def _below(drawn: Measures, width: int, height: int, rows: int, band: int) -> Places:
    keys = measures_of(width, height).keys
    return {
        "title": Region(0, 0, width, 1),
        "foresight": Region(0, 1 + rows, width, band),
        "hand": Region(0, 1 + rows + band, width, drawn.hand),
        "keys": Region(0, height - keys, width, keys),
    }


def _panel(drawn: Measures, hand: Region) -> Region:
    """Return the place of one's own shield beside the largest hand."""
    left, board = board_of(hand.width)
    usual = HAND_MAXIMUM * drawn.step + drawn.card.width
    column = max(0, board - usual) // 2 + HAND_MAXIMUM * drawn.step + 2
    return Region(left + column, hand.y + 1, board - column, hand.height - 2)


def _beside(width: int, height: int, zones: Places) -> Places:
    """Return the places of the log and of the figures."""
    left, board = board_of(width)
    if measures_of(width, height) is HUGE:
        return {
            "log": Region(left + board + 1, 2, _ASIDE, height - 4),
            "figures": Region(1, 2, left - 2, height - 4),
        }
    above, middle = zones["rival"], zones["stage"]
    plan = rival.plan_of(width, above.height)
    if plan.board == HUGE.board:
        return {"log": Region(left + board, 2, width - left - board - 1, above.height - 2)}
    if plan.board == LARGE.board:
        return {"log": Region(left + plan.end + 2, 2, _LOG_WIDTH, above.height - 2)}
    if board >= MEDIUM.board:
        return {"log": Region(left + plan.end + 1, 1, board - plan.end - 2, above.height)}
    column = field.PLANS[-2].end + 1
    return {"log": Region(column, middle.y + 1, width - column - 1, middle.height - 3)}
