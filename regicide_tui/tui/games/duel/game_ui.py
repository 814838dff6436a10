"""The table of Regicide Duel, as far as the first frame needs it, and the regions of its zones.

The opponent's side is at the top; the piles and the attack are in the middle. The player's shield
is a line above the preview or, if the cards of the hand are large, a panel beside them.
"""

from msgspec.structs import replace

from regicide_tui.games.duel.state import HAND_MAXIMUM, State
from regicide_tui.games.duel.words import reasons, tell
from regicide_tui.games.regicide_family.plays import Pay, Play
from regicide_tui.tui.games.duel import field, sides
from regicide_tui.tui.games.duel.field import field_rows
from regicide_tui.tui.games.duel.model import (
    BAND,
    PICKING,
    DuelControls,
    DuelModel,
    compose,
    offers,
    open_at_end,
    why_nothing,
)
from regicide_tui.tui.games.duel.sides import figure_rows, paint_hand, rival_rows, shield_rows
from regicide_tui.tui.rendering.layout import (
    HUGE,
    LARGE,
    MEDIUM,
    SMALL,
    Measures,
    ZonePlaces,
    board_of,
    measures_of,
)
from regicide_tui.tui.rendering.paint import Region
from regicide_tui.tui.table.game_ui import GameUI
from regicide_tui.tui.table.hand import by_symbols

_LOG_WIDTH = 33
"""Cells of the log beside the opponent's side of a large board."""
_RIVAL = {SMALL.board: 3, MEDIUM.board: 5, LARGE.board: 11, HUGE.board: 18}
_FIELD = {SMALL.board: 7, MEDIUM.board: 7, LARGE.board: 10, HUGE.board: 15}
"""The fewest rows of the opponent's side and of the middle, with lines for shield and preview."""
_MOST = {SMALL.board: 9, MEDIUM.board: 9, LARGE.board: 12, HUGE.board: 99}
"""The most rows of the middle, so that it is drawn as large as the hand."""
_FIELD_IN_LESSON = {**_FIELD, SMALL.board: 4}
_COACH = 3
"""Rows of the coach."""


def place_zones(width: int, height: int, _: int, compact: bool = False) -> ZonePlaces:
    """Return the region of each zone by its id, for a window of this size.

    If `compact`, the hand has no more rows than in the smallest window.
    """
    drawn = _drawn(width, height, compact=compact)
    zones = _zones(drawn, width, height, 1, drawn.keys)
    return {**zones, **_beside(width, height, zones)}


def place_zones_below_coach(width: int, height: int, _: int, compact: bool = False) -> ZonePlaces:
    """Return the regions in a lesson: the coach, in the zone `log`, covers nothing.

    In the smallest windows, the coach also takes a row of the keys.
    """
    drawn = _drawn(width, height, compact=compact)
    rows = _COACH + (drawn.keys > 1)
    zones = _zones(drawn, width, height, 1 + rows, 1)
    return {**zones, "log": Region(0, 1, width, rows)}


def _drawn(width: int, height: int, *, compact: bool) -> Measures:
    """Return the measures of the table; a compact table is never large."""
    at = measures_of(width, height)
    if not compact:
        return at
    return replace(SMALL if at is SMALL else MEDIUM, hand=SMALL.hand)


def _zones(drawn: Measures, width: int, height: int, top: int, keys: int) -> ZonePlaces:
    """Return the regions of all zones of the table, which begins in the row `top`."""
    rows = height - top - drawn.band - drawn.hand - keys
    least = _FIELD[drawn.board] if top == 1 else _FIELD_IN_LESSON[drawn.board]
    middle = _middle(drawn, width, rows, least)
    below = top + rows
    hand = Region(0, below + drawn.band, width, drawn.hand)
    line = Region(0, below - 2, width, 1)  # below it the stage keeps a row for a long preview
    return {
        "title": Region(0, 0, width, 1),
        "rival": Region(0, top, width, rows - middle),
        "stage": Region(0, below - middle, width, middle),
        "foresight": Region(0, below, width, drawn.band),
        "hand": hand,
        "keys": Region(0, height - keys, width, keys),
        "shield": _panel(drawn, hand) if drawn in (LARGE, HUGE) else line,
    }


def _middle(drawn: Measures, width: int, rows: int, least: int) -> int:
    """Return the rows of the middle, which contains the log in a narrow window."""
    spare = max(0, rows - _RIVAL[drawn.board] - least)
    if width < MEDIUM.board:
        return least + spare
    return min(_MOST[drawn.board], least + spare // 2)


def _panel(drawn: Measures, hand: Region) -> Region:
    """Return the region of the player's shield beside the largest hand."""
    left, board = board_of(hand.width)
    usual = HAND_MAXIMUM * drawn.step + drawn.card.width
    column = max(0, board - usual) // 2 + HAND_MAXIMUM * drawn.step + 2
    return Region(left + column, hand.y + 1, board - column, hand.height - 2)


def _beside(width: int, height: int, zones: ZonePlaces) -> ZonePlaces:
    """Return the regions of the log and of the figures."""
    left, board = board_of(width)
    if measures_of(width, height) is HUGE:
        return {
            "log": Region(left + board, 1, width - left - board, height - 2),
            "figures": Region(0, 1, left, height - 2),
        }
    above, middle = zones["rival"], zones["stage"]
    plan = sides.plan_of(width, above.height)
    if plan.board == HUGE.board:
        return {"log": Region(left + board, 2, width - left - board - 1, above.height - 2)}
    if plan.board == LARGE.board:
        return {"log": Region(left + plan.end + 2, 2, _LOG_WIDTH, above.height - 2)}
    if board >= MEDIUM.board:
        return {"log": Region(left + plan.end + 1, 1, board - plan.end - 2, above.height)}
    beside = field.plan_of(width, middle.height)
    column, row = beside.end + 1, field.top_of(beside, middle.height) + 1
    across, rows = width - column - 1, middle.height - row - beside.line
    return {"log": Region(column, middle.y + row, across, rows)}


GAME_UI = GameUI[DuelModel, State, Play | Pay](
    painters={
        "rival": by_symbols(rival_rows),
        "stage": by_symbols(field_rows),
        "hand": paint_hand,
        "shield": by_symbols(shield_rows),
        "foresight": BAND.paint,
        "figures": by_symbols(figure_rows),
    },
    place_zones=place_zones,
    place_zones_with_coach=place_zones_below_coach,
    compose=compose,
    pointed=PICKING.pointed,
    tell=tell,
    offers=offers,
    controls=DuelControls,
    open_at_end=open_at_end,
    why_nothing=why_nothing,
    why_not_pickable=PICKING.why_not_pickable,
    reasons=reasons,
)
