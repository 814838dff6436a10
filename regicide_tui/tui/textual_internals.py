"""All uses of Textual's private names in the app and the server, and the reason for each.

Another version of Textual may lack these names: `pyproject.toml` lists them for ruff.
`docs/upstream.md` says which changes of Textual would make each one unnecessary.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from types import FrameType
from typing import TYPE_CHECKING, Any, TextIO, TypedDict, TypeVar, Unpack

from rich.console import RenderableType
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS, SYNC_END, SYNC_START
from textual._compositor import (
    ChopsUpdate,
    Compositor,
    CompositorMap,
    CompositorUpdate,
    LayoutUpdate,
)
from textual._keyboard_protocol import FUNCTIONAL_KEYS, MODIFIER_FUNCTIONAL_KEYS
from textual.app import App, AutopilotCallbackType
from textual.await_remove import AwaitRemove
from textual.binding import BindingsMap, BindingType
from textual.cache import LRUCache
from textual.css.model import RuleSet
from textual.css.styles import RulesMap
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation
from textual.dom import DOMNode
from textual.driver import Driver
from textual.events import Resize
from textual.filter import LineFilter
from textual.geometry import Offset, Region, Size
from textual.keys import _character_to_key
from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import Screen, ScreenResultType
from textual.timer import Timer, TimerCallback
from textual.widget import Widget

if TYPE_CHECKING:
    from textual.drivers.linux_driver import LinuxDriver as _Terminal
else:  # it can't be imported on every system
    _Terminal = object

__all__ = [
    "SYNC_END",
    "SYNC_START",
    "ChopsUpdate",
    "CompositorUpdate",
    "LayoutUpdate",
]

_Key = TypeVar("_Key")
_Kept = TypeVar("_Kept")

_OVER = {
    "_closing": True,
    "_closed": True,
    "_running": False,
    "_pruning": True,
    "_task": None,
    "_MessagePump__parent": None,
}
"""The attributes of a widget after `empty`, so that it takes no more messages."""


class RunOptions(TypedDict, total=False):
    """The options with which Textual runs an app."""

    headless: bool
    inline: bool
    inline_no_clear: bool
    mouse: bool
    size: tuple[int, int] | None
    auto_pilot: "AutopilotCallbackType | None"


class Mounting(TypedDict, total=False):
    """The options with which Textual registers widgets of a screen."""

    before: int | None
    after: int | None
    cache: dict[tuple[object, ...], RulesMap] | None


class HookedApp(App[str]):
    """An app with public names for Textual's private steps, which subclasses override."""

    # ------------------------------------------------------------ steps

    def show_picture(
        self, screen: Screen[ScreenResultType], picture: RenderableType | None
    ) -> None:
        """Write a frame to the terminal. Textual writes whole regions, even unchanged ones."""
        super()._display(screen, picture)

    def _display(self, screen: Screen[ScreenResultType], renderable: RenderableType | None) -> None:
        self.show_picture(screen, renderable)

    def begin_picture(self) -> None:
        """Start a frame that the terminal shows all at once."""
        super()._begin_update()

    def _begin_update(self) -> None:
        self.begin_picture()

    def end_picture(self) -> None:
        """End a frame that the terminal shows all at once."""
        super()._end_update()

    def _end_update(self) -> None:
        self.end_picture()

    async def handle_key(self, key: str, priority: bool = False) -> bool:
        """Run the binding of a key; return whether it has one."""
        return await super()._check_bindings(key, priority)

    async def _check_bindings(self, key: str, priority: bool = False) -> bool:
        return await self.handle_key(key, priority)

    async def close_screen(self, screen: Screen[ScreenResultType]) -> Screen[ScreenResultType]:
        """Close a screen, even one that is still opening."""
        return await super()._replace_screen(screen)

    async def _replace_screen(self, screen: Screen[ScreenResultType]) -> Screen[ScreenResultType]:
        return await self.close_screen(screen)

    def register_parts(
        self, parent: DOMNode, *widgets: Widget, **options: Unpack[Mounting]
    ) -> list[Widget]:
        """Register widgets of a screen."""
        return super()._register(parent, *widgets, **options)

    def _register(
        self, parent: DOMNode, *widgets: Widget, **options: Unpack[Mounting]
    ) -> list[Widget]:
        return self.register_parts(parent, *widgets, **options)

    def remove_parts(self, *nodes: Widget, parent: DOMNode | None = None) -> AwaitRemove:
        """Remove widgets from a screen. Textual's caches still hold them afterwards."""
        return super()._prune(*nodes, parent=parent)

    def _prune(self, *nodes: Widget, parent: DOMNode | None = None) -> AwaitRemove:
        return self.remove_parts(*nodes, parent=parent)

    def before_messages(self) -> None:
        """Do something before the message loop; Textual has no event for it."""

    # Only Textual calls it; all arguments are passed on.
    async def _process_messages(self, *given: Any, **options: Any) -> None:
        self.stylesheet = SharedStylesheet(variables=self.stylesheet._variables)
        self.before_messages()
        await super()._process_messages(*given, **options)

    def set_timer(
        self,
        delay: float,
        callback: TimerCallback | None = None,
        *,
        name: str | None = None,
        pause: bool = False,
    ) -> Timer:
        # Textual skips late ticks. A busy machine can make the only tick of a timer late, and a
        # window whose resize was skipped would keep its old size forever.
        timer = super().set_timer(delay, callback, name=name, pause=pause)
        timer._skip = False
        return timer

    def handle_exception(self, error: Exception) -> None:
        """Crash because of an exception, even while the app is ending."""
        super()._handle_exception(error)

    def _handle_exception(self, error: Exception) -> None:
        self.handle_exception(error)

    def crash(self) -> None:
        """End with a traceback on the terminal."""
        super()._fatal_error()

    def close_at_once(self) -> None:
        """End without writing to the terminal."""
        super()._close_messages_no_wait()

    def _fatal_error(self) -> None:
        self.crash()

    async def shut_down(self) -> None:
        """End: close all screens."""
        await super()._shutdown()

    async def _shutdown(self) -> None:
        await self.shut_down()

    # ------------------------------------------------------------ queries

    @property
    def is_ending(self) -> bool:
        """Whether the app was asked to end."""
        return self._exit

    @property
    def crashed_with(self) -> Exception | None:
        """The exception that crashed the app."""
        return self._exception

    @property
    def parts(self) -> Iterable[MessagePump]:
        """All widgets and screens of the app."""
        return self._registry

    @property
    def screens_being_opened(self) -> list[Screen[object]]:
        """The screens that are opening: they lack some of their widgets."""
        screens = [part for part in self._registry if isinstance(part, Screen)]
        return [screen for screen in screens if _is_being_opened(screen)]

    @property
    def screens_of_all_modes(self) -> list[Screen[object]]:
        """All open screens, including those of other modes."""
        return [screen for stack in self._screen_stacks.values() for screen in stack]

    @property
    def terminal_cursor(self) -> Offset:
        """The cell at which the terminal's cursor was left."""
        return self._previous_cursor_position

    @property
    def own_driver(self) -> Driver | None:
        """The driver of the terminal; None before the app starts."""
        return self._driver

    # ------------------------------------------------------------ setters

    def end_with(self, exit_message: str) -> None:
        """End at once, with `exit_message` as the app's result."""
        self._return_value = exit_message
        self.end_messages()

    def end_messages(self) -> None:
        """End the message loop at once."""
        self._close_messages_no_wait()

    def leave_cursor_at(self, place: Offset) -> None:
        """Assume that the terminal's cursor is already at this cell."""
        self.cursor_position = self._previous_cursor_position = place

    def keep_streams(self, out: TextIO, err: TextIO) -> None:
        """Use these streams; Textual would redirect the process's streams to each app."""
        setattr(self, "_capture_stdout", out)  # noqa: B010
        setattr(self, "_capture_stderr", err)  # noqa: B010

    def replace_filters(
        self, without: tuple[type[LineFilter], ...], more: Sequence[LineFilter]
    ) -> None:
        """Remove the filters that Textual chose from this machine's environment; add others."""
        self._filters = [*[one for one in self._filters if not isinstance(one, without)], *more]

    def forget_screens(self) -> None:
        """Drop all references to screens."""
        self._screen_stacks = {}


class HookedScreen(Screen[None]):
    """A screen with a hook before each frame, and with key bindings per instance."""

    def before_picture(self) -> None:
        """Do something when the layout is known, before the frame; Textual has no such event."""

    def _compositor_refresh(self) -> None:
        self.before_picture()
        super()._compositor_refresh()

    def bind_here(self, bindings: Iterable[BindingType]) -> None:
        """Bind keys on this instance and replace their bindings; Textual binds by class."""
        keys = self._bindings.key_to_bindings | BindingsMap(bindings).key_to_bindings
        self._bindings = BindingsMap.from_keys(keys)


# ---------------------------------------------------------------- styles

Rules = dict[tuple[object, ...], list[RuleSet]]
"""The rules of CSS texts, by everything they depend on except the variables."""


@lru_cache(maxsize=32)
def _rules_with(_variables: frozenset[tuple[str, str]]) -> Rules:
    """Return the cache of the rules with these variables."""
    return {}


class SharedStylesheet(Stylesheet):
    """A stylesheet that parses each text only once per process.

    Texts are the same for all apps, and variables for all apps of one theme. Rules never change.
    """

    _rules_here: Rules

    def parse(self) -> None:
        """Parse the rules of all texts. Raises `StylesheetParseError`."""
        self._rules_here = _rules_with(frozenset(self._variables.items()))
        super().parse()

    def reparse(self) -> None:
        """Parse the rules again for other variables. Raises `StylesheetParseError`."""
        self.parse()

    def _parse_rules(
        self,
        css: str,
        read_from: CSSLocation,
        is_default_rules: bool = False,
        tie_breaker: int = 0,
        scope: str = "",
    ) -> list[RuleSet]:
        key = (css, read_from, is_default_rules, tie_breaker, scope)
        if key not in self._rules_here:
            self._rules_here[key] = super()._parse_rules(*key)
        return self._rules_here[key]


# ---------------------------------------------------------------- screens that open


def _is_being_opened(screen: Screen[ScreenResultType]) -> bool:
    return screen._task is not None and not screen._is_mounted


async def wait_until_open(screen: Screen[ScreenResultType], seconds: float) -> None:
    """Wait until an opening screen has all its widgets, at most `seconds`."""
    if _is_being_opened(screen):
        with suppress(TimeoutError):
            await asyncio.wait_for(screen._mounted_event.wait(), seconds)


# ---------------------------------------------------------------- parts that were removed


def is_at_work(part: MessagePump) -> bool:
    """Return whether a widget's message loop still runs."""
    return part._task is not None and not part._task.done()


def has_work(part: MessagePump) -> bool:
    """Return whether a widget has pending messages or calls."""
    return bool(part.message_queue_size or part._next_callbacks)


def calls_after_picture(
    screen: Screen[ScreenResultType],
) -> Sequence[tuple[Callable[..., object], MessagePump]]:
    """Return the calls due after a screen's next frame, each with the widget that asked."""
    return screen._callbacks


def hidden_of(part: MessagePump) -> list[MessagePump]:
    """Return a widget's nodes other than its children: scroll bars, and nodes for styles."""
    bars = part._get_virtual_dom() if isinstance(part, Widget) else ()
    found: list[MessagePump] = [*bars]
    for node in (part, *bars):
        styles = node._component_styles if isinstance(node, DOMNode) else {}
        found += [one.node for one in styles.values() if one.node is not None]
    return found


def stop_animations(app: App[str], parts: Iterable[MessagePump]) -> None:
    """Stop the animations of removed widgets, for example of one that was scrolling."""
    animator = app.animator
    widgets = [part for part in parts if isinstance(part, Widget)]
    gone = {id(one) for widget in widgets for one in (widget, widget.styles)}
    for key in [key for key in animator._animations if key[0] in gone]:
        del animator._animations[key]
    for key in [key for key in animator._scheduled if key[0] in gone]:
        animator._scheduled.pop(key).stop()


def empty(part: MessagePump) -> None:
    """Clear all attributes and caches of a removed widget, so that it takes no more messages."""
    if isinstance(part, Widget) and "_styles_cache" in vars(part):
        part._styles_cache.clear()
    _empty_caches(part)
    vars(part).clear()
    vars(part).update(_OVER)


def is_drawn(part: MessagePump) -> bool:
    """Return whether a widget has been drawn and not been emptied."""
    return isinstance(part, Widget) and "_styles_cache" in vars(part)


def _empty_caches(owner: object) -> None:
    """Empty all caches of an object and of its stylesheet."""
    for value in [*vars(owner).values()]:
        if isinstance(value, LRUCache):
            value.clear()
        elif isinstance(value, Stylesheet):
            _empty_caches(value)


_arrange = Compositor._arrange_root  # noqa: SLF001
_restyle = Stylesheet._process_component_classes  # noqa: SLF001


def unlink_layouts_and_styles() -> None:
    """Patch Textual, which leaves the results of each layout and replaced styles in cycles."""
    setattr(Compositor, "_arrange_root", _arrange_and_unlink)  # noqa: B010
    setattr(Stylesheet, "_process_component_classes", _restyle_and_empty)  # noqa: B010


class _WatchedSize(Size):
    """A size that remembers the frame in which its region was first asked for."""

    frame: FrameType | None = None

    @property
    def region(self) -> Region:
        self.frame = self.frame or sys._getframe(1)  # noqa: SLF001
        return super().region


def _arrange_and_unlink(
    compositor: Compositor, root: Widget, size: Size, visible_only: bool = True
) -> tuple[CompositorMap, set[Widget]]:
    """Arrange, and break the cycle of Textual's recursive function, which refers to itself."""
    watched = _WatchedSize(*size)
    arranged = _arrange(compositor, root, watched, visible_only)
    if watched.frame is not None:
        recursive = watched.frame.f_locals["add_widget"]
        own = recursive.__code__.co_freevars.index("add_widget")
        del recursive.__closure__[own].cell_contents
        watched.frame = None
    return arranged


def _restyle_and_empty(stylesheet: Stylesheet, node: DOMNode) -> None:
    """Replace the styles of a widget's components, and empty the nodes that had the old ones.

    A removed widget needs no new ones: it drops them while its message loop ends.
    """
    if not node._pruning:
        replaced = [*node._component_styles.values()]
        _restyle(stylesheet, node)
        for styles in replaced:
            if styles.node is not None:
                empty(styles.node)


def links_of(cache: LRUCache[_Key, _Kept]) -> list[list[object]]:
    """Return the links of a cache, which refer to each other in a cycle."""
    return [*cache._cache.values()]


# ---------------------------------------------------------------- terminals


class HookedDriver(Driver):
    """A driver with public names: it can post messages to its app and set the window's size."""

    def post(self, message: Message) -> None:
        """Post a message to the app."""
        self._app.post_message(message)

    def note_size(self, size: tuple[int, int]) -> None:
        """Set the window's size, which the app reads when it starts."""
        self._size = size

    def call_later(self, seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle:
        """Call a function in the app's loop after some seconds."""
        return self._loop.call_later(seconds, call)


KITTY_KEYS = FUNCTIONAL_KEYS
"""The names of keys by number and final byte in kitty's keyboard protocol."""
KITTY_MODIFIERS = MODIFIER_FUNCTIONAL_KEYS
"""The names of modifier keys."""


def key_name(character: str) -> str:
    """Return Textual's name of the key that types a character."""
    return _character_to_key(character)


KEY_SEQUENCES = {
    sequence: tuple([key.value for key in keys])
    for sequence, keys in ANSI_SEQUENCES_KEYS.items()
    if isinstance(keys, tuple) and sequence.isascii()
} | {"\x1bOb": ("ctrl+down",), "\x1bOE": ("kp_begin",), "\x1bOI": ("tab",)}
"""Textual's names of keys by the characters and sequences that terminals send."""
KEYPAD_SEQUENCES = {
    sequence: character
    for sequence, character in ANSI_SEQUENCES_KEYS.items()
    if isinstance(character, str) and sequence.startswith("\x1bO")
} | {"\x1bOX": "=", "\x1bOl": ","}
"""The characters of the numeric keypad by sequence."""


class TerminalHooks(_Terminal):
    """A base for drivers of a terminal: it asks for fewer mouse reports and survives SIGSTOP."""

    def ask_for_mouse(self) -> None:
        """Ask the terminal for mouse reports; Textual asks for every motion."""
        super()._enable_mouse_support()

    def take_mouse(self, wanted: bool) -> None:
        """Ask for clicks, or leave the mouse to the terminal, which then selects text."""
        if wanted != self._mouse:
            super()._disable_mouse_support()
            self._mouse = wanted
            self._enable_mouse_support()

    def _enable_mouse_support(self) -> None:
        if self._mouse:
            self.ask_for_mouse()

    def _query_in_band_window_resize(self) -> None:
        """Do nothing: a signal reports each new size."""

    def _request_terminal_sync_mode_support(self) -> None:
        """Do nothing: the driver asks for this together with everything else."""

    def _get_terminal_size(self) -> tuple[int, int]:
        """Return the size of the window; COLUMNS and LINES count only where it isn't known."""
        for descriptor in (2, 1, 0):
            with suppress(OSError):
                width, height = os.get_terminal_size(descriptor)
                if width and height:
                    return width, height
        return super()._get_terminal_size()

    def _sigtstp_application(self, *_: object) -> None:
        """Stop the whole job: a parent such as make would wait, and the shell for the parent."""
        if self._auto_restart:
            self.suspend_application_mode()
            self._must_signal_resume = True
        os.kill(0, signal.SIGSTOP)

    def _sigcont_application(self, *arguments: object) -> None:
        """Continue after a stop.

        SIGSTOP gives no warning: the driver has not left application mode, and starting it a
        second time would never end. So this leaves it first, and everything is repainted.
        """
        if self._auto_restart and self._writer_thread is not None and not self._must_signal_resume:
            self.suspend_application_mode()
            self._must_signal_resume = True
        super()._sigcont_application(*arguments)

    def tell_size(self) -> None:
        """Post the window's size to the app."""
        size = Size(*self._get_terminal_size())
        self._app.post_message(Resize(size, size))
