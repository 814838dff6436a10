"""The list of saved games, to open one."""

import asyncio
from datetime import datetime
from pathlib import Path
from typing import ClassVar

from textual.binding import BindingType

from regicide_tui.games.words import counted
from regicide_tui.play.saves.shelf import Label, Shelf
from regicide_tui.play.saves.summary import how_far, when, who
from regicide_tui.tui import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.paint import Row, Run
from regicide_tui.tui.screens.lists import BACK, ListScreen
from regicide_tui.tui.widgets.listing import Entry


class SavesScreen(ListScreen):
    """All saves, newest first; damaged ones say so and can't be opened."""

    BINDINGS: ClassVar[list[BindingType]] = list(c.bindings((BACK,)))

    def __init__(self, look: Look, shelf: Shelf) -> None:
        super().__init__(look)
        self._shelf = shelf
        self._labels: list[Label] = []
        self._sentence = ""

    async def on_screen_resume(self) -> None:
        """Look at the shelf."""
        self._labels = await asyncio.to_thread(lambda: list(self._shelf.labels()))
        self.refresh_list()

    def heading(self) -> list[Row]:
        """How many games there are."""
        count = len(self._labels)
        sentence = self._sentence or (
            counted(count, "game") if count else "No game has been saved yet."
        )
        return [
            (Run("Saved games", "primary+bold"),),
            (),
            (Run(sentence, "error" if self._sentence else "muted"),),
        ]

    def entries(self) -> list[Entry]:
        """A line for each save."""
        now = datetime.now()
        return [self._entry(number, label, now) for number, label in enumerate(self._labels)]

    def keys(self) -> list[tuple[str, str, str]]:
        """Also the way back."""
        return [*super().keys(), self.look.key(BACK)]

    def _entry(self, number: int, label: Label, now: datetime) -> Entry:
        key = str(number + 1) if number < 9 else ""
        if label.fault:
            return Entry(key, label.path.name, label.fault, f"open_save({number})")
        name = label.name or who(label)
        return Entry(key, name, f"{when(label, now)}, {how_far(label)}", f"open_save({number})")

    async def action_open_save(self, number: int) -> None:
        """Open a save: a named one is left as it is, and played on as a new game."""
        label = self._labels[number]
        path: Path | None = None if label.name else label.path
        fault = label.fault or await self.app.open_file(label.path, path)
        if fault:
            self._sentence = fault
            self.refresh_list()

    def action_back(self) -> None:
        """Go back to the menu."""
        self.app.pop_screen()
