"""The first screen: resume, a new game, saved games, quit."""

import asyncio
from datetime import datetime

from textual.app import ComposeResult

from regicide_tui.cards import cards
from regicide_tui.play.daily import Daily, look_up
from regicide_tui.play.daily import in_words as in_a_day
from regicide_tui.play.records import Records
from regicide_tui.play.saves.shelf import Label, Shelf
from regicide_tui.play.saves.summary import in_words
from regicide_tui.tui.cardart import LARGE, card_rows
from regicide_tui.tui.look import Look
from regicide_tui.tui.paint import Row, Run, card_style
from regicide_tui.tui.screens.lists import ListScreen
from regicide_tui.tui.widgets.bars import KeyBar
from regicide_tui.tui.widgets.listing import Entry, Listing

_ROOM_FOR_KINGS = 34
"""Rows of a window from which the Kings are drawn above the menu."""
_MEASURE = 38
"""Cells of what is said about a line."""


class MenuScreen(ListScreen):
    """What one can do. The newest unfinished game comes first."""

    def __init__(self, look: Look, shelf: Shelf, sentence: str = "") -> None:
        super().__init__(look)
        self._shelf = shelf
        self._sentence = sentence
        self._entries: list[Entry] = []
        self._known = asyncio.Event()

    def compose(self) -> ComposeResult:
        """Lay out the list; a game that is told of in many words moves nothing."""
        yield Listing(self.look, measure=_MEASURE)
        yield KeyBar(self.look)

    async def on_screen_resume(self) -> None:
        """Look at the shelf, at first and again after another screen was open."""
        self._known.clear()
        self._entries = await asyncio.to_thread(self._look_around)
        self._known.set()
        self.refresh_list()

    def _look_around(self) -> list[Entry]:
        """Return the lines of the menu, as shelf and statistics are now."""
        labels = list(self._shelf.labels())
        self.app.recall(labels)
        going_on = next((label for label in labels if label.going_on), None)
        today = look_up(_today(), labels, Records(self.app.places.records).read())
        return _menu(going_on, datetime.now(), today)

    async def action_confirm(self) -> None:
        """Do what the line at the pointer stands for, once it is known what that is."""
        await self._known.wait()
        await super().action_confirm()

    def heading(self) -> list[Row]:
        """The name of the app, and what was asked for or what it is about."""
        suits = self.look.symbols.suits
        clubs, diamonds, hearts, spades = (
            Run(sign, style)
            for sign, style in zip(suits, ("clubs", "diamonds", "hearts", "spades"), strict=True)
        )
        return [
            *self._kings(),
            (
                spades,
                Run("  "),
                hearts,
                Run("   R E G I C I D E   ", "primary+bold"),
                diamonds,
                Run("  "),
                clubs,
            ),
            (),
            (Run(self._sentence or "Kings, castles, and the cards to take them.", "muted"),),
        ]

    def _kings(self) -> list[Row]:
        """Return the four Kings side by side, where there is room for them."""
        if self.size.height < _ROOM_FOR_KINGS:
            return []
        symbols = self.look.symbols
        drawn = [
            card_rows(king, LARGE, symbols.card, card_style(king), symbols)
            for king in cards("KS KH KD KC")
        ]
        lines = zip(*drawn, strict=True)
        rows = [tuple([run for cells in line for run in (*cells, Run("   "))]) for line in lines]
        return [*[row[:-1] for row in rows], (), ()]

    def on_resize(self) -> None:
        """Draw what there is room for."""
        self.refresh_list()

    def entries(self) -> list[Entry]:
        """The lines of the menu."""
        return self._entries

    async def action_resume(self) -> None:
        """Go on with the newest game."""
        await self.app.resume()

    async def action_daily(self) -> None:
        """Play the deal of this day."""
        await self.app.play_daily(_today())


def _today() -> str:
    """Return the day it is where the player is."""
    return datetime.now().date().isoformat()


def _menu(going_on: Label | None, now: datetime, today: Daily) -> list[Entry]:
    """Return the lines of the menu; the game that goes on comes first."""
    resume = [Entry("r", "Resume", in_words(going_on, now), "resume")] if going_on else []
    return [
        *resume,
        Entry("n", "New game", "a choice of games, for one to four", "app.new_game"),
        Entry("d", "Daily deal", in_a_day(today), "daily"),
        Entry("l", "Learn", "short lessons at the table", "app.lessons"),
        Entry("p", "Puzzles", "one line of play does it", "app.puzzles"),
        Entry("g", "Saved games", "finished, unfinished and named ones", "app.saves"),
        Entry("t", "Statistics", "what the finished games come to", "app.statistics"),
        Entry("h", "How to play", "the rules and every ruling", "app.rules"),
        Entry("o", "Settings", "colours, symbols, house rules", "app.settings"),
        Entry("q", "Quit", "", "app.quit"),
    ]
