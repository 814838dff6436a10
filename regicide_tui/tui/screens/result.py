"""The widget of a result: a crown or skull, a word in large letters, facts, and a list."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime
from math import atan2, hypot, pi
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from regicide_tui.games.base import Value
from regicide_tui.play.statistics import RecordError, Records, games_until, record_of
from regicide_tui.play.table import Table
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.navigation import HomeApp
from regicide_tui.tui.pages.lines import Key, only_person
from regicide_tui.tui.pages.result import ending_of, tell_standing
from regicide_tui.tui.rendering import art
from regicide_tui.tui.rendering.canvas import Canvas, on
from regicide_tui.tui.rendering.faces import title
from regicide_tui.tui.rendering.paint import Row, Run, Symbols, fit, shorten, width_of
from regicide_tui.tui.screens.lists import BACK, Entry, Listing, ListScreen
from regicide_tui.tui.table.table_pages import pages_of
from regicide_tui.tui.widgets.table import KeyBar

_COLUMNS = ((78, 3), (0, 2))
"""Columns of the list below, by the width of the window."""
_BOARD = 160
"""Cells of the page at most."""
_TITLE, _FACTS = 7, 4
"""Rows of a title with its distances, and of the facts, that come before a game's picture."""
_RAYS = 24
"""The number of rays around a crown; every second one is lit."""


class Ending(Value, frozen=True):
    """All that is shown of a result, except the list."""

    banner: str
    """The result in one word, for large letters."""
    won: bool
    """Whether a crown is shown, or two for a draw; else a skull."""
    facts: Callable[[int, int], Sequence[Row]]
    """Returns the facts, for a width and at most this many rows."""
    band: Callable[[int, bool], Sequence[Row]] = lambda *_: ()
    """Returns the picture below the facts, for a width, and whether there is room."""
    drawn: bool = False
    """Whether the game is a draw."""

    @property
    def picture(self) -> art.PixelRows:
        """The picture above the word."""
        if self.drawn:
            return art.TWO_CROWNS
        return art.CROWN if self.won else art.SKULL


class _Plan(Value, frozen=True):
    """The sizes and places of the parts of the page."""

    scale: int
    """The scale of the picture; 0 if there is none."""
    facts: int
    """The column of the facts."""
    large: bool
    band: int
    """The row of the band, at least."""


_PLANS = (
    ((176, 46), _Plan(2, 64, True, 25)),
    ((112, 36), _Plan(2, 62, False, 24)),
    ((78, 22), _Plan(1, 33, False, 13)),
    ((0, 0), _Plan(0, 1, False, 0)),
)
"""Cells and rows of a window that this plan needs."""


class ResultPage(Listing):
    """Shows a result; the entries stand in columns, which are read downwards."""

    ending: Ending | None = None

    def show_end(self, ending: Ending, said: Row, entries: Sequence[Entry], cursor: int) -> None:
        """Show a result; `said` stands below the list, in place of the detail of an entry."""
        self.ending = ending
        self.show([said] if said else [], entries, cursor)

    @property
    def lines(self) -> int:
        """The number of entries in a column."""
        return _lines(len(self._entries), self.size.width)

    def paint(self, width: int, height: int) -> list[Row]:
        """Paint the page."""
        if self.ending is None:
            return []
        said = self._heading[0] if self._heading else ()
        page = _Page(self.ending, width, height, self.look.symbols)
        return page.rows(self._entries, self._cursor, said)


def _lines(count: int, width: int) -> int:
    columns = next(number for least, number in _COLUMNS if width >= least)
    return -(-count // columns)


class _Page:
    """The page while it is painted."""

    def __init__(self, ending: Ending, width: int, height: int, symbols: Symbols) -> None:
        self.ending = ending
        self.symbols = symbols
        self.ground = "felt" if ending.won else "stone"
        self.canvas = Canvas(width, height, self.ground, pixels=symbols.pixels)
        self.plan = next(one for (w, h), one in _PLANS if width >= w and height >= h)
        self.board = min(width, _BOARD)
        self.left = (width - self.board) // 2
        self.down = 0
        """Rows above the page, which is centred in a high window."""

    def rows(self, entries: Sequence[Entry], cursor: int, said: Row) -> list[Row]:
        """Return the painted rows."""
        canvas, lines = self.canvas, _lines(len(entries), self.canvas.width)
        roomy = self.plan.scale > 0
        band = self._band(lines)
        apart = roomy + (self.plan.scale > 1)  # blank rows between the band and the list
        lowest = canvas.height - lines - len(band) - 1 - apart
        top = min(lowest, self.plan.band or lowest)
        if self.plan.scale > 1:
            self.down = max(0, lowest - top - 2) // 2
        top += self.down
        if self.plan.scale:
            self._picture(top)
        y = self._title()
        x = self.left + self.plan.facts
        room = self.left + self.board - x - 1
        facts = self.ending.facts(room, max(0, top - y))
        for down, row in enumerate(on(self.ground, facts)):
            canvas.text(x, y + down, fit(row, min(room, width_of(row))))
        if band:
            canvas.fill(0, top, canvas.width, len(band), "felt2" if self.ending.won else "night")
            for down, row in enumerate(band):
                canvas.text(0, top + down, row)
        start = top + len(band) + apart
        self._entries(entries, cursor, start, lines)
        about = said or ((Run(entries[cursor].detail, "on-felt"),) if entries else ())
        gap = 1 if start + lines + 1 < canvas.height else 0
        canvas.text(self.left + 2, start + lines + gap, about)
        return canvas.rows()

    def _band(self, lines: int) -> Sequence[Row]:
        """Return the picture below the facts, if there is room after the facts."""
        width, roomy = self.canvas.width, self.plan.scale > 0
        band = self.ending.band(width, roomy)
        free = self.canvas.height - lines - len(band) - 2 - _TITLE
        return self.ending.band(width, False) if roomy and free < _FACTS else band

    def _title(self) -> int:
        """Paint the word; return the first row below it."""
        plan, symbols, canvas = self.plan, self.symbols, self.canvas
        y = self.down + (1 if plan.scale else 0)
        x = self.left + plan.facts - (plan.scale > 0)
        if not symbols.pixels and plan.scale < 2:
            canvas.text(x + plan.scale, y, " ".join(self.ending.banner), "text+bold")
            return 2 * y + 1
        colours = ("title", "title2") if self.ending.won else ("text", "faint")
        rows = title(self.ending.banner, self.ground, symbols, large=plan.large, colours=colours)
        canvas.paste(x, y, rows)
        return y + len(rows) + (plan.scale > 0) * (2 if plan.scale > 1 else 1)

    def _picture(self, below: int) -> None:
        """Paint the picture above a row, with rays behind the crown of a winner."""
        picture = self.ending.picture
        if not self.symbols.pixels:
            picture = tuple([row for y, row in enumerate(picture) if y % 2 == 0 for _ in (0, 1)])
        if self.plan.scale > 1:
            picture = art.doubled(picture)
        wide, high = len(picture[0]), len(picture)
        room = self.plan.facts - 2
        x, y = self.left + 1 + (room - wide) // 2, max(1, self.down + below - high // 2)
        if self.ending.won and not self.ending.drawn and self.symbols.shadows:
            self._rays(x + wide / 2, y + high / 2, self.plan.facts - 1, 2 * below)
        self.canvas.picture(x, y, picture, "H")

    def _rays(self, x: float, y: float, right: int, below: int) -> None:
        """Paint every second ray around a point; it gets weaker with the distance."""
        far = right / 2 + 6
        for row in range(below):
            for column in range(self.left, self.left + right):
                across, down = column - x, row - y
                distance = hypot(across, down)
                ray = int((atan2(down, across) + pi) / (2 * pi / _RAYS))
                if ray % 2 and distance < far:
                    share = int(50 * (1 - distance / far))
                    if share:
                        self.canvas.pixel(column, row, f"{self.ground}~{share:02}title2")

    def _entries(self, entries: Sequence[Entry], cursor: int, y: int, lines: int) -> None:
        """Paint the entries in columns."""
        columns = -(-len(entries) // lines) if lines else 1
        each = (self.board - 2) // max(columns, 2)
        for place, entry in enumerate(entries):
            here = place == cursor
            key, label = ("on-accent/accent+bold",) * 2 if here else ("primary+bold", "text")
            x = self.left + 1 + place // lines * each
            pointer = self.symbols.pointer if here else " "
            row: Row = (
                Run(f"{pointer} ", key, entry.action),
                Run(f"{entry.key}  ", key, entry.action),
                Run(shorten(entry.label, each - 7, self.symbols.ellipsis), label, entry.action),
            )
            style = key if here else label
            filled = fit(row, each - 1, style)
            clicked = tuple([run._replace(action=entry.action) for run in filled])
            self.canvas.text(x, y + place % lines, clicked)


class EndingScreen(ListScreen):
    """An end screen. Its entries stand in columns, and the arrow keys move through them."""

    BINDINGS: ClassVar[list[BindingType]] = list(c.bindings((*c.COLUMNS, BACK)))

    def on_mount(self) -> None:
        """Note that the result came up."""
        self.app.slips.change(surprising=True)

    def ending(self) -> Ending | None:
        """Return what is shown above the entries; None while it is not known yet."""
        raise NotImplementedError

    def notice(self) -> Row:
        """Return the last message, which replaces the detail of the entry at the pointer."""
        return ()

    def title_row(self) -> Row:
        """Return nothing: the page shows its own title."""
        return ()

    def compose(self) -> ComposeResult:
        """Compose the page."""
        yield ResultPage(self.look)
        yield KeyBar(self.look)

    def show_entries(self, entries: list[Entry]) -> None:
        """Show the result and the entries."""
        self.cursor = max(0, min(self.cursor, len(entries) - 1))
        ending = self.ending()
        if ending is not None:
            self.query_one(ResultPage).show_end(ending, self.notice(), entries, self.cursor)
        self.show_bars()

    def key_line(self) -> list[Key]:
        """Return the keys; the moves go through columns, too."""
        _, *others = super().key_line()
        return [self.look.keys("move", *c.COLUMNS, c.LIST_UP, c.LIST_DOWN), *others]

    async def action_confirm(self) -> None:
        """Run the entry at the pointer, unless the key was meant for the game."""
        if not self.app.slips.now:
            await super().action_confirm()

    def action_column(self, steps: int) -> None:
        """Move the pointer to another column."""
        there = self.cursor + steps * self.query_one(ResultPage).lines
        if 0 <= there < len(self.shown):
            self.point(there)


_NEXT_DEAL = ("Next deal", "new cards, the same players and rules")


class ResultScreen(EndingScreen):
    """The result of a game: won or lost, why, and the final cards. One key shows the table.

    A game that `ended` just now is added to the statistics; a game that was only opened is not.
    """

    app: HomeApp

    def __init__(self, look: Look, table: Table, records: Records, *, ended: bool) -> None:
        super().__init__(look.game_look(table.game.name))
        self._table = table
        self._records = records
        self._ended = ended
        self._report = pages_of(table.game.name).report(table, only_person(table.bots))
        self._standing = ""
        self._sentence = ""
        self._copied = ""
        """The name of the text that was copied last."""
        self._fault = ""

    async def on_screen_resume(self) -> None:
        """Add a game that ended to the statistics, once, and rank it among the other games."""
        save_session = self.app.save_session
        await save_session.wait_until_saved()  # the game's own file is known only after that
        game_id = save_session.game_id
        ended, self._ended = self._ended, False
        if ended and game_id:
            record = record_of(self._table, game_id, datetime.now().date().isoformat())
            try:
                await asyncio.to_thread(self._records.add, record)
            except RecordError as error:
                self._fault = str(error)
        games = games_until(await asyncio.to_thread(self._records.read), game_id)
        self._standing = tell_standing(games) if games else ""
        self.refresh_list()

    def ending(self) -> Ending | None:
        """Return how the game ended."""
        if self._report is None:
            return None
        symbols, lost = self.look.symbols, self._bots_won
        return ending_of(self._report, self._standing, symbols, fault=self._fault, lost=lost)

    @property
    def _bots_won(self) -> bool:
        """Whether only bots have won, so that the people here have lost."""
        outcome = self._table.outcome
        winners = outcome.winners if outcome is not None else ()
        people = "" in self._table.bots
        return people and bool(winners) and all(self._table.bots[seat] for seat in winners)

    def notice(self) -> Row:
        """Return what was copied."""
        return (Run(self._sentence, "success"),) if self._sentence else ()

    def entries(self) -> list[Entry]:
        """Return what to do next."""
        set_up = self._report is not None and self._report.set_up
        again = "Same position again" if set_up else "Same deal again"
        duel = self._report.following if self._report else None
        following = duel or (None if set_up else _NEXT_DEAL)
        return [
            *([Entry("N", *following, "next")] if following else []),
            Entry("a", again, "another try", "again"),
            Entry("v", "Look at the table", "", "back"),
            Entry("n", "New game", "", "app.new_game"),
            Entry("u", "Undo", "take back the last action", "undo"),
            Entry("W", "Watch the replay", "", "replay"),
            Entry("V", "Review the game", "where it was decided", "review"),
            Entry("T", "Copy the transcript", "to the clipboard", "transcript"),
            Entry("c", "Copy the result", "a few lines to share", "lines"),
            Entry("m", "Menu", "", "app.menu"),
            Entry("q", "Quit", "", "app.quit"),
        ]

    async def action_next(self) -> None:
        """Deal new cards to the same players; in a match, the loser begins."""
        await self.app.play_next(self._table)

    async def action_again(self) -> None:
        """Deal the same cards again."""
        await self.app.play_again(self._table)

    async def action_undo(self) -> None:
        """Undo the action that ended the game."""
        self.app.pop_screen()
        await self.app.screen.run_action("undo")

    def action_back(self) -> None:
        """Go back to the table."""
        self.app.pop_screen()

    def action_replay(self) -> None:
        """Show the replay."""
        self.app.show_replay(self._table)

    def action_review(self) -> None:
        """Show the review."""
        self.app.show_review(self._table)

    def action_transcript(self) -> None:
        """Copy the game as text; the second time, show it."""
        from regicide_tui.play.transcript import write_transcript

        self._copy("Transcript", write_transcript(self._table))

    def action_lines(self) -> None:
        """Copy the result in a few lines; the second time, show them."""
        if self._report is not None:
            self._copy("Result", self._report.lines)

    def _copy(self, name: str, text: str) -> None:
        """Copy a text and show that; the second time, show the text itself to select it."""
        from regicide_tui.tui.screens.texts import COPIED, PlainTextScreen

        if self._sentence and self._copied == name:
            self.app.push_screen(PlainTextScreen(self.look, name, text))
            return
        self.app.copy_to_clipboard(text)
        self._sentence, self._copied = COPIED, name
        self.refresh_list()
