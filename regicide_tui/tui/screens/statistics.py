"""The statistics of the finished games."""

import asyncio
from collections.abc import Sequence

from regicide_tui.games import find as find_game
from regicide_tui.play.statistics import Record, Records, by_day, by_level
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.figures import group_rows
from regicide_tui.tui.pages.lines import Key
from regicide_tui.tui.rendering.canvas import Canvas
from regicide_tui.tui.rendering.layout import LARGE, board_of
from regicide_tui.tui.rendering.paint import Row, Run, Symbols
from regicide_tui.tui.rendering.pictures import emblem, emblem_of
from regicide_tui.tui.screens.lists import game_tabs
from regicide_tui.tui.screens.page import Page
from regicide_tui.tui.table.game_ui import pages_of, with_tables

_WIDEST = 88
_ROOMY = 22
"""Minimum rows of a page whose top row is blank."""
_PICTURE = 22
"""Cells that a picture needs beside the statistics."""


VIEWS = ("All games", "By bot level", "By day")
"""The names of the views that each game has."""


def statistics_rows(
    game: str, view: int, records: Sequence[Record], width: int, height: int, symbols: Symbols
) -> list[Row]:
    """Return a view of these records, all of one game, below the names of the games."""
    left, board = board_of(width)
    margin = left + (4 if board >= LARGE.board else 2)
    inner = min(width - margin - 2, _WIDEST)
    known = with_tables()
    games = [game_tabs(known, game, "turn_to")] if len(known) > 1 else []
    above = int(height >= _ROOMY)
    head = [*games, _view_tabs(view), *([()] if above else [])]
    room = height - len(head) - above
    if view == 1:
        against = "Against" if find_game(game).rivals else "With"
        figures = group_rows(against, by_level(records), inner, room, symbols)
    elif view:
        figures = group_rows("Day", by_day(records), inner, room, symbols)
    else:
        figures = pages_of(game).figures(game, records, inner, room, symbols)
    if len(figures) > room:
        figures = [row for row in figures if row]
    canvas = Canvas(width, height, "stone", pixels=symbols.pixels)
    canvas.lines(margin, above, [*head, *figures])
    x = margin + inner + 3
    if width - x >= _PICTURE:
        canvas.paste(x, 0, emblem(game, width - x, height, emblem_of(game).cloth, symbols))
    return canvas.rows()


def _view_tabs(here: int) -> Row:
    """Return the names of the views side by side; a click on one shows it."""
    row: Row = ()
    for place, name in enumerate(VIEWS):
        style = "accent+bold" if place == here else "muted"
        row += (Run(f" {name} ", style, f"view_to({place})"), Run(" "))
    return row


class StatisticsScreen(Page):
    """The statistics of a game: over all games, by bot level, and by day."""

    headline = "Statistics"
    BINDINGS = c.bindings((*c.PAGE, *c.BY_GAME, *c.FIGURES))

    def __init__(self, look: Look, game: str, records: Records) -> None:
        super().__init__(look)
        self._game = game
        self._view = 0
        self._records = records
        self._known: Sequence[Record] = ()

    def key_line(self) -> list[Key]:
        """Return the keys to other games and views, and to go back."""
        others = [self.look.keys("game", *c.BY_GAME)] if len(with_tables()) > 1 else []
        return [*others, self.look.keys("view", *c.FIGURES), *map(self.look.key, c.PAGE)]

    async def on_screen_resume(self) -> None:
        """Read the records and show their statistics."""
        self._known = await asyncio.to_thread(self._records.read)
        self._show()

    def _show(self) -> None:
        game, view = self._game, self._view
        own = [one for one in self._known if one.game == game]
        self.show_content(
            lambda width, height: statistics_rows(game, view, own, width, height, self.look.symbols)
        )

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
