"""The first screen: resume, a new game, saved games, quit."""

import asyncio
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.lists import Entry, menu_rows
from regicide_tui.tui.rendering.paint import PaintRows, Run
from regicide_tui.tui.screens.lists import ListScreen
from regicide_tui.tui.startup.menu import MenuFacts, entries_of, first_line, look_around

if TYPE_CHECKING:
    from regicide_tui.tui.app import RegicideApp


class MenuScreen(ListScreen):
    """The menu. The newest unfinished game comes first."""

    has_title = False
    app: "RegicideApp"

    def __init__(self, look: Look, sentence: str = "", facts: MenuFacts | None = None) -> None:
        super().__init__(look)
        self._sentence = sentence
        self._entries: list[Entry] = []
        self._known = asyncio.Event()
        self._first = True
        self._lesson: tuple[str, int] | None = None
        if facts is not None:  # the facts are known, so the first frame is complete
            self._take(facts)

    async def on_screen_resume(self) -> None:
        """Read saves and records, at first and whenever the menu is shown again."""
        self._known.clear()
        facts = await asyncio.to_thread(look_around, self.app.paths, self.app.game_or_last)
        self.app.learn_last_game(facts.labels)
        self._take(facts)
        self._known.set()
        self.refresh_list()

    def _take(self, facts: MenuFacts) -> None:
        self._entries = entries_of(facts, datetime.now())
        if self._first:
            self.cursor = first_line(facts, self._entries)
        self._first = False
        self._lesson = facts.lesson

    async def action_confirm(self) -> None:
        """Run the entry at the cursor, once saves and records have been read."""
        await self._known.wait()
        await super().action_confirm()

    def painter(self, entries: Sequence[Entry], cursor: int) -> PaintRows:
        """Return a function that paints the menu; a sentence may replace the tagline."""
        heading = [(Run(self._sentence),)] if self._sentence else []
        return lambda width, height: menu_rows(
            heading, entries, cursor, (width, height), self.look.symbols
        )

    def entries(self) -> list[Entry]:
        """Return the entries of the menu."""
        return self._entries

    async def action_resume(self) -> None:
        """Resume the newest game."""
        await self.app.resume()

    async def action_go_on_learning(self) -> None:
        """Resume the started lesson, or start the one after it."""
        if self._lesson is not None:
            await self.app.show_lesson(*self._lesson)
