"""The app of a visitor, as far as it must differ from one at a terminal of this machine."""

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from io import StringIO
from typing import Any, Literal, Protocol

from rich.console import Console, RenderableType
from textual.await_remove import AwaitRemove
from textual.dom import DOMNode
from textual.driver import Driver
from textual.filter import Monochrome, NoColor
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.widget import Widget

from regicide_tui.server.operations.journal import Journal
from regicide_tui.server.ssh.door import Visitor
from regicide_tui.server.ssh.driver import LineDriver
from regicide_tui.server.ssh.line import SshLine
from regicide_tui.server.turns import Turns, Work, meter_tasks
from regicide_tui.terminal import Colours
from regicide_tui.tui.textual_internals import (
    HookedApp,
    calls_after_picture,
    empty,
    has_work,
    hidden_of,
    is_at_work,
    is_drawn,
    stop_animations,
)

_SYSTEMS: Mapping[Colours, Literal["standard", "256", "truecolor"]] = {
    "truecolor": "truecolor",
    "256": "256",
    "16": "standard",
    "none": "standard",
}
"""The names that Rich has for them; where there are to be none, only the app knows."""

_LOOK_AGAIN = 0.05
"""Seconds after which one looks if something that was removed can be emptied."""


class AppServer(Protocol):
    """Who keeps the journal, and says whose turn it is."""

    journal: Journal
    turns: Turns


class SshApp(HookedApp):
    """An app at the end of a line. Whatever goes wrong in it ends it alone."""

    def __init__(self, house: AppServer, visitor: Visitor, line: SshLine, **more: Any) -> None:
        self.line = line
        self.work = Work(house.turns)
        self.visitor = visitor
        self._console = _console(visitor)
        super().__init__(**more)
        # By this machine's NO_COLOR it may have taken the colours away.
        self.no_color = visitor.colours == "none"
        self.replace_filters((NoColor, Monochrome), [NoColor()] if self.no_color else [])
        self._journal = house.journal
        self._missed = False
        self._parts: list[MessagePump] = []
        self._removed: dict[MessagePump, MessagePump] = {}
        """What was taken from the screen and is not emptied yet; with what it was removed."""
        self._is_over = False
        self._emptying = False
        """Whether it will be looked soon what of the removed can be let go."""
        line.drained = self._catch_up

    @property
    def console(self) -> Console:
        """What is known of the client's terminal."""
        return self._console

    @console.setter
    def console(self, _: Console) -> None:
        """Keep ours: Textual makes one by the variables of this machine."""

    async def run_async(self, **options: Any) -> str | None:
        """Run the app, metered."""
        return await self.work.run(super().run_async(**options))

    async def run_messages(self, *given: Any, **options: Any) -> None:
        """Run the message loop; before it, Textual may have a way of its own to make tasks."""
        meter_tasks()
        await super().run_messages(*given, **options)

    def get_driver_class(self) -> type[Driver]:
        """Return the driver of a line."""
        return LineDriver

    def show_picture(self, screen: Screen[Any], picture: RenderableType | None) -> None:
        """Write what is to be seen, but only while the client reads."""
        if self.line.clogged:
            self._missed = True
        else:
            super().show_picture(screen, picture)

    def _catch_up(self) -> None:
        """Show everything, because something was not written."""
        if self._missed and self.is_running:
            self._missed = False
            self.screen.refresh(layout=True)

    def handle_exception(self, error: Exception) -> None:
        """End, but call it no crash while the app ends anyway: a screen may be half open then."""
        if self.is_ending:
            self.end_messages()
        else:
            super().handle_exception(error)

    def crash(self) -> None:
        """End politely: what went wrong is for the journal, without a hand in it."""
        error = self.crashed_with or RuntimeError("unknown")
        self.end_with(self._journal.apology(error, name=self.visitor.name))

    async def shut_down(self) -> None:
        """Remember what the app was made of: nothing of it is in the app any more afterwards."""
        self._parts = [one for part in (*self.parts, self) for one in (part, *hidden_of(part))]
        await super().shut_down()
        self._is_over = True

    def say_goodbye(self, sentence: str) -> None:
        """Give the terminal back at once, with last words: to end may take an app its time."""
        if self.own_driver is not None:
            self.own_driver.stop_application_mode()
            self.line.write(f"{sentence}\r\n")
        self.line.close()

    def take_apart(self) -> None:
        """Let go of everything, once the app has ended; one that is cancelled still needs it."""
        if not self._is_over:
            return
        vars(self.animator).clear()
        for part in {*self._parts, *self._removed}:
            _take_apart(part)
        self._removed = {}
        self.forget_screens()

    def remove_parts(self, *nodes: Widget, parent: DOMNode | None = None) -> AwaitRemove:
        """Let go of what is taken from the screen, too, once nothing can want it any more."""
        for node in nodes:
            for part in node.walk_children(Widget, with_self=True):
                self._removed |= dict.fromkeys((part, *hidden_of(part)), node)
        self._empty_soon()
        return super().remove_parts(*nodes, parent=parent)

    def register_parts(self, parent: DOMNode, *widgets: Widget, **options: Any) -> list[Widget]:
        """Take up parts of a screen; those of one that is closed as it opens are let go of, too."""
        taken = super().register_parts(parent, *widgets, **options)
        if parent in self._removed:
            self._removed |= dict.fromkeys(taken, self._removed[parent])
        return taken

    def _empty_soon(self) -> None:
        if not self._emptying:
            self._emptying = True
            later = asyncio.get_running_loop().call_later
            later(_LOOK_AGAIN, self.work.when_idle, self._empty_removed)

    def _empty_removed(self) -> None:
        """Empty what was removed, but for what is still at work or is called after a picture.

        Who waits for something outside may have messages about it that wait meanwhile. And what
        is called may look at whatever was removed with it, so all of that stays whole until then.
        """
        self._emptying = False
        if not self._removed:
            return
        for part, root in [*self._removed.items()]:
            if isinstance(part, Widget):  # it may have got bars meanwhile
                self._removed |= dict.fromkeys(hidden_of(part), root)
        alive = {self, *self.parts} - self._removed.keys()
        if any(map(has_work, alive)):
            self._empty_soon()
            return
        screens = self.screens_of_all_modes
        calls = [call for screen in screens for call in calls_after_picture(screen)]
        called = [one for call in calls for one in _of(*call)]
        needed = {
            root for part, root in self._removed.items() if part in called or is_at_work(part)
        }
        left = {part: root for part, root in self._removed.items() if root in needed}
        stop_animations(self, self._removed.keys() - left.keys())
        for part in self._removed.keys() - left.keys():
            _take_apart(part)
        self._removed = left
        if left:
            self._empty_soon()

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
    if is_drawn(part) and is_at_work(part):
        asyncio.get_running_loop().call_later(_LOOK_AGAIN, _take_apart, part)
    else:
        empty(part)


def _of(call: Callable[..., object], asker: MessagePump) -> tuple[object, object]:
    """Return who has asked to be called after a picture, and whose method that is."""
    while isinstance(call, partial):
        call = call.func
    return asker, getattr(call, "__self__", None)


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
