"""The table of Regicide Duel: its commands, and its picture in the form for a new game."""

from regicide_tui.cards import cards
from regicide_tui.tui.input.commands import AGREE, RESIGN, GameCommands, before_undo
from regicide_tui.tui.rendering.canvas import Canvas
from regicide_tui.tui.rendering.faces import CardSize
from regicide_tui.tui.rendering.paint import Symbols
from regicide_tui.tui.rendering.pictures import GamePicture, lay

COMMANDS = GameCommands(
    "at the table of a duel",
    before_undo((RESIGN, AGREE)),
    verbs=(RESIGN, AGREE),
    left_out_late=(AGREE, RESIGN),
)


_BETWEEN = 4
"""Cells between the two cards."""


def _against(size: CardSize) -> int:
    return 2 * size.width + _BETWEEN


def _paint_rivals(canvas: Canvas, size: CardSize, symbols: Symbols) -> None:
    """Paint two Queens that face each other."""
    left = (canvas.width - _against(size)) // 2
    top = (canvas.height - size.height) // 2
    for place, one in enumerate(cards("QS QH")):
        lay(canvas, left + place * (size.width + _BETWEEN), top, one, size, symbols)
    canvas.text(left + size.width + 1, top + size.height // 2, "vs", "text+bold")


PICTURE = GamePicture(_against, _paint_rivals)
