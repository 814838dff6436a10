"""The zones of a duel around the field: both sides, the shields, the hand, the panel."""

from collections.abc import Sequence

from rich.cells import cell_len

from regicide_tui.cards import UNKNOWN, Card
from regicide_tui.games.base import Pile, Value
from regicide_tui.games.duel.rules import attack_of
from regicide_tui.games.duel.state import HAND_MAXIMUM, PAY, shield
from regicide_tui.games.words import PlayerNames, counted
from regicide_tui.tui.games.duel.model import DuelModel
from regicide_tui.tui.rendering.canvas import Canvas, paint_counts, paint_figures
from regicide_tui.tui.rendering.faces import CardSize, CardState, fan, number
from regicide_tui.tui.rendering.layout import HUGE, LARGE, MEDIUM, board_of
from regicide_tui.tui.rendering.paint import (
    Row,
    Run,
    Symbols,
    card_style,
    prose,
    shorten,
    width_of,
    wrap,
)
from regicide_tui.tui.table.hand import FELT, hand_painter
from regicide_tui.tui.table.play_or_pay import out_of_sight

_READABLE = 4
"""Readable cells of a card below another one."""
_ROOMY = 3
"""Zones with more rows have a blank row above words."""


def paint_number(
    canvas: Canvas,
    at: tuple[int, int],
    value: int,
    ink: str,
    symbols: Symbols,
    *,
    large: bool = False,
    drop: bool = False,
) -> int:
    """Write a number three rows high, or six if `large`; return the first column after it.

    With `drop`, it starts half a row lower. If cells can't be halved, it is written in its middle
    row.
    """
    x, y = at
    shape = number(value, ink, canvas.ground(x, y), large=large, drop=drop)
    if not symbols.pixels:
        return canvas.text(x, y + (len(shape) - drop) // 2, (written(value, ink),))
    canvas.paste(x, y, shape)
    return x + width_of(shape[0])


def written(value: int, ink: str) -> Run:
    """Return a number as a word; a number to pay has its own ground."""
    if ink == "pay":
        return Run(f" {value} ", "on-pay/pay+bold")
    return Run(str(value), f"{ink}+bold")


def number_width(value: int, symbols: Symbols) -> int:
    """Return the cells of a number three rows high."""
    return width_of(number(value, "text", "stone")[0]) if symbols.pixels else len(str(value))


def chip(cards: Pile, symbols: Symbols) -> Row:
    """Return the cards of one play as a word on a piece of paper."""
    if symbols.framed:
        text = " ".join(map(symbols.card_text, cards))
        return (Run(f"[{text}]", "text+bold"),)
    row: Row = (Run(" ", "text/paper"),)
    for card in cards:
        style = f"ink-{card_style(card)}/paper+bold"
        row += (Run(symbols.card_text(card), style), Run(" ", "text/paper"))
    return row


def chips(plays: Sequence[Pile], width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return plays as words in a rectangle; the oldest are left out if there is little room."""
    words = [chip(play, symbols) for play in plays]
    rows = wrap(words, width)
    while len(rows) > height and len(words) > 1:
        del words[0]
        rows = wrap([(Run(symbols.ellipsis, "muted"),), *words], width)
    return rows


def paint_plays(
    canvas: Canvas,
    at: tuple[int, int],
    room: CardSize,
    plays: Sequence[Pile],
    sizes: Sequence[CardSize],
    symbols: Symbols,
) -> None:
    """Paint plays side by side in the largest size that fits, or write them if none fits."""
    (x, y), ground = at, canvas.ground(*at)
    cards = [card for play in plays for card in play]
    for size in sizes:
        if size.height > room.height:
            continue
        step = size.width // 2 + 1
        if sum([_width(play, size, step) + 1 for play in plays]) <= room.width:
            for play in plays:
                canvas.paste(x, y, fanned(play, size, step, symbols, ground))
                x += _width(play, size, step) + 1
            return
        step = (room.width - 1 - size.width) // max(1, len(cards) - 1)
        if step >= _READABLE:
            canvas.paste(x, y, fanned(cards, size, min(step, size.width), symbols, ground))
            return
    rows = chips(plays, room.width, room.height, symbols)
    y += len(rows) < room.height and room.height > _ROOMY
    canvas.lines(x, y, rows)


def fanned(
    cards: Sequence[Card], size: CardSize, step: int, symbols: Symbols, ground: str
) -> list[Row]:
    """Return overlapping cards with edges on paper."""
    return fan(cards, size, step, symbols, CardState(ground), edge="paper")


def _width(play: Pile, size: CardSize, step: int) -> int:
    return size.width + (len(play) - 1) * step


GROUND = "stone"
_FLAT = 3
"""Rows of a zone in which cards have no shadow."""


class Plan(Value):
    """Places of the parts: columns from the board's left edge, rows from the plan's first row."""

    board: int
    """Cells of the narrowest board it needs."""
    rows: int
    margin: int
    backs: int
    """Row of the opponent's cards."""
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
    """Return the plan of an opponent's side of this size."""
    board = board_of(width)[1]
    return next((one for one in PLANS if board >= one.board and height >= one.rows), PLANS[-1])


def rival_rows(model: DuelModel, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the rows of the opponent's side."""
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
    """Paint the backs of the opponent's hand; the smallest ones don't overlap."""
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
    """Write the opponent's name, number of cards in hand, and task."""
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
    words = (Run(f"{symbols.suits[3]} ", "spades"), Run("shield", "muted"))
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


_FIGURE = 16
"""Cells between a name and the cards: a sign, a word and a number."""
_NAME = 2
"""The most rows of a name in a panel."""
_LEAST_CHIPS = 20
"""Cells that the line keeps for the cards."""


def shield_rows(model: DuelModel, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the player's shield: a line, or a panel if there are more rows."""
    draw = shield_line if height == 1 else shield_panel
    return draw(model, width, height, symbols)


def shield_line(model: DuelModel, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return whose shield it is, its value, and its cards, in one row."""
    left, board = board_of(width)
    margin = left + (4 if board >= LARGE.board else 1)
    canvas = Canvas(width, height, FELT, pixels=symbols.pixels)
    value, plays = shield(model.view, model.holder), model.view.shields[model.holder]
    across = sum([width_of(chip(play, symbols)) + 1 for play in plays])
    hand_title, width_left = _shield_owner(model), board - margin + left
    figure = _figure(value, symbols, brief=len(hand_title) + _FIGURE + across > width_left)
    room = width_left - width_of(figure) - 2 - (_LEAST_CHIPS if plays else 0)
    end = canvas.text(margin, 0, shorten(hand_title, room, symbols.ellipsis), "text+bold")
    end = canvas.text(end, 0, figure) + 2
    for row in chips(plays, left + board - end - 1, 1, symbols):
        canvas.text(end, 0, row)
    if not plays and (fallen := _fallen(model)):
        canvas.text(end, 0, fallen, "on-felt")
    return canvas.rows()


def _figure(value: int, symbols: Symbols, *, brief: bool) -> Row:
    """Return the value of a shield; if `brief`, only with its sign."""
    sign, number = Run(f"  {symbols.suits[3]} ", "spades"), Run(str(value), "text+bold")
    return (sign, number) if brief else (sign, Run("shield ", "on-felt"), number)


def shield_panel(model: DuelModel, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the shield as a column: the value as a large number, the cards below it."""
    canvas = Canvas(width, height, FELT, pixels=symbols.pixels)
    value, plays = shield(model.view, model.holder), model.view.shields[model.holder]
    name = prose(_shield_owner(model), "text+bold", width - 1)[:_NAME]
    below = len(name)
    canvas.lines(0, 0, name)
    canvas.text(0, below, (Run(f"{symbols.suits[3]} ", "spades"), Run("shield", "on-felt")))
    paint_number(canvas, (0, below + 2), value, "text" if value else "on-felt", symbols)
    said = _fallen(model) or "Spades stay here as a shield."
    top = below + 6
    rows = chips(plays, width - 1, height - top, symbols) or prose(said, "on-felt", width - 1)
    canvas.lines(0, top, rows[: height - top])
    return canvas.rows()


def _shield_owner(model: DuelModel) -> str:
    return "You" if model.own else model.seats[model.holder]


def _fallen(model: DuelModel) -> str:
    """Return a sentence if the attack that must be paid destroyed this shield."""
    view = model.view
    if view.phase is not PAY or model.holder == view.turn:
        return ""
    lost = attack_of(view.played) - view.due
    return f"A shield of {lost} was destroyed." if lost else ""


def _label(model: DuelModel) -> Row:
    return (Run(f"{len(model.hand)} of {HAND_MAXIMUM}", "on-felt"), Run(" cards", "on-felt"))


paint_hand = hand_painter(_label)


def figure_rows(model: DuelModel, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the panel at the left of the largest board."""
    canvas = Canvas(width, height, "band", pixels=symbols.pixels)
    row = paint_counts(canvas, 1, "OUT OF SIGHT", out_of_sight(model.view), symbols)
    figures = [
        ("cards in the Castle", str(len(model.view.castle))),
        ("cards in the Tavern", str(len(model.view.tavern))),
        ("cards discarded", str(len(model.view.discard))),
        ("turn", str(model.turn)),
    ]
    names = PlayerNames(model.seats)
    for seat, won in enumerate(model.match.score()):
        words = shorten(f"duels won by {names.object_form(seat)}", width - 8, symbols.ellipsis)
        figures.append((words, str(won)))
    paint_figures(canvas, row, "THIS DUEL", figures)
    return canvas.rows()
