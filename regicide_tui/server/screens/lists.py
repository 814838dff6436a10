"""The base of the server's lists, which show news and why an action was refused."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from regicide_tui.server.api.tables import TableHandle
from regicide_tui.server.model.table.commands import Command
from regicide_tui.server.model.table.visitor_table import VisitorTable
from regicide_tui.server.screens.visitor_app import VisitorScreen
from regicide_tui.tui.card_app import is_closed
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.paint import PaintRows, Row, prose
from regicide_tui.tui.screens.lists import (
    BackList,
    CatalogueLine,
    CataloguePage,
    Column,
    Entry,
    ListScreen,
    fitted,
    page_rows,
    picture_of,
)

_WIDEST = 76
_PAUSE = 0.2
"""Minimum seconds between redraws of a list because of news."""


BACK = Entry("", "Back", "", "back")
T = TypeVar("T")
Made = TypeVar("Made")


def key_of(place: int) -> str:
    """Return the key of an entry at this place, from 1; the tenth and later ones have none."""
    return str(place) if place < 10 else ""


class ServerList(ListScreen, VisitorScreen):
    """A list of the server.

    `sentence` is shown below its heading until the next choice, or until another screen opens.
    """

    sentence = ""
    style = "warning"

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self._left_out: set[str] = set()
        self._has_spoken = False
        """Whether a sentence belongs to the last choice."""

    def listen(self) -> Callable[[], None]:
        """Listen to all news of the server."""
        app = self.visitor_app
        return app.news.house.add(self.look_soon, pause=_PAUSE, name=app.visitor.name)

    def on_screen_suspend(self) -> None:
        """Forget the sentence, unless it is newer: it belongs to the previous action."""
        if self.app.screen is not self:
            self.sentence = ""

    def on_screen_resume(self) -> None:
        """Show what has changed."""
        self.look_again()
        self.visitor_app.say_what_waits()

    def on_resize(self) -> None:
        """Fit the list to the window."""
        self.refresh_list()

    def look_soon(self) -> None:
        """Show the news soon, if this list is open."""
        if self.is_attached and self.app.screen is self:
            super().look_soon()

    def refresh_list(self) -> None:
        """Show the list as it is now; the cursor stays at its line, wherever that is."""
        if not self._is_complete:
            return
        entries = self.entries()
        places = [entry.action for entry in entries]
        pointed = self.shown[self.cursor].action if self.cursor < len(self.shown) else ""
        if pointed in places and places[self.cursor : self.cursor + 1] != [pointed]:
            self.cursor = places.index(pointed)
        self.show_entries(entries)

    @property
    def _is_complete(self) -> bool:
        """Whether all widgets exist; they may not if the screen is closed while it opens."""
        return not is_closed(self) and bool(self.query("#keys"))

    def look_again(self) -> None:
        """Show the news."""
        self.refresh_list()

    @property
    def measure(self) -> int:
        """The maximum cells of a row above the list."""
        return max(1, min(self.size.width - 4, _WIDEST))

    def sentence_rows(self) -> list[Row]:
        """Return the rows of the sentence; none if it is empty."""
        return [*prose(self.sentence, self.style, self.measure)] if self.sentence else []

    def say(self, sentence: str, style: str = "warning") -> None:
        """Show a sentence below the heading."""
        self.sentence, self.style, self._has_spoken = sentence, style, True
        self.refresh_list()

    def unsay(self, sentence: str) -> None:
        """Remove a sentence; those beside it stay."""
        if sentence in self.sentence:
            self.sentence = " ".join(self.sentence.replace(sentence, " ").split())
            self.look_again()

    def make_each(
        self, things: Iterable[tuple[str, T]], make: Callable[[str, T], Made]
    ) -> list[Made]:
        """Return what is made of each thing and its name.

        A thing for which `make` fails is left out, and the journal notes it once.
        """
        made = []
        for name, thing in things:
            try:
                made.append(make(name, thing))
            except Exception as error:  # noqa: BLE001 # one line must not break the list
                if name not in self._left_out:
                    self._left_out.add(name)
                    self.api.report(error, left_out=name)
        return made

    async def _choose(self, place: int) -> None:
        """Run an entry, and forget the sentence unless this choice caused it."""
        self._has_spoken = False
        await super()._choose(place)
        if not self._has_spoken:
            self.sentence = ""


class InnerList(ServerList, BackList):
    """A list behind the lobby; `back` returns to the previous screen."""

    told_style = "muted"

    @property
    def told(self) -> str:
        """The text above the list."""
        return ""

    def heading(self) -> list[Row]:
        """Return the text above the list, and the sentence."""
        return [*self.told_rows(), *self.sentence_rows()]

    def told_rows(self) -> list[Row]:
        """Return the rows of the text above the list."""
        return prose(self.told, self.told_style, self.measure)

    @property
    def pictured_game(self) -> str:
        """The game whose picture is beside the list."""
        return self.visitor_app.game

    def picture(self, width: int, height: int) -> Sequence[Row]:
        """Return the picture of the game."""
        return picture_of(self.pictured_game, width, height, self.look.symbols)


class Catalogue(InnerList):
    """A list in columns, with a panel about the line at the cursor, like the list of saves."""

    columns: Sequence[Column] = ()
    _lines: Sequence[CatalogueLine] = ()

    def lines(self) -> list[CatalogueLine]:
        """Return the lines of the list."""
        raise NotImplementedError

    def about(self, place: int, width: int) -> list[Row]:
        """Return the panel's text about a line; the last rows may be cut off."""
        raise NotImplementedError

    def entries(self) -> list[Entry]:
        """Return an entry for each line."""
        self._lines = self.lines()
        return [
            Entry(one.key, one.cells[0], ", ".join(filter(None, one.cells[1:])), one.action)
            for one in self._lines
        ]

    def painter(self, entries: Sequence[Entry], cursor: int) -> PaintRows:
        """Return the function that paints the columns and the panel."""
        lines = self._lines
        title = lines[cursor].cells[0] if lines else ""
        page = CataloguePage(
            self.heading(),
            fitted(self.columns, lines),
            lines,
            cursor,
            title,
            lambda width, _: self.about(cursor, width) if lines else [],
        )
        return lambda width, height: page_rows(page, width, height, self.look.symbols)


class HandleList(InnerList):
    """A list at a table, beside the cards."""

    closes = False
    """Whether the list closes after a command."""

    def __init__(self, look: Look, handle: TableHandle) -> None:
        super().__init__(look)
        self._handle = handle
        self._commands: dict[str, Command] = {}

    def entry_for(self, key: str, label: str, detail: str, command: Command) -> Entry:
        """Return an entry that runs a command at the table."""
        self._commands[repr(command)] = command
        return Entry(key, label, detail, f"do({repr(command)!r})")

    async def action_do(self, command: str) -> None:
        """Run a command at the table."""
        await self._handle.do(self._commands[command])
        if self.closes:
            self.action_back()

    @property
    def table(self) -> VisitorTable:
        """The table as it is now."""
        return self._handle.table

    @property
    def pictured_game(self) -> str:
        """The game of the table."""
        return self.table.game

    def action_talk(self) -> None:
        """Open the chat panel."""
        from regicide_tui.server.screens.talk import open_talk

        open_talk(self.visitor_app, self._handle)
