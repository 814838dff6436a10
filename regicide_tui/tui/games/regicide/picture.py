"""The picture of Regicide: a Jack, a Queen and a King."""

from regicide_tui.cards import cards
from regicide_tui.tui.rendering.canvas import Canvas
from regicide_tui.tui.rendering.faces import CardSize
from regicide_tui.tui.rendering.paint import Symbols
from regicide_tui.tui.rendering.pictures import GamePicture, paint_spread, spread


def _paint_court(canvas: Canvas, size: CardSize, symbols: Symbols) -> None:
    paint_spread(canvas, tuple(cards("JC QD KH")), (1, 0, 1), size, symbols)


PICTURE = GamePicture(lambda size: spread(size, 3), _paint_court)
