"""The screens after a game: its result, and what to do next."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from regicide_tui.play.statistics import Records
from regicide_tui.play.table import Table
from regicide_tui.tui import screens
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.lines import Key
from regicide_tui.tui.pages.result import Ending, ResultPainting, ending_of, lines_of, note_end
from regicide_tui.tui.rendering.paint import PaintRows, Row, Run
from regicide_tui.tui.screens.lists import Entry, ListScreen
from regicide_tui.tui.table.game_ui import pages_of

if TYPE_CHECKING:
    from regicide_tui.tui.app import RegicideApp


class EndingScreen(ListScreen):
    """An end screen. Its entries are in columns, and the arrow keys move through them."""

    BINDINGS = c.bindings((*c.COLUMNS, c.BACK))
    has_title = False

    def on_mount(self) -> None:
        """Note that the result appeared unexpectedly."""
        self.app.slips.change(surprising=True)

    def ending(self) -> Ending | None:
        """Return the part above the entries; None while it is unknown."""
        raise NotImplementedError

    def notice(self) -> Row:
        """Return the last message, which replaces the detail of the entry at the cursor."""
        return ()

    def painter(self, entries: Sequence[Entry], cursor: int) -> PaintRows:
        """Return a function that paints the result, and the entries in columns, read downwards."""
        ending, said = self.ending(), self.notice()

        def paint(width: int, height: int) -> list[Row]:
            if ending is None:
                return []
            page = ResultPainting(ending, width, height, self.look.symbols)
            return page.rows(entries, cursor, said)

        return paint

    def key_line(self) -> list[Key]:
        """Return the keys; the moves also go through columns."""
        _, *others = super().key_line()
        return [self.look.keys("move", *c.COLUMNS, c.LIST_UP, c.LIST_DOWN), *others]

    async def action_confirm(self) -> None:
        """Run the entry at the cursor, unless the key was meant for the game."""
        if not self.app.slips.now:
            await super().action_confirm()

    def action_column(self, steps: int) -> None:
        """Move the cursor to another column."""
        there = self.cursor + steps * lines_of(len(self.shown), self.size.width)
        if 0 <= there < len(self.shown):
            self.point(there)


_NEXT_DEAL = ("Next deal", "new cards, the same players and rules")


class ResultScreen(EndingScreen):
    """The result of a game: won or lost, why, and the final cards. One key shows the table.

    A game that has just `ended` is added to the statistics; a game that was only opened is not.
    """

    app: "RegicideApp"

    def __init__(self, look: Look, table: Table, records: Records, *, ended: bool) -> None:
        super().__init__(look.game_look(table.game.name))
        self._table = table
        self._records = records
        self._ended = ended
        self._report = pages_of(table.game.name).report(table, table.seat)
        self._standing = ""
        self._sentence = ""
        self._copied = ""
        """The name of the text that was copied last."""
        self._fault = ""

    async def on_screen_resume(self) -> None:
        """Add a game that has ended to the statistics, once, and rank it among the others."""
        save_session = self.app.save_session
        await save_session.wait_until_saved()  # the game's own file is known only after that
        game_id = save_session.game_id
        ended, self._ended = self._ended, False
        self._standing, fault = await asyncio.to_thread(
            note_end, self._records, self._table, game_id, ended=ended
        )
        self._fault = fault or self._fault
        self.refresh_list()

    def ending(self) -> Ending | None:
        """Return the end of the game as the page shows it."""
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
        """Return the notice about copied text."""
        return (Run(self._sentence, "success"),) if self._sentence else ()

    def entries(self) -> list[Entry]:
        """Return the next things to do."""
        set_up = self._report is not None and self._report.set_up
        again = "Same position again" if set_up else "Same deal again"
        duel = self._report.following if self._report else None
        following = duel or (None if set_up else _NEXT_DEAL)
        return [
            *([Entry("N", *following, "next")] if following else []),
            Entry("a", again, "another try", "again"),
            Entry("v", "Look at the table", "", "back"),
            Entry("n", "New game", "", "app.new_game"),
            Entry("u", "Undo", "undo the last action", "undo"),
            Entry("W", "Watch the replay", "", "replay"),
            Entry("V", "Review the game", "see where it was decided", "review"),
            Entry("T", "Copy the transcript", "to the clipboard", "transcript"),
            Entry("c", "Copy the result", "a few lines to share", "lines"),
            Entry("m", "Menu", "", "app.menu"),
            Entry("q", "Quit", "", "app.quit"),
        ]

    async def action_next(self) -> None:
        """Deal new cards to the same players; in a match, the loser goes first."""
        await self.app.play_next(self._table)

    async def action_again(self) -> None:
        """Deal the same cards again."""
        await self.app.play_again(self._table)

    async def action_undo(self) -> None:
        """Undo the action that ended the game."""
        self.app.pop_screen()
        await self.app.screen.run_action("undo")

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
        """Copy a text and say so; the second time, show the text so that it can be selected."""
        if self._sentence and self._copied == name:
            self.app.push_screen(screens.texts.PlainTextScreen(self.look, name, text))
            return
        self.app.copy_to_clipboard(text)
        self._sentence, self._copied = screens.texts.COPIED, name
        self.refresh_list()
