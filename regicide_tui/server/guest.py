"""The app of a visitor, as far as it must differ from one at a terminal of this machine."""

import asyncio
from collections.abc import Mapping
from io import StringIO
from typing import Any, Literal, Protocol

from rich.console import Console, RenderableType
from textual.app import App
from textual.await_remove import AwaitRemove
from textual.dom import DOMNode
from textual.driver import Driver
from textual.filter import Monochrome, NoColor
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.widget import Widget

from regicide_tui.server.door import Visitor
from regicide_tui.server.driver import LineDriver
from regicide_tui.server.journal import Journal
from regicide_tui.server.line import SshLine
from regicide_tui.terminal import Colours

_SYSTEMS: Mapping[Colours, Literal["standard", "256", "truecolor"]] = {
    "truecolor": "truecolor",
    "256": "256",
    "16": "standard",
    "none": "standard",
}
"""The names that Rich has for them; where there are to be none, only the app knows."""

_AFTERGLOW = 15.0
"""Seconds after which nothing can want a screen any more that was closed."""


class Keeper(Protocol):
    """Who keeps the journal."""

    journal: Journal


class Guest(App[str]):
    """An app at the end of a line. Whatever goes wrong in it ends it alone."""

    def __init__(self, house: Keeper, visitor: Visitor, line: SshLine, **more: Any) -> None:
        self.line = line
        self.visitor = visitor
        self._console = _console(visitor)
        super().__init__(**more)
        # By this machine's NO_COLOR it may have taken the colours away.
        self.no_color = visitor.colours == "none"
        kept = [known for known in self._filters if not isinstance(known, NoColor | Monochrome)]
        self._filters = [*kept, NoColor()] if self.no_color else kept
        self._journal = house.journal
        self._missed = False
        self._parts: list[MessagePump] = []
        line.drained = self._catch_up

    @property
    def console(self) -> Console:
        """What is known of the client's terminal."""
        return self._console

    @console.setter
    def console(self, _: Console) -> None:
        """Keep ours: Textual makes one by the variables of this machine."""

    def get_driver_class(self) -> type[Driver]:
        """Return the driver of a line."""
        return LineDriver

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """Write what is to be seen, but only while the client reads."""
        if self.line.clogged:
            self._missed = True
        else:
            super()._display(screen, renderable)

    def _catch_up(self) -> None:
        """Show everything, because something was not written."""
        if self._missed and self.is_running:
            self._missed = False
            self.screen.refresh(layout=True)

    def _handle_exception(self, error: Exception) -> None:
        """End, but call it no crash while the app ends anyway: a screen may be half open then."""
        if self._exit:
            self._close_messages_no_wait()
        else:
            super()._handle_exception(error)

    def _fatal_error(self) -> None:
        """End politely: what went wrong is for the journal, without a hand in it."""
        error = self._exception or RuntimeError("unknown")
        self._return_value = self._journal.apology(error, name=self.visitor.name)
        self._close_messages_no_wait()

    async def _shutdown(self) -> None:
        """Remember what the app was made of: nothing of it is in the app any more afterwards."""
        self._parts = [*self._registry, self]
        await super()._shutdown()

    def take_apart(self) -> None:
        """Let go of everything, once the app has ended."""
        for part in self._parts:
            _take_apart(part)

    def _prune(self, *nodes: Widget, parent: DOMNode | None = None) -> AwaitRemove:
        """Let go of what is taken from the screen, too, once nothing can want it any more."""
        for node in nodes:
            for part in node.walk_children(with_self=True):
                _take_apart_later(part)
        return super()._prune(*nodes, parent=parent)

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """Open nothing: it would open on the server."""

    def deliver_text(self, *_: Any, **__: Any) -> None:
        """Deliver nothing: it would be written on the server."""

    def deliver_binary(self, *_: Any, **__: Any) -> None:
        """Deliver nothing: it would be written on the server."""


def _take_apart(part: MessagePump) -> None:
    """Empty a part of an app that has ended.

    All of them are in cycles, which only a collection of garbage would find; and one that looks
    through all the other apps keeps everybody waiting. Textual's caches hold on to them as well.
    """
    if isinstance(part, Widget) and vars(part):
        if part._task is not None and not part._task.done():
            _take_apart_later(part)
            return
        part._styles_cache.clear()
    vars(part).clear()


def _take_apart_later(part: DOMNode) -> None:
    """Empty a part of an app once it has ended and is not even asked for its answer any more."""
    asyncio.get_running_loop().call_later(_AFTERGLOW, _take_apart, part)


def _console(visitor: Visitor) -> Console:
    """Return a console like the one Textual makes, for the terminal of a visitor."""
    return Console(
        color_system=_SYSTEMS[visitor.colours],
        file=StringIO(),
        highlight=False,
        emoji=False,
        legacy_windows=False,
        force_terminal=True,
        safe_box=False,
        _environ={},
    )
