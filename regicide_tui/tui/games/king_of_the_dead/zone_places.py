"""The regions of the zones of King of the Dead, in a window of any size."""

from regicide_tui.games.base import Value
from regicide_tui.tui.rendering.faces import CardSize
from regicide_tui.tui.rendering.layout import (
    HUGE,
    LARGE,
    MEDIUM,
    SMALL,
    Measures,
    ZonePlaces,
    measures_of,
    value_at,
)
from regicide_tui.tui.rendering.paint import Region

AROUND = 3
"""The number of places in addition to the slots of the Parade: Gate, Newcomer and Well."""
_MARGIN = 1
_PARADE_ROWS = ((58, 16), (50, 14), (38, 13), (32, 11), (24, 6), (0, 5))
"""The most rows of the Parade, by the rows of the window."""
_HANDS = {HUGE: 18, LARGE: 13, MEDIUM: 9, SMALL: 6}
_BAND = 2
_LOG_WIDTHS = ((190, 34), (110, 34), (78, 24), (0, 17))
_COACH_WIDTHS = ((170, 74), (110, 50), (78, 36), (0, 27))
_BAND_BESIDE_COACH = ((36, 5), (0, 4))
_SLOTS = {2: 4, 3: 6, 4: 8}


class Plan(Value):
    """The card size of the Parade, and the cells from one card to the next."""

    size: CardSize
    below: int
    """Rows below the cards: shadow, price, power."""

    @property
    def rows(self) -> int:
        """Rows of the Parade: the names of its places, the cards, and the rows below them."""
        return 1 + self.size.height + self.below


_PLANS = (
    Plan(CardSize(15, 12), 3),
    Plan(CardSize(13, 10), 3),
    Plan(CardSize(11, 9), 3),
    Plan(CardSize(9, 7), 3),
    Plan(CardSize(9, 4), 1),
    Plan(CardSize(6, 4), 1),
    Plan(CardSize(7, 3), 1),
    Plan(CardSize(5, 3), 1),
)


def parade_plan(places: int, width: int, rows: int) -> Plan:
    """Return the plan with the largest cards that fit side by side in this number."""
    room = width - 2 * _MARGIN + 1
    fitting = (
        plan for plan in _PLANS if plan.rows <= rows and (plan.size.width + 1) * places <= room
    )
    return next(fitting, _PLANS[-1])


def parade_above(width: int, height: int, players: int, compact: bool = False) -> ZonePlaces:
    """Return the region of each zone by its id, for a window of this size.

    The Parade is at the top, the hand at the bottom; between them are the players beside the log,
    and the offers. A question (`dialog`) covers only what is between Parade and hand. If `compact`,
    Parade and hand have no more rows than in the smallest window.
    """
    at = measures_of(width, height)
    rows = value_at(_PARADE_ROWS, 0 if compact else height)
    parade = parade_plan(_SLOTS[players] + AROUND, width, rows).rows
    hand = SMALL.hand if compact else _HANDS[at]
    band, log = _BAND, value_at(_LOG_WIDTHS, width)
    top, below = 1 + parade, height - 1 - hand
    middle = below - band - top
    left = log if at is HUGE else 0
    board = width - log - left
    return {
        "title": Region(0, 0, width, 1),
        "stage": Region(0, 1, width, parade),
        "sides": Region(left, top, board, middle),
        "foresight": Region(0, below - band, width, band),
        "hand": Region(0, below, width, hand),
        "keys": Region(0, height - 1, width, 1),
        **_beside(at, left, log, top, width, height, middle),
        "dialog": Region(left, top, width - 2 * left or width, middle + band),
    }


def _beside(
    at: Measures, left: int, log: int, top: int, width: int, height: int, middle: int
) -> ZonePlaces:
    """Return the regions of the log and, beside the largest board, of the panel."""
    if at is not HUGE:
        return {"log": Region(width - log, top, log, middle)}
    rows = height - 1 - top
    return {"log": Region(width - log, top, log, rows), "figures": Region(0, top, left, rows)}


def parade_above_coach(width: int, height: int, players: int, compact: bool = False) -> ZonePlaces:
    """Return the regions in a lesson, which has two players.

    The coach, in the zone `log`, reaches from the Parade to the hand, and no question covers it:
    players, offers and questions are beside it.
    """
    places = parade_above(width, height, players, compact=compact)
    places.pop("figures", None)
    top, foot = places["sides"].y, places["hand"].y
    coach, offers = value_at(_COACH_WIDTHS, width), value_at(_BAND_BESIDE_COACH, height)
    left = width - coach
    return places | {
        "sides": Region(0, top, left, foot - top - offers),
        "log": Region(left, top, coach, foot - top),
        "foresight": Region(0, foot - offers, left, offers),
        "dialog": Region(0, top, left, foot - top),
    }
