"""The games of a form as tiles with pictures; in a small window as a line of names."""

from textual.geometry import Size

from regicide_tui import games
from regicide_tui.games.manifest import Emblem
from regicide_tui.tui.rendering.canvas import Canvas, filled
from regicide_tui.tui.rendering.paint import Row, shorten
from regicide_tui.tui.rendering.pictures import emblem, emblem_of
from regicide_tui.tui.rendering.symbols import Symbols
from regicide_tui.tui.widgets.choice import CHOSEN, HERE
from regicide_tui.tui.widgets.house_rules import GameChoice

_GROUND = "stone"
_LARGE, _SMALL = 22, 8
"""Rows of the tiles with their frames, by the size of the window."""
_ROOM = ((112, 38, _LARGE), (78, 24, _SMALL))
"""Cells and rows of a window that tiles of each height need."""
_GAP = 2


class GameTiles(GameChoice):
    """The games side by side; the chosen one has a frame."""

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows of the tiles in a window, or of the names; and of what is wrong."""
        fits = [rows for w, h, rows in _ROOM if viewport.width >= w and viewport.height >= h]
        return (fits[0] if fits else 1) + len(self.told(width))

    def paint(self, width: int, height: int) -> list[Row]:
        """Paint the tiles, or the names alone; below them what is wrong."""
        told = self.told(width)
        high = height - len(told)
        shown = self._tiles(width, high) if high >= _SMALL else [self.line(width)]
        return filled(_GROUND, [*shown, *told], width, height)

    def _tiles(self, width: int, height: int) -> list[Row]:
        symbols = self.look.symbols
        canvas = Canvas(width, height, _GROUND, pixels=symbols.pixels)
        each = (width - 2 - _GAP * (len(self.values) - 1)) // len(self.values)
        for place, value in enumerate(self.values):
            x = 1 + place * (each + _GAP)
            chosen = value == self.value
            here = chosen and self.has_focus
            _paint_tile(canvas, x, each, str(value), symbols, chosen=chosen, here=here)
            canvas.on_click(x, 0, each, height, f"set({place})")
        return canvas.rows()


def _paint_tile(
    canvas: Canvas, x: int, width: int, game: str, symbols: Symbols, *, chosen: bool, here: bool
) -> None:
    """Paint a tile; the chosen one has a frame, which is gold if it has the focus."""
    about, large = emblem_of(game), canvas.height >= _LARGE
    told = 5 if large else 1
    drawn = canvas.height - 2 - told
    if chosen:
        _paint_frame(canvas, x - 1, width + 2, "accent" if here else "paper", symbols)
    canvas.paste(x, 1, emblem(game, width, drawn, about.cloth, symbols))
    canvas.fill(x, 1 + drawn, width, told, "band")
    name = shorten(games.find(game).title, width - 4, symbols.ellipsis)
    style = HERE if here else CHOSEN if chosen else "text+bold"
    row = 1 + drawn + large
    pointer = symbols.pointer if here else " "
    canvas.text(x + 1, row, f"{pointer}{name} " if chosen else f" {name}", style)
    if large:
        _paint_words(canvas, x + 2, row + 1, width - 4, about, symbols)


def _paint_words(
    canvas: Canvas, x: int, y: int, width: int, about: Emblem, symbols: Symbols
) -> None:
    canvas.text(x, y, shorten(about.about, width, symbols.ellipsis))
    canvas.text(x, y + 1, shorten(about.company, width, symbols.ellipsis), "muted")


def _paint_frame(canvas: Canvas, x: int, width: int, colour: str, symbols: Symbols) -> None:
    """Paint a frame around a tile, as thick above and below as at its sides."""
    last = canvas.height - 1
    for cell in range(x, x + width):
        if symbols.pixels:
            canvas.put(cell, 0, "▄", colour, _GROUND)
            canvas.put(cell, last, "▀", colour, _GROUND)
        else:
            canvas.fill(cell, 0, 1, 1, colour)
            canvas.fill(cell, last, 1, 1, colour)
    for side in (x, x + width - 1):
        canvas.fill(side, 1, 1, last - 1, colour)
