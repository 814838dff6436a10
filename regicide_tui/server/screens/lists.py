"""The base of the lists of the house: they follow what is new, and say what can't be done."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import ClassVar, TypeVar, cast

from rich.cells import cell_len
from textual.binding import BindingType

from regicide_tui.server.screens.visitor_app import VisitorApp
from regicide_tui.server.storage.store import StoreError, sentence
from regicide_tui.server.tables.decide import Refused
from regicide_tui.server.tables.handle import TableHandle
from regicide_tui.tui.closing import is_closed
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.paint import Row, Run, prose, shorten
from regicide_tui.tui.screens.by_game import picture_of
from regicide_tui.tui.screens.lists import ListScreen
from regicide_tui.tui.widgets.table.bars import KeyBar

_WIDEST = 76
_PAUSE = 0.2
"""Seconds at least between two pictures of a list because something is new in the house."""


T = TypeVar("T")
Made = TypeVar("Made")


class ServerList(ListScreen):
    """A list in the house. `sentence` is said below its heading until the next choice."""

    leaving = c.GO
    sentence = ""
    style = "warning"

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self._left_out: set[str] = set()

    @property
    def visitor_app(self) -> VisitorApp:
        """The app of who is here."""
        return cast("VisitorApp", self.app)

    def on_mount(self) -> None:
        """Show the list, and from now on whatever is new."""
        super().on_mount()
        hub, name = self.visitor_app.hub, self.visitor_app.visitor.name
        self._end_listening: Callable[[], None] = hub.listen(
            self._look_soon, pause=_PAUSE, name=name
        )

    def on_unmount(self) -> None:
        """Nobody looks any more."""
        self._end_listening()

    def on_screen_resume(self) -> None:
        """Show what has come meanwhile."""
        self.look_again()

    def on_resize(self) -> None:
        """Show as much as there is room for."""
        self.refresh_list()

    def _look_soon(self) -> None:
        if self.is_attached and self.app.screen is self:
            self.call_later(self.look_again)

    def refresh_list(self) -> None:
        """Show the list as it is now."""
        if self._is_complete:
            super().refresh_list()

    @property
    def _is_complete(self) -> bool:
        """Whether all is there; of a screen that is closed as it is opened, it is not."""
        return not is_closed(self) and bool(self.query(KeyBar))

    def look_again(self) -> None:
        """Show what is new, with the pointer at the same line wherever that is now."""
        self.point(self.cursor)

    def point(self, place: int) -> None:
        """Point at a line of those that are shown, wherever it is among those of now."""
        if not self._is_complete:
            return
        self.cursor = max(0, min(place, len(self.shown) - 1))
        entries = self.entries()
        places = [entry.action for entry in entries]
        pointed = self.shown[self.cursor].action if self.shown else ""
        if pointed in places and places[self.cursor : self.cursor + 1] != [pointed]:
            self.cursor = places.index(pointed)
        self._show(entries)

    @property
    def measure(self) -> int:
        """How many cells a row above the list may have."""
        return max(1, min(self.size.width - 4, _WIDEST))

    def sentence_rows(self) -> list[Row]:
        """Return the rows of the sentence."""
        return [*prose(self.sentence, self.style, self.measure)] if self.sentence else []

    def say(self, sentence: str, style: str = "warning") -> None:
        """Say something below the heading."""
        self.sentence, self.style = sentence, style
        self.refresh_list()

    def make_each(
        self, things: Iterable[tuple[str, T]], make: Callable[[str, T], Made]
    ) -> list[Made]:
        """Return what is made of each thing and its name.

        A thing of which nothing can be made is left out; the journal tells of it once.
        """
        made = []
        for name, thing in things:
            try:
                made.append(make(name, thing))
            except Exception as error:  # noqa: BLE001 # one line must not take the list away
                if name not in self._left_out:
                    self._left_out.add(name)
                    self.visitor_app.hub.report(error, left_out=name)
        return made

    async def attempt(self, doing: Awaitable[object]) -> bool:
        """Do something, or say why that can't be done; tell which of both."""
        try:
            await doing
        except (Refused, StoreError) as error:
            self.say(sentence(error), "error")
            return False
        self.sentence = ""
        return True


class InnerList(ServerList):
    """A list behind the lobby, from which one goes back to where one came from."""

    BINDINGS: ClassVar[list[BindingType]] = list(c.bindings((c.BACK,)))

    @property
    def pictured_game(self) -> str:
        """The game whose picture stands beside the list."""
        return self.visitor_app.game

    def picture(self, width: int, height: int) -> Sequence[Row]:
        """Return the picture of the game."""
        return picture_of(self.pictured_game, width, height, self.look.symbols)

    def key_line(self) -> list[tuple[str, str, str]]:
        """Also the way back."""
        *keys, go = super().key_line()
        return [*keys, self.look.key(c.BACK), go]

    def action_back(self) -> None:
        """Go back, unless something else is open already."""
        if self.app.screen is self:
            self.app.pop_screen()


class HandleList(InnerList):
    """What somebody at a table can see and do there beside the cards."""

    def __init__(self, look: Look, place: TableHandle) -> None:
        super().__init__(look)
        self._handle = place

    @property
    def pictured_game(self) -> str:
        """The game of the table."""
        return self._handle.info.game

    def sentence_row(self, name: str, text: str) -> Row:
        """Return what somebody said, in one line."""
        room = max(1, self.measure - cell_len(name) - 2)
        return (Run(f"{name}: ", "muted"), Run(shorten(text, room, self.look.symbols.ellipsis)))
