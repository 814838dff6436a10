"""The base of the lists of the house: they follow what is new, and say what can't be done."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, cast

from regicide_tui.server.room import Refused
from regicide_tui.server.store import StoreError
from regicide_tui.tui import commands as c
from regicide_tui.tui.paint import Row, Run, prose
from regicide_tui.tui.screens.lists import ListScreen

if TYPE_CHECKING:
    from regicide_tui.server.app import HouseApp

WIDEST = 76


class HouseList(ListScreen):
    """A list in the house. `sentence` is said below its heading until the next choice."""

    sentence = ""
    style = "warning"

    @property
    def house_app(self) -> "HouseApp":
        """The app of who is here."""
        return cast("HouseApp", self.app)

    def on_mount(self) -> None:
        """Show the list, and from now on whatever is new."""
        super().on_mount()
        self._end_listening: Callable[[], None] = self.house_app.hub.listen(self._told)

    def on_unmount(self) -> None:
        """Nobody looks any more."""
        self._end_listening()

    def on_screen_resume(self) -> None:
        """Show what has come meanwhile."""
        self.refresh_list()

    def on_resize(self) -> None:
        """Show as much as there is room for."""
        self.refresh_list()

    def keys(self) -> list[tuple[str, str, str]]:
        """Return the keys for the line at the bottom."""
        return [*super().keys(), self.look.key(c.GO)]

    def _told(self) -> None:
        if self.is_attached and self.app.screen is self:
            self.call_later(self.look_again)

    def look_again(self) -> None:
        """Show what is new."""
        self.refresh_list()

    def said(self) -> list[Row]:
        """Return the rows of the sentence."""
        width = max(1, min(self.size.width - 4, WIDEST))
        return [(), *prose(self.sentence, self.style, width)] if self.sentence else []

    def say(self, sentence: str, style: str = "warning") -> None:
        """Say something below the heading."""
        self.sentence, self.style = sentence, style
        self.refresh_list()

    async def attempt(self, doing: Awaitable[object]) -> bool:
        """Do something, or say why that can't be done; tell which of both."""
        try:
            await doing
        except (Refused, StoreError) as error:
            self.say(str(error), "error")
            return False
        self.sentence = ""
        return True


def title(text: str) -> Row:
    """Return a heading."""
    return (Run(text, "primary+bold"),)
