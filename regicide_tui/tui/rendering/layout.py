"""The places of the zones of a table, in a window of any size."""

from collections.abc import Callable
from functools import lru_cache

from regicide_tui.games.base import Value
from regicide_tui.tui.rendering.faces import CardSize
from regicide_tui.tui.rendering.paint import Region, Size


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


@lru_cache(maxsize=512)
def board_of(width: int) -> tuple[int, int]:
    """Return the first column and the width of the centred board in a zone of this width."""
    board = next(one.board for wide, _, one in _LADDER if width >= wide)
    board = min(width, board if width >= LARGE.board else width)
    return (width - board) // 2, board


SMALLEST = Size(60, 20)
"""The smallest window that shows a table."""

ZonePlaces = dict[str, Region]
"""The region of each zone by its id; a later zone may cover earlier ones."""

PlaceZones = Callable[[int, int, int, bool], ZonePlaces]
"""Returns the regions for a width, a height, a number of players, and compact or not."""


def value_at(values: tuple[tuple[int, int], ...], cells: int) -> int:
    """Return the first value that fits; `values` are pairs of the fewest cells and the value."""
    return next(value for least, value in values if cells >= least)


def has_room(width: int, height: int) -> bool:
    """Return whether a window is large enough for a table."""
    return width >= SMALLEST.width and height >= SMALLEST.height


def places_in(zones: PlaceZones, size: Size, players: int, *, compact: bool = False) -> ZonePlaces:
    """Return the regions in a window; if the window is too small, only the region of a notice."""
    if not has_room(size.width, size.height):
        return {"notice": Region(0, 0, size.width, size.height)}
    return zones(size.width, size.height, players, compact)


_STAGES = ((HUGE.board, 34, HUGE), (LARGE.board, 19, LARGE), (MEDIUM.board - 2, 8, MEDIUM))
_LOGS = {
    SMALL: Region(14, 6, 46, 1),
    MEDIUM: Region(23, 6, 23, 0),
    LARGE: Region(36, 10, 33, 1),
}
"""The log on a stage: its column (on the smallest stage counted from the right edge of the board),
its first row, its cells, and the rows of the stage below it."""
_LOG_ROWS_IN_COMPANY = {SMALL: 4, MEDIUM: 2}
_ENOUGH_FOR_TURNS = 6
"""Rows of the log that show the actions of two other players."""
_COACH = 4
"""Rows of the coach's text in the smallest window; three are enough elsewhere."""
_ASIDE_FROM = 46
"""The fewest rows of a window with panels beside the largest board."""


def stage_above_hand(width: int, height: int, players: int, compact: bool = False) -> ZonePlaces:
    """Return the region of each zone by its id, for a window of this size.

    With several players, a line above the stage shows them. If `compact`, the hand has no more rows
    than in the smallest window.
    """
    at = measures_of(width, height)
    hand = SMALL.hand if compact else at.hand
    row = int(players > 1)
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
        **_log_and_figures(stage, height, alone=not row),
    }


def coach_above_stage(width: int, height: int, players: int, compact: bool = False) -> ZonePlaces:
    """Return the regions in a lesson: the coach replaces the royals and the log.

    In the smallest windows, the coach also takes a row of the keys and two rows of the stage.
    """
    places = stage_above_hand(width, height, players, compact)
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


def stage_measures(board: int, height: int) -> Measures:
    """Return the measures of a stage with `height` rows."""
    return next((one for wide, high, one in _STAGES if board >= wide and height >= high), SMALL)


def piles_drawn(board: int, height: int, *, alone: bool) -> bool:
    """Return whether a stage draws piles as cards; the log of several players may need the room."""
    size = stage_measures(board, height)
    return size is not MEDIUM or alone or height >= _LOGS[MEDIUM].y + _ENOUGH_FOR_TURNS


def _log_and_figures(stage: Region, height: int, *, alone: bool) -> ZonePlaces:
    """Return the regions of the log and of the figures, in a window of `height` rows."""
    left, board = board_of(stage.width)
    if board == HUGE.board and height >= _ASIDE_FROM:
        return {
            "log": Region(left + board, 3, stage.width - left - board, height - 4),
            "figures": Region(0, 3, left, height - 4),
        }
    size = stage_measures(board, stage.height)
    place = _LOGS[LARGE if size is HUGE else size]
    row = place.y
    if not alone and (size is SMALL or not piles_drawn(board, stage.height, alone=False)):
        row = _LOG_ROWS_IN_COMPANY[size]
    elif not alone and size is not MEDIUM:
        row -= 1  # the whole stage begins a row higher
    x = left + (place.x if size is SMALL else board - place.x)
    return {"log": Region(x, stage.y + row, place.width, stage.height - row - place.height)}
