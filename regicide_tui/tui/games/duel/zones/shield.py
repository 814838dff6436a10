"""The shield of the player at this side: a line above the band, or a panel beside the hand."""

from regicide_tui.games.duel.rules import attack_of
from regicide_tui.games.duel.state import PAY, shield
from regicide_tui.tui.games.duel.table_model import DuelModel
from regicide_tui.tui.games.duel.zones.shields import chip, chips, paint_number
from regicide_tui.tui.rendering.canvas import Canvas
from regicide_tui.tui.rendering.layout import LARGE, board_of
from regicide_tui.tui.rendering.paint import Row, Run, Symbols, prose, shorten, width_of
from regicide_tui.tui.table.hand import FELT

_FIGURE = 16
"""Cells between a name and the cards: a sign, a word and a number."""
_NAME = 2
"""Rows of a name in a panel at most."""
_LEAST_CHIPS = 20
"""Cells that the line keeps for the cards."""


def shield_rows(model: DuelModel, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the own shield: a line, or a panel if there are more rows."""
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
    for y, row in enumerate(name):
        canvas.text(0, y, row)
    canvas.text(0, below, (Run(f"{symbols.suits[3]} ", "spades"), Run("shield", "on-felt")))
    paint_number(canvas, (0, below + 2), value, "text" if value else "on-felt", symbols)
    said = _fallen(model) or "Spades that you play lie here."
    top = below + 6
    rows = chips(plays, width - 1, height - top, symbols) or prose(said, "on-felt", width - 1)
    for y, row in enumerate(rows[: height - top]):
        canvas.text(0, top + y, row)
    return canvas.rows()


def _shield_owner(model: DuelModel) -> str:
    return "You" if model.own else model.seats[model.holder]


def _fallen(model: DuelModel) -> str:
    """Return a text if the attack that must be paid has broken this shield."""
    view = model.view
    if view.phase is not PAY or model.holder == view.turn:
        return ""
    lost = attack_of(view.played) - view.due
    return f"A shield of {lost} was destroyed." if lost else ""
