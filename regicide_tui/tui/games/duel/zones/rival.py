"""The rival's side of the table: the name, the cards in hand, and the shield."""

from rich.cells import cell_len

from regicide_tui.cards import UNKNOWN
from regicide_tui.games.base import Value
from regicide_tui.games.duel.state import shield
from regicide_tui.games.words import counted
from regicide_tui.tui.games.duel.table_model import DuelModel
from regicide_tui.tui.games.duel.zones.shields import (
    fanned,
    number_width,
    paint_number,
    paint_plays,
)
from regicide_tui.tui.rendering.canvas import Canvas
from regicide_tui.tui.rendering.faces import CardSize
from regicide_tui.tui.rendering.measures import HUGE, LARGE, MEDIUM, board_of
from regicide_tui.tui.rendering.paint import Row, Run, shorten, width_of
from regicide_tui.tui.rendering.symbols import Symbols

GROUND = "stone"
_FLAT = 3
"""Rows of a zone in which cards have no shadow."""


class Plan(Value):
    """The places of things: columns from the board's left edge, rows from the plan's first row."""

    board: int
    """Cells of the narrowest board it needs."""
    rows: int
    margin: int
    backs: int
    """Row of the rival's cards."""
    back: CardSize
    step: int
    """Cells from one back to the next."""
    shield: int
    """Column of the shield."""
    cards: tuple[int, int]
    """Column and row of the shield's cards."""
    sizes: tuple[CardSize, ...]
    """The possible sizes of these cards, the largest first."""
    end: int
    """The first column after these cards."""
    large: bool = False
    """Whether the shield is written as a large number."""


PLANS = (
    Plan(
        *(HUGE.board, 18, 4, 7, CardSize(13, 10), 6, 60, (60, 7)),
        sizes=(CardSize(13, 10), CardSize(9, 6)),
        end=126,
        large=True,
    ),
    Plan(
        LARGE.board,
        11,
        4,
        4,
        CardSize(9, 6),
        4,
        41,
        (41, 4),
        (CardSize(9, 6), CardSize(6, 4)),
        end=82,
    ),
    Plan(
        LARGE.board,
        10,
        4,
        3,
        CardSize(9, 6),
        4,
        41,
        (41, 3),
        (CardSize(9, 6), CardSize(6, 4)),
        end=82,
    ),
    Plan(MEDIUM.board, 5, 1, 1, CardSize(6, 3), 3, 27, (39, 1), (CardSize(6, 3),), end=55),
    Plan(0, 3, 1, 1, CardSize(3, 2), 4, 30, (42, 1), (), end=59),
    Plan(0, 2, 1, 0, CardSize(0, 0), 0, 1, (14, 1), (), end=59),
)
"""The plans, the roomiest first. The last one, for lessons, is all written."""


def plan_of(width: int, height: int) -> Plan:
    """Return the plan of a rival's side of this size."""
    board = board_of(width)[1]
    return next((one for one in PLANS if board >= one.board and height >= one.rows), PLANS[-1])


def rival_rows(model: DuelModel, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the rows of the rival's side."""
    left, board = board_of(width)
    plan = plan_of(width, height)
    canvas = Canvas(width, height, GROUND, pixels=symbols.pixels)
    top = (height - plan.rows + 1) // 2
    _paint_name(canvas, model, plan, left, top, symbols)
    if plan.step:
        _paint_backs(canvas, model, plan, left + plan.margin, top + plan.backs, symbols)
    _paint_shield(canvas, model, plan, left, top, min(plan.end, board), symbols)
    return canvas.rows()


def _paint_backs(
    canvas: Canvas, model: DuelModel, plan: Plan, x: int, y: int, symbols: Symbols
) -> None:
    """Paint the backs of the rival's hand; the smallest ones don't overlap."""
    hand = model.view.hands[model.rival]
    if not hand:
        return
    if plan.back.height > _FLAT - 1:
        hidden = [UNKNOWN] * len(hand)
        canvas.paste(x, y, fanned(hidden, plan.back, plan.step, symbols, GROUND))
        return
    for place in range(len(hand)):
        for below in range(plan.back.height):
            weave = "".join([symbols.weave[(below + one) % 2] for one in range(plan.back.width)])
            canvas.text(x + place * plan.step, y + below, weave, "back2/back")


def _paint_name(
    canvas: Canvas, model: DuelModel, plan: Plan, left: int, top: int, symbols: Symbols
) -> None:
    """Write the rival's name, the number of cards in hand, and the rival's task."""
    view, seat = model.view, model.rival
    held: Row = (Run(counted(len(view.hands[seat]), "card"), "muted"),)
    if seat == model.acting and not model.over:
        held += (Run(f", {model.task}", "text"),)
    x, below, name = left + plan.margin, plan.backs > 2, model.seats[seat]
    room = (plan.shield if plan.step else plan.end) - plan.margin - 2
    if below:
        canvas.text(x, top, shorten(name, room, symbols.ellipsis), "text+bold")
        canvas.text(x, top + 1, held)
        return
    if cell_len(name) + 2 + width_of(held) > room:
        held = (Run(str(len(view.hands[seat])), "muted"),)
    room -= 2 + width_of(held)
    end = canvas.text(x, top, shorten(name, room, symbols.ellipsis), "text+bold")
    canvas.text(end + 2, top, held)


def _paint_shield(
    canvas: Canvas, model: DuelModel, plan: Plan, left: int, top: int, end: int, symbols: Symbols
) -> None:
    """Write the shield as a number, and paint its plays below or beside it."""
    plays, value = model.view.shields[model.rival], shield(model.view, model.rival)
    x, ink = left + plan.shield, "text" if value else "muted"
    column, row = left + plan.cards[0], top + plan.cards[1]
    words: Row = (Run(f"{symbols.suits[3]} ", "spades"), Run("shield", "muted"))
    if plan is PLANS[-1]:
        canvas.text(canvas.text(x, row, words) + 1, row, str(value), f"{ink}+bold")
    else:
        beside = row > top + 1
        at = (x if beside else column - 1 - number_width(value, symbols), top)
        drop = plan.board == MEDIUM.board
        behind = paint_number(canvas, at, value, ink, symbols, large=plan.large, drop=drop) + 1
        canvas.text(behind, top + (2 if plan.large else 0), words)
        if beside and plays:
            canvas.text(behind, top + (3 if plan.large else 1), _made_of(len(plays)))
    room = CardSize(left + end - column, plan.rows - plan.cards[1] - (plan.rows > _FLAT))
    paint_plays(canvas, (column, row), room, plays, plan.sizes, symbols)


def _made_of(plays: int) -> Row:
    return (Run("of ", "muted"), Run(counted(plays, "play"), "text"))
