"""The base of the visitors' apps: how an app over SSH differs from a local one."""

import asyncio
import sys
from collections.abc import Callable, Mapping
from io import StringIO
from math import inf
from time import monotonic
from typing import Any, ClassVar, Literal, NamedTuple, Unpack
from weakref import WeakKeyDictionary

from rich.console import Console, RenderableType
from textual.await_remove import AwaitRemove
from textual.dom import DOMNode
from textual.driver import Driver
from textual.filter import Monochrome, NoColor
from textual.message_pump import MessagePump
from textual.screen import Screen, ScreenResultType
from textual.widget import Widget

from regicide_tui.server.api.api import Api
from regicide_tui.server.apps.admission import Admission, Work, meter_tasks
from regicide_tui.server.apps.driver import Line, LineDriver
from regicide_tui.server.apps.memory import LOOK_AGAIN, RemovedParts
from regicide_tui.server.apps.news import News
from regicide_tui.server.base.journal import Journal
from regicide_tui.server.base.tasks import VisitRequests
from regicide_tui.server.model.visitor import Visitor
from regicide_tui.terminal import Colours
from regicide_tui.tui.input.commands import FORM_QUIT, GO, LOBBY, MENU, QUIT, Command
from regicide_tui.tui.textual_internals import (
    HookedApp,
    Mounting,
    RunOptions,
    hidden_of,
)

_SYSTEMS: Mapping[Colours, Literal["standard", "256", "truecolor"]] = {
    "truecolor": "truecolor",
    "256": "256",
    "16": "standard",
    "none": "standard",
}
"""Rich's names of the colour systems. Rich has no name for none; the app removes the colours."""

_MANY = 100
"""If there are more removed widgets than this, they are emptied between two keys, too. About ten
screens have this many widgets."""


class AppServer(NamedTuple):
    """What all apps share: the journal, and the admission control of their keys."""

    journal: Journal
    admission: Admission
    note_paint: Callable[[float], None] = lambda _: None
    """Gets the seconds from each key to its frame."""


class Arrival(NamedTuple):
    """A new visitor to the server, and what serves them."""

    server: AppServer
    api: Api
    news: News
    visitor: Visitor
    line: Line
    idle_seconds: float
    """Seconds without a key after which the visit ends."""


class FrontEnd:
    """The front end of a visitor: an app with a screen, or lines."""

    visitor: Visitor
    requests: VisitRequests
    """The visitor's requests, as the journal has them."""

    async def serve(self) -> str:
        """Serve the visitor until they leave; return the last sentence."""
        raise NotImplementedError

    def exit(self, sentence: str, /) -> None:
        """End the visit with a last sentence."""
        raise NotImplementedError

    def end_input(self) -> None:
        """End the visit, because the input has ended."""
        raise NotImplementedError

    def tell(self, sentence: str, *, rings: bool = False) -> None:
        """Tell the visitor something soon, perhaps with the bell."""
        raise NotImplementedError

    def take_notice_soon(self, sentence: str) -> None:
        """Tell the visitor something, even while an action waits to be stored."""
        self.tell(sentence)

    def say_goodbye(self, sentence: str) -> None:
        """Say a last sentence at once, because the server is closing."""
        raise NotImplementedError


class SshApp(HookedApp, FrontEnd):
    """An app at the end of a line. An error in it ends this app and no other."""

    ways: ClassVar[Mapping[Command, Command]] = {
        QUIT: GO,
        FORM_QUIT: FORM_QUIT._replace(word=GO.word, meaning=GO.meaning),
        MENU: LOBBY._replace(meaning="Go to the lobby."),
    }

    @property
    def takes_mouse(self) -> bool:
        """Whether the app takes clicks; otherwise, the terminal uses them to select text."""
        return True

    # `more` is for the next class in the order of bases: Textual's, or an app of ours.
    def __init__(self, server: AppServer, visitor: Visitor, line: Line, **more: Any) -> None:
        self.line = line
        self.work = Work(server.admission)
        self.requests = VisitRequests(server.note_paint)
        self.visitor = visitor
        self._console = _console(visitor)
        super().__init__(**more)
        # The NO_COLOR of this machine may have removed the colours.
        self.no_color = visitor.colours == "none"
        self.replace_filters((NoColor, Monochrome), [NoColor()] if self.no_color else [])
        self._journal = server.journal
        self._missed = False
        self._pictured: WeakKeyDictionary[MessagePump, float] = WeakKeyDictionary()
        """When the first frame of a screen was sent, for screens that ignore earlier keys."""
        self.last_parts: list[MessagePump] = []
        self.removed = RemovedParts()
        self._is_over = False
        self._emptying = False
        """Whether a check of the removed widgets is scheduled."""
        line.on_drained = self._catch_up

    @property
    def console(self) -> Console:
        """The console for the client's terminal."""
        return self._console

    @console.setter
    def console(self, _: Console) -> None:
        """Ignore Textual's console, which is made from this machine's environment variables."""

    async def serve(self) -> str:
        """Run the app until it ends; return its last sentence."""
        # Textual redirects the streams of the whole process to each app. Keep them here.
        self.keep_streams(sys.stdout, sys.stderr)
        try:
            return await self.run_async(mouse=self.takes_mouse) or ""
        finally:
            self.take_apart()

    def end_input(self) -> None:
        """End the app: the input has ended."""
        self.exit("")

    def tell(self, sentence: str, *, rings: bool = False) -> None:
        """Show a sentence for all visitors soon, perhaps with the bell."""
        self.call_later(self.take_notice, sentence, rings=rings)

    async def run_async(self, **options: Unpack[RunOptions]) -> str | None:
        """Run the app, metered, as part of this visit's requests."""
        with self.requests.entered():
            return await self.work.run(super().run_async(**options))

    def before_messages(self) -> None:
        """Meter all tasks, in place of Textual's task factory."""
        meter_tasks()

    def get_driver_class(self) -> type[Driver]:
        """Return the driver of a line."""
        return LineDriver

    def show_picture(
        self, screen: Screen[ScreenResultType], picture: RenderableType | None
    ) -> None:
        """Write a frame, but only while the client reads."""
        if self.line.is_clogged:
            self._missed = True
        else:
            super().show_picture(screen, picture)
            self.requests.note_picture()
            self._note_picture(screen)

    def take_notice(self, sentence: str, *, rings: bool = True) -> None:
        """Show a sentence for all visitors, where that is possible, perhaps with the bell."""

    def take_notice_soon(self, sentence: str) -> None:
        """Take a notice without the bell, even while the app waits until an action is stored.

        The app itself is blocked until then, but its screen isn't.
        """
        if self.screen_stack:
            self.screen.call_later(self.take_notice, sentence, rings=False)

    def forget_keys_before_picture(self, screen: Screen[None]) -> None:
        """Drop the keys that are typed before the first frame of a screen is sent."""
        self._pictured[screen] = inf

    def is_early_key(self, screen: Screen[None]) -> bool:
        """Return whether the last key was typed before the first frame of such a screen."""
        driver = self.own_driver
        return isinstance(driver, LineDriver) and driver.keys.last_came < self._pictured.get(
            screen, 0.0
        )

    def _note_picture(self, screen: Screen[ScreenResultType]) -> None:
        """Note that a frame of a screen was sent; drop the keys from before the first one."""
        if self._pictured.get(screen) == inf:
            self._pictured[screen] = monotonic()
            if isinstance(self.own_driver, LineDriver):
                self.own_driver.forget_typed()

    def _catch_up(self) -> None:
        """Redraw the whole screen if a frame wasn't written."""
        if self._missed and self.is_running:
            self._missed = False
            self.screen.refresh(layout=True)

    def handle_exception(self, error: Exception) -> None:
        """End the app. If it is ending anyway, this isn't a crash: a screen may be half open."""
        if self.is_ending:
            self.end_messages()
        else:
            super().handle_exception(error)

    def crash(self) -> None:
        """End with an apology. The journal gets the error, without any card."""
        error = self.crashed_with or RuntimeError("unknown")
        self.end_with(self._journal.apology(error, name=self.visitor.name))

    async def shut_down(self) -> None:
        """Remember the parts of the app, which it loses in the shutdown."""
        self.last_parts = [one for part in (*self.parts, self) for one in (part, *hidden_of(part))]
        await super().shut_down()
        self._is_over = True

    def say_goodbye(self, sentence: str) -> None:
        """Restore the terminal at once, with a last sentence: the app may take long to end."""
        if self.own_driver is not None:
            self.own_driver.stop_application_mode()
            self.line.write("".join(f"{line}\r\n" for line in sentence.splitlines()))
        self.line.close()

    def take_apart(self) -> None:
        """Empty all parts of an app that has ended. A cancelled app still needs them."""
        if self._is_over:
            vars(self.animator).clear()
            self.removed.empty_all(self.last_parts)
            self.removed = RemovedParts()  # the emptied app may look once more
            self.forget_screens()

    def remove_parts(self, *nodes: Widget, parent: DOMNode | None = None) -> AwaitRemove:
        """Remove widgets, and empty them once nothing can use them."""
        self.removed.add(nodes)
        self._empty_soon()
        return super().remove_parts(*nodes, parent=parent)

    def register_parts(
        self, parent: DOMNode, *widgets: Widget, **options: Unpack[Mounting]
    ) -> list[Widget]:
        """Mount widgets. Those of a screen that was closed while it opened are emptied, too."""
        taken = super().register_parts(parent, *widgets, **options)
        self.removed.add_late(parent, taken)
        return taken

    def clear_up(self) -> None:
        """Empty the removed widgets if there are many. The app must have nothing else to do.

        Otherwise, a flood of keys would pile up the screens that it opens and closes, and the
        collection of this garbage would delay everyone.
        """
        if len(self.removed) > _MANY:
            self.empty_removed()

    def _empty_soon(self) -> None:
        if not self._emptying:
            self._emptying = True
            later = asyncio.get_running_loop().call_later
            later(LOOK_AGAIN, self.work.when_idle, self.empty_removed)

    def empty_removed(self) -> None:
        """Empty the removed widgets that nothing can use any more; check the others again later."""
        self._emptying = False
        if self.removed:
            self.removed.empty(self)
        if self.removed:
            self._empty_soon()

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """Open nothing: it would open on the server."""

    def deliver_text(self, *_: object, **__: object) -> None:
        """Deliver nothing: it would be written on the server."""

    def deliver_binary(self, *_: object, **__: object) -> None:
        """Deliver nothing: it would be written on the server."""


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
