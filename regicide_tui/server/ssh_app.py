"""The app of a visitor, as far as it must differ from one at a terminal of this machine."""

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from io import StringIO
from typing import Any, Literal, Protocol

from rich.console import Console, RenderableType
from textual.app import App
from textual.await_remove import AwaitRemove
from textual.cache import LRUCache
from textual.css.stylesheet import Stylesheet
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

_SYSTEMS: Mapping[Colours, Literal["standard", "256", "truecolor"]] = {
    "truecolor": "truecolor",
    "256": "256",
    "16": "standard",
    "none": "standard",
}
"""The names that Rich has for them; where there are to be none, only the app knows."""

_LOOK_AGAIN = 0.05
"""Seconds after which one looks if something that was removed can be emptied."""
_OVER: Mapping[str, object] = {
    "_closing": True,
    "_closed": True,
    "_running": False,
    "_pruning": True,
    "_task": None,
    "_MessagePump__parent": None,
}
"""What a part says of itself that was taken apart, so that it takes no message any more."""


class AppServer(Protocol):
    """Who keeps the journal, and says whose turn it is."""

    journal: Journal
    turns: Turns


class SshApp(App[str]):
    """An app at the end of a line. Whatever goes wrong in it ends it alone."""

    def __init__(self, house: AppServer, visitor: Visitor, line: SshLine, **more: Any) -> None:
        self.line = line
        self.work = Work(house.turns)
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

    async def _process_messages(self, *given: Any, **options: Any) -> None:
        """Run the message loop; before it, Textual may have a way of its own to make tasks."""
        meter_tasks()
        await super()._process_messages(*given, **options)

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
        self._parts = [one for part in (*self._registry, self) for one in (part, *_hidden_of(part))]
        await super()._shutdown()
        self._is_over = True

    def say_goodbye(self, sentence: str) -> None:
        """Give the terminal back at once, with last words: to end may take an app its time."""
        if self._driver is not None:
            self._driver.stop_application_mode()
            self.line.write(f"{sentence}\r\n")
        self.line.close()

    def take_apart(self) -> None:
        """Let go of everything, once the app has ended; one that is cancelled still needs it."""
        if not self._is_over:
            return
        vars(self.animator).clear()
        for part in {*self._parts, *self._removed}:
            _take_apart(part)
        self._removed, self._screen_stacks = {}, {}

    def _prune(self, *nodes: Widget, parent: DOMNode | None = None) -> AwaitRemove:
        """Let go of what is taken from the screen, too, once nothing can want it any more."""
        for node in nodes:
            for part in node.walk_children(Widget, with_self=True):
                self._removed |= dict.fromkeys((part, *_hidden_of(part)), node)
        self._empty_soon()
        return super()._prune(*nodes, parent=parent)

    def _register(self, parent: DOMNode, *widgets: Widget, **options: Any) -> list[Widget]:
        """Take up parts of a screen; those of one that is closed as it opens are let go of, too."""
        taken = super()._register(parent, *widgets, **options)
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
                self._removed |= dict.fromkeys(_hidden_of(part), root)
        alive = {self, *self._registry} - self._removed.keys()
        if any(part.message_queue_size or part._next_callbacks for part in alive):
            self._empty_soon()
            return
        screens = [screen for stack in self._screen_stacks.values() for screen in stack]
        called = [one for screen in screens for call in screen._callbacks for one in _of(*call)]
        needed = {root for part, root in self._removed.items() if part in called or _at_work(part)}
        left = {part: root for part, root in self._removed.items() if root in needed}
        self._stop_animations(self._removed.keys() - left.keys())
        for part in self._removed.keys() - left.keys():
            _take_apart(part)
        self._removed = left
        if left:
            self._empty_soon()

    def _stop_animations(self, parts: set[MessagePump]) -> None:
        """Let nothing move any more in parts that are to be emptied, as what was still scrolled."""
        animator = self.animator
        nodes = [part for part in parts if isinstance(part, DOMNode)]
        gone = {id(one) for node in nodes for one in (node, node.styles)}
        for key in [key for key in animator._animations if key[0] in gone]:
            del animator._animations[key]
        for key in [key for key in animator._scheduled if key[0] in gone]:
            animator._scheduled.pop(key).stop()

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """Open nothing: it would open on the server."""

    def deliver_text(self, *_: Any, **__: Any) -> None:
        """Deliver nothing: it would be written on the server."""

    def deliver_binary(self, *_: Any, **__: Any) -> None:
        """Deliver nothing: it would be written on the server."""


def _hidden_of(part: MessagePump) -> list[MessagePump]:
    """Return what a part has beside its children: bars to scroll with, and nodes for styles."""
    bars = part._get_virtual_dom() if isinstance(part, Widget) else ()
    found: list[MessagePump] = [*bars]
    for node in (part, *bars):
        styles = node._component_styles if isinstance(node, DOMNode) else {}
        found += [one.node for one in styles.values() if one.node is not None]
    return found


def _take_apart(part: MessagePump) -> None:
    """Empty a part of an app that has ended.

    All of them are in cycles, which only a collection of garbage would find; and one that looks
    through all the other apps keeps everybody waiting. Textual's caches hold on to them as well.
    """
    if isinstance(part, Widget) and "_styles_cache" in vars(part):
        if _at_work(part):
            asyncio.get_running_loop().call_later(_LOOK_AGAIN, _take_apart, part)
            return
        part._styles_cache.clear()
    _empty_caches(part)
    vars(part).clear()
    vars(part).update(_OVER)


def _empty_caches(owner: object) -> None:
    """Empty all caches of something, and those of its stylesheet."""
    for value in [*vars(owner).values()]:
        if isinstance(value, LRUCache):
            value.clear()
        elif isinstance(value, Stylesheet):
            _empty_caches(value)


def _of(call: Callable[..., object], asker: MessagePump) -> tuple[object, object]:
    """Return who has asked to be called after a picture, and whose method that is."""
    while isinstance(call, partial):
        call = call.func
    return asker, getattr(call, "__self__", None)


def _at_work(part: MessagePump) -> bool:
    return part._task is not None and not part._task.done()


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
