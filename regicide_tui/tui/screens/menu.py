"""The first screen: resume, a new game, saved games, quit."""

import asyncio
from datetime import datetime
from typing import NamedTuple

from textual.app import ComposeResult

from regicide_tui import games
from regicide_tui.play.daily import Daily, look_up
from regicide_tui.play.daily import in_words as in_a_day
from regicide_tui.play.puzzles import next_lesson
from regicide_tui.play.records import Records
from regicide_tui.play.saves.shelf import Label, Shelf
from regicide_tui.play.saves.summary import in_words
from regicide_tui.tui.look import Look
from regicide_tui.tui.paint import Row, Run
from regicide_tui.tui.screens.lists import ListScreen
from regicide_tui.tui.widgets.bars import KeyBar
from regicide_tui.tui.widgets.listing import Entry
from regicide_tui.tui.widgets.menu_page import MenuPage

_LEARN = "Learn"


class MenuScreen(ListScreen):
    """What one can do. The newest unfinished game comes first."""

    def __init__(self, look: Look, shelf: Shelf, sentence: str = "") -> None:
        super().__init__(look)
        self._shelf = shelf
        self._sentence = sentence
        self._entries: list[Entry] = []
        self._known = asyncio.Event()
        self._first = True
        self._lesson: tuple[str, int] | None = None

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        yield MenuPage(self.look)
        yield KeyBar(self.look)

    async def on_screen_resume(self) -> None:
        """Look at the shelf, at first and again after another screen was open."""
        self._known.clear()
        found = await asyncio.to_thread(self._look_around)
        self._entries = _menu(found, datetime.now())
        if found.untouched and self._first:
            self.cursor = [entry.label for entry in self._entries].index(_LEARN)
        self._first = False
        self._lesson = found.lesson
        self._known.set()
        self.refresh_list()

    def _look_around(self) -> "_Found":
        """Look for what the menu depends on: saves, statistics, and lessons that were begun."""
        labels = list(self._shelf.labels())
        self.app.recall(labels)
        records = Records(self.app.places.records).read()
        notes = self.app.solved().read()
        return _Found(
            next((label for label in labels if label.going_on), None),
            look_up(_today(), labels, records),
            next_lesson(self.app.game, notes),
            untouched=not (labels or records or notes),
        )

    async def action_confirm(self) -> None:
        """Do what the line at the pointer stands for, once it is known what that is."""
        await self._known.wait()
        await super().action_confirm()

    def title_row(self) -> Row:
        """The name is drawn on the page."""
        return ()

    def heading(self) -> list[Row]:
        """What the app has to say as it opens."""
        return [(Run(self._sentence),)] if self._sentence else []

    def entries(self) -> list[Entry]:
        """The lines of the menu."""
        return self._entries

    async def action_resume(self) -> None:
        """Go on with the newest game."""
        await self.app.resume()

    async def action_go_on_learning(self) -> None:
        """Go on with the lesson that was begun, or with the one after it."""
        if self._lesson is not None:
            await self.app.show_lesson(*self._lesson)


def _today() -> str:
    """Return the day it is where the player is."""
    return datetime.now().date().isoformat()


class _Found(NamedTuple):
    """What the menu depends on."""

    going_on: Label | None
    today: Daily
    lesson: tuple[str, int] | None
    """The game and the number of the lesson to go on with."""
    untouched: bool
    """Whether nothing was ever played here."""


def _menu(found: _Found, now: datetime) -> list[Entry]:
    """Return the lines of the menu; what was begun comes first."""
    going_on, lesson = found.going_on, found.lesson
    begun = [Entry("r", "Resume", in_words(going_on, now), "resume")] if going_on else []
    if lesson is not None:
        title = games.lessons(lesson[0])[lesson[1] - 1].title
        begun.append(Entry("", f"Continue lesson {lesson[1]}", title, "go_on_learning"))
    return [
        *begun,
        Entry("n", "New game", "three games, for one to four", "app.new_game"),
        Entry("D", "Daily deal", in_a_day(found.today), "app.daily"),
        Entry("l", _LEARN, "short lessons at the table", "app.lessons"),
        Entry("p", "Puzzles", "find the winning line", "app.puzzles"),
        Entry("g", "Saved games", "finished and unfinished", "app.saves"),
        Entry("S", "Statistics", "wins, medals, records", "app.statistics"),
        Entry("i", "How to play", "the rules and every ruling", "app.rules"),
        Entry("o", "Settings", "colours, symbols, rules", "app.settings"),
        Entry("q", "Quit", "", "app.quit"),
    ]
