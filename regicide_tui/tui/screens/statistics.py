"""The statistics of the finished games."""

import asyncio
from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from regicide_tui.games import find as find_game
from regicide_tui.play.statistics import Record, Records, by_day, by_level
from regicide_tui.tui.card_app import is_closed
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.navigation import HomeApp
from regicide_tui.tui.pages.figures import group_rows
from regicide_tui.tui.rendering.canvas import Canvas
from regicide_tui.tui.rendering.layout import LARGE, board_of
from regicide_tui.tui.rendering.paint import Row, Run
from regicide_tui.tui.rendering.pictures import emblem, emblem_of
from regicide_tui.tui.screens.lists import game_tabs, heading_of
from regicide_tui.tui.table.game_ui import with_tables
from regicide_tui.tui.table.table_pages import pages_of
from regicide_tui.tui.widgets.painted import Painted
from regicide_tui.tui.widgets.table import KeyBar, TitleBar

_WIDEST = 88
_ROOMY = 22
"""Rows of a page from which its top row is blank."""
_PICTURE = 22
"""Cells that a picture needs beside the figures."""


VIEWS = ("All games", "By bots' level", "By day")
"""The names of the views that each game has."""


class StatisticsPage(Painted):
    """The figures of one game, below the names of the games."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self._game = ""
        self._view = 0
        self._records: Sequence[Record] = ()

    def show(self, game: str, view: int, records: Sequence[Record]) -> None:
        """Show a view of these records, which are all of one game."""
        self._game, self._view, self._records = game, view, records
        self.repaint()

    def paint(self, width: int, height: int) -> list[Row]:
        """Paint the figures in the middle."""
        if not self._game:
            return []
        left, board = board_of(width)
        margin = left + (4 if board >= LARGE.board else 2)
        inner = min(width - margin - 2, _WIDEST)
        known = with_tables()
        games = [game_tabs(known, self._game, "turn_to")] if len(known) > 1 else []
        above = int(height >= _ROOMY)
        head: list[Row] = [*games, _view_tabs(self._view), *([()] if above else [])]
        room = height - len(head) - above
        symbols = self.look.symbols
        figures = self._figures(inner, room)
        if len(figures) > room:
            figures = [row for row in figures if row]
        canvas = Canvas(width, height, "stone", pixels=symbols.pixels)
        for y, row in enumerate([*head, *figures], above):
            canvas.text(margin, y, row)
        self._paint_picture(canvas, margin + inner + 3)
        return canvas.rows()

    def _figures(self, width: int, height: int) -> list[Row]:
        """Return the rows of the view that is shown."""
        symbols = self.look.symbols
        if self._view == 1:
            head = "Against" if find_game(self._game).rivals else "With"
            return group_rows(head, by_level(self._records), width, height, symbols)
        if self._view:
            return group_rows("Day", by_day(self._records), width, height, symbols)
        return pages_of(self._game).figures(self._game, self._records, width, height, symbols)

    def _paint_picture(self, canvas: Canvas, x: int) -> None:
        """Paint the picture of the game at the right, if there is room."""
        if canvas.width - x >= _PICTURE:
            cloth = emblem_of(self._game).cloth
            wide = canvas.width - x
            canvas.paste(x, 0, emblem(self._game, wide, canvas.height, cloth, self.look.symbols))


def _view_tabs(here: int) -> Row:
    """Return the names of the views side by side; a click on one shows it."""
    row: Row = ()
    for place, name in enumerate(VIEWS):
        style = "accent+bold" if place == here else "muted"
        row += (Run(f" {name} ", style, f"view_to({place})"), Run(" "))
    return row


class StatisticsScreen(Screen[None]):
    """The statistics of a game: of all its games, by the bots' levels, and by day."""

    DEFAULT_CSS = """
    StatisticsScreen { layout: vertical; background: $stone; }
    StatisticsScreen StatisticsPage { height: 1fr; }
    StatisticsScreen TitleBar, StatisticsScreen KeyBar { height: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = list(c.bindings((*c.PAGE, *c.BY_GAME, *c.FIGURES)))
    AUTO_FOCUS = None
    app: HomeApp

    def __init__(self, look: Look, game: str, records: Records) -> None:
        super().__init__()
        self.look = look
        self._game = game
        self._view = 0
        self._records = records
        self._known: Sequence[Record] = ()

    def compose(self) -> ComposeResult:
        """Compose the page."""
        yield TitleBar(self.look)
        yield StatisticsPage(self.look)
        yield KeyBar(self.look)

    async def on_mount(self) -> None:
        """Read the records and show their figures."""
        others = [self.look.keys("game", *c.BY_GAME)] if len(with_tables()) > 1 else []
        self.query_one(TitleBar).show(heading_of("Statistics"), ())
        others.append(self.look.keys("view", *c.FIGURES))
        self.query_one(KeyBar).show([*others, *[self.look.key(key) for key in c.PAGE]])
        self._known = await asyncio.to_thread(self._records.read)
        self._show()

    def _show(self) -> None:
        if is_closed(self):
            return
        own = [one for one in self._known if one.game == self._game]
        self.query_one(StatisticsPage).show(self._game, self._view, own)

    def action_turn(self, steps: int) -> None:
        """Go to another game; the order wraps around at the ends."""
        known = with_tables()
        self.action_turn_to((known.index(self._game) + steps) % len(known))

    def action_turn_to(self, place: int) -> None:
        """Go to the game at this place."""
        self._game = with_tables()[place]
        self._show()

    def action_view(self, steps: int) -> None:
        """Go to another view of this game; the order wraps around at the ends."""
        self.action_view_to((self._view + steps) % len(VIEWS))

    def action_view_to(self, place: int) -> None:
        """Go to the view at this place."""
        self._view = place
        self._show()

    def action_back(self) -> None:
        """Go back to the menu."""
        self.app.pop_screen()
