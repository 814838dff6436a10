"""The first screen: resume, a new game, saved games, quit."""

import asyncio
from datetime import datetime

from regicide_tui.play.saves.shelf import Label, Shelf
from regicide_tui.play.saves.summary import in_words
from regicide_tui.tui.look import Look
from regicide_tui.tui.paint import Row, Run
from regicide_tui.tui.screens.lists import ListScreen
from regicide_tui.tui.widgets.listing import Entry


class MenuScreen(ListScreen):
    """What one can do. The newest unfinished game comes first."""

    def __init__(self, look: Look, shelf: Shelf, sentence: str = "") -> None:
        super().__init__(look)
        self._shelf = shelf
        self._sentence = sentence
        self._entries: list[Entry] = []

    async def on_screen_resume(self) -> None:
        """Look at the shelf, at first and again after another screen was open."""
        going_on = await asyncio.to_thread(self._shelf.unfinished)
        self._entries = _menu(going_on, datetime.now())
        self.refresh_list()

    def heading(self) -> list[Row]:
        """The name of the game."""
        suit = self.look.symbols.suits
        clubs, diamonds, hearts, spades = (
            Run(sign, style)
            for sign, style in zip(
                suit.values(), ("clubs", "diamonds", "hearts", "spades"), strict=True
            )
        )
        return [
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
            (Run(self._sentence or "Twelve royals, one castle, and you.", "muted"),),
        ]

    def entries(self) -> list[Entry]:
        """The lines of the menu."""
        return self._entries

    async def action_resume(self) -> None:
        """Go on with the newest game."""
        await self.app.resume()


def _menu(going_on: Label | None, now: datetime) -> list[Entry]:
    """Return the lines of the menu; the game that goes on comes first."""
    resume = [Entry("r", "Resume", in_words(going_on, now), "resume")] if going_on else []
    return [
        *resume,
        Entry("n", "New game", "alone, or up to four at one keyboard", "app.new_game"),
        Entry("g", "Saved games", "finished, unfinished and named ones", "app.saves"),
        Entry("l", "Learn", "to play, in eight short lessons at the table", "app.lessons"),
        Entry("p", "Puzzles", "one line of play does it", "app.puzzles"),
        Entry("q", "Quit", "", "app.quit"),
    ]
