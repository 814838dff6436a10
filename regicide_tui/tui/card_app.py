"""The base of the app at home and the app on a server: looks, keys, and texts to read."""

from collections import deque
from collections.abc import Mapping, Sequence
from typing import ClassVar, Protocol, Unpack, runtime_checkable

from rich.console import RenderableType
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.dom import DOMNode
from textual.events import Event, Key, MouseDown, MouseEvent
from textual.screen import Screen, ScreenResultType
from textual.theme import Theme
from textual.widget import Widget

from regicide_tui import games
from regicide_tui.games.base import Json
from regicide_tui.play.settings import CHOICES, ChoiceSetting, Settings
from regicide_tui.play.table import Told
from regicide_tui.terminal import Colours
from regicide_tui.tui import screens
from regicide_tui.tui.input.commands import PALETTE, REPAINT, Command, bindings
from regicide_tui.tui.input.keyboard import PLACES, Slips
from regicide_tui.tui.look import Look, look_for, palette_for, symbols_for, theme_for
from regicide_tui.tui.pages.lines import EventDescriber, Guide, HasGuide
from regicide_tui.tui.rendering.colours import BACKGROUND, COLOURS, FOREGROUND, Palette
from regicide_tui.tui.rendering.paint import Symbols
from regicide_tui.tui.terminal.decoder import PlacedKey
from regicide_tui.tui.terminal.driver import Changes, is_shown
from regicide_tui.tui.terminal.questions import Traits, TraitsFound
from regicide_tui.tui.terminal.wire import Wire
from regicide_tui.tui.textual_internals import (
    CompositorUpdate,
    HookedApp,
    Mounting,
    key_name,
    wait_until_open,
)
from regicide_tui.tui.widgets.painted import Painted


def _theme(name: str, *, dark: bool = True) -> Theme:
    """Return the theme of Textual's own widgets for the colours of a theme."""
    colours = COLOURS[name]

    def colour(role: str) -> str:
        return _of_terminal(colours[role]) if colours.of_terminal else colours[role]

    return Theme(
        name=f"regicide-{name}",
        dark=dark,
        ansi=colours.of_terminal,
        primary=colour("primary"),
        secondary=colour("muted"),
        accent=colour("accent"),
        foreground=colour("text"),
        background=colour("night"),
        surface=colour("stone"),
        panel=colour("stone2"),
        success=colour("success"),
        warning=colour("warning"),
        error=colour("error"),
        variables={
            "muted": colour("muted"),
            "text-disabled": colour("muted"),
            "faint": colour("faint"),
            "line": colour("line"),
            "band": colour("band"),
            "felt": colour("felt"),
            "stone": colour("stone"),
            "chip": colour("stone2"),
            "on-accent": colour("on-accent"),
            "filled-style": "bold",
            "selection-style": "none",
            **(_own(colours["accent"], colours["on-accent"]) if colours.of_terminal else {}),
        },
    )


def _of_terminal(colour: str) -> str:
    """Return Textual's name of one of the terminal's own colours."""
    return "ansi_default" if colour in (FOREGROUND, BACKGROUND) else f"ansi_{colour}"


def _own(accent: str, on_accent: str) -> dict[str, str]:
    """Return the additional variables of a theme in the terminal's own colours."""
    return {
        "ansi-background": "ansi_default",
        "ansi-foreground": "ansi_default",
        "input-cursor-text-style": "bold underline",
        "input-selection-background": _of_terminal(accent),
        "input-selection-foreground": _of_terminal(on_accent),
    }


_COLOURLESS = Theme(
    name="regicide-colourless",
    ansi=True,
    primary="ansi_default",
    secondary="ansi_default",
    accent="ansi_default",
    foreground="ansi_default",
    background="ansi_default",
    success="ansi_default",
    warning="ansi_default",
    error="ansi_default",
    variables={
        **dict.fromkeys(_theme("ansi").variables, "ansi_default"),
        **dict.fromkeys(("border", "border-blurred", "scrollbar"), "ansi_default"),
        "input-cursor-text-style": "bold underline",
        "filled-style": "bold reverse",
        "selection-style": "reverse",
    },
)
THEMES: Mapping[str, Theme] = {
    "dark": _theme("dark"),
    "light": _theme("light", dark=False),
    "dark-256": _theme("dark-256"),
    "light-256": _theme("light-256", dark=False),
    "ansi": _theme("ansi"),
    "ansi-on-light": _theme("ansi-on-light", dark=False),
    "none": _COLOURLESS,
}
"""Textual's themes by their names in the palette; `none` is used under NO_COLOR."""


_LONGEST_OPENING = 1.0
"""Seconds after which a screen is closed although it is still opening."""

_EARLY_CLICKS = 20
"""Maximum mouse events that wait for the first frame to be drawn."""


@runtime_checkable
class ShowsAll(Protocol):
    """A screen with text that depends on the look."""

    def show_all(self) -> None:
        """Show everything again."""
        ...


@runtime_checkable
class TakesMouse(Protocol):
    """A driver that can leave the mouse to the terminal."""

    def take_mouse(self, wanted: bool) -> None:
        """Ask for clicks, or leave the mouse to the terminal, which then selects text."""
        ...


class CardApp(HookedApp):
    """An app that shows tables. It has no global state: many apps run in one process.

    The result of the app is a sentence to print after it has ended.
    """

    TITLE = "Regicide"
    ENABLE_COMMAND_PALETTE = False
    CSS = "Input > .input--selection { text-style: $selection-style; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings((PALETTE, REPAINT)),
        Binding("ctrl+c", "quit", show=False, priority=True),  # text fields would copy
    ]
    may_gain_colours = True
    """Whether a terminal that reports true colours gets them, even if its name suggests none."""
    ways: ClassVar[Mapping[Command, Command]] = {}
    """The commands that have another word and another meaning in this app."""

    def __init__(
        self,
        settings: Settings,
        *,
        plain: bool = False,
        colours: Colours = "truecolor",
        light: bool = False,
    ) -> None:
        """`light` says whether the background of the terminal is probably light."""
        # Without this, Textual would turn the colours into greys instead of removing them.
        super().__init__(ansi_color=True if colours == "none" else None)
        self.wire = Wire(colours)
        self.traits = Traits()
        """What the terminal has reported about itself."""
        self.slips = Slips()
        self.held = False
        """Whether drawing waits, because the first frame is still on the terminal."""
        self._drawn = False
        self._early_clicks: deque[MouseEvent] = deque(maxlen=_EARLY_CLICKS)
        self.settings = settings
        self._plain = plain
        self._light = light
        self._palette()  # registers the theme, which Textual's own widgets use
        self.look = look_for(settings, plain=plain, colours=colours, light=light, ways=self.ways)
        if settings.keys:
            self.set_keymap(self.look.keymap.bound())
        self.game = games.first()
        """The game that was played last, which new games, lessons and puzzles show first."""

    # ------------------------------------------------------------ the terminal

    def action_help_quit(self) -> None:
        """Quit. `ctrl+c` calls this even before there is a screen."""
        self.exit()

    def show_picture(
        self, screen: Screen[ScreenResultType], picture: RenderableType | None
    ) -> None:
        """Write the cells of a frame that differ from the terminal, if any do."""
        if self.held and len(self.screen_stack) == 1:
            return
        self.release()  # an early key may have opened another screen
        if isinstance(picture, CompositorUpdate):
            still = self.cursor_position == self.terminal_cursor
            idle = still and is_shown(self.wire, picture)
            synchronised = self.traits.synchronised
            picture = None if idle else Changes(self.wire, picture, synchronised=synchronised)
        super().show_picture(screen, picture)

    def begin_picture(self) -> None:
        """Do nothing: `Changes` decides whether the terminal must hold an update back."""

    def end_picture(self) -> None:
        """Do nothing, since nothing was started."""

    def release(self) -> None:
        """Start to draw, and handle clicks on the first frame."""
        self.held, self._drawn = False, True
        while self._early_clicks:
            self.post_message(self._early_clicks.popleft())

    async def on_event(self, event: Event) -> None:
        """Handle an event; a click on the first frame waits until there are widgets below it."""
        if isinstance(event, MouseEvent) and not self._drawn:
            self._early_clicks.append(event)
        else:
            if isinstance(event, Key):
                self.slips.press(event.key)
            elif isinstance(event, MouseDown):
                self.slips.press(f"{event.screen_x} {event.screen_y}")
            await super().on_event(event)

    def on_traits_found(self, event: TraitsFound) -> None:
        """Note what the terminal has reported about itself, and draw for it."""
        before, self.traits = (self.wire, self._plain, self._light), event.traits
        if event.traits.true_colours and self.wire.colours == "256" and self.may_gain_colours:
            self.wire = Wire("truecolor")
        self._plain |= event.traits.wide
        if event.traits.light is not None:
            self._light = event.traits.light
        if (self.wire, self._plain, self._light) != before:
            self.set_up(self.settings)

    async def on_key(self, event: Key) -> None:
        """Run the binding of a key, or else that of the key in its place on a US keyboard.

        A character that no widget took goes to a question that was still opening.
        """
        event.prevent_default()
        if isinstance(self.screen, screens.ask.AskText) and event.is_printable and event.character:
            self.screen.take(event.character)
        elif not await self.handle_key(event.key) and (place := self._place_of(event)):
            await super().on_event(Key(key_name(place), place))

    def _place_of(self, event: Key) -> str:
        """Return the character in a key's place on a US keyboard; empty if it is unknown."""
        if isinstance(event, PlacedKey):
            return event.place
        return PLACES[self.settings.keyboard].get(event.character or "", "")

    def on_resize(self) -> None:
        """Paint everything again, even at the same size: the terminal may have changed."""
        if self._drawn:
            self.action_repaint()

    def action_repaint(self) -> None:
        """Paint everything again, because another program wrote on the terminal."""
        self.wire.forget()
        self.screen.refresh(layout=True)

    async def handle_key(self, key: str, priority: bool = False) -> bool:
        """Run the binding of a key once its screen is open.

        A screen that is opening has no widgets yet. Once the app is ending, keys do nothing.
        """
        if self.is_ending:
            return True
        opened = None
        while self.screen is not opened:  # another screen may open during the wait
            opened = self.screen
            await _wait_until_open(opened)
        return await super().handle_key(key, priority)

    # ------------------------------------------------------------ looks

    def set_up(self, settings: Settings) -> None:
        """Apply other settings to everything on the screen, and to the use of the mouse."""
        self.settings = settings
        if isinstance(self.own_driver, TakesMouse):
            self.own_driver.take_mouse(settings.mouse)
        compact = settings.density == "compact"
        self.look.change(self._palette(), self._symbols(), compact=compact)
        for screen in self.screen_stack:
            for widget in screen.query(Painted):
                widget.repaint_whole()
            if isinstance(screen, ShowsAll):
                screen.show_all()
            screen.refresh(layout=True)

    def _palette(self) -> Palette:
        """Set the theme of the settings and return its styles."""
        name = theme_for(self.settings, self.wire.colours, light=self._light)
        self.register_theme(THEMES[name])
        self.theme = THEMES[name].name
        return palette_for(self.settings, self.wire.colours, light=self._light)

    def _symbols(self) -> Symbols:
        return symbols_for(self.settings, self.wire.colours, plain=self._plain)

    # ------------------------------------------------------------ screens

    def pop_screen(self) -> AwaitComplete:
        """Close the top screen; the first screen stays even if it is closed twice."""
        return super().pop_screen() if len(self.screen_stack) > 1 else AwaitComplete()

    async def close_screen(self, screen: Screen[ScreenResultType]) -> Screen[ScreenResultType]:
        """Close a screen once it is open: until then it lacks some of its widgets."""
        await _wait_until_open(screen)
        return await super().close_screen(screen)

    def exit(
        self, result: str | None = None, return_code: int = 0, message: RenderableType | None = None
    ) -> None:
        """End the app once its screens are open, since an ending app mounts no widget."""
        if self.screens_being_opened:
            self.call_later(self._exit_once_open, result, return_code, message)
        else:
            super().exit(result, return_code, message)

    async def _exit_once_open(
        self, result: str | None, return_code: int, message: RenderableType | None
    ) -> None:
        await self._all_opened()
        super().exit(result, return_code, message)

    def register_parts(
        self, parent: DOMNode, *widgets: Widget, **options: Unpack[Mounting]
    ) -> list[Widget]:
        """Register widgets of a screen; none once the app is ending: they would stay empty."""
        return [] if self.is_ending else super().register_parts(parent, *widgets, **options)

    async def shut_down(self) -> None:
        """End the app, even if nobody called `exit`."""
        await self._all_opened()
        await super().shut_down()

    async def _all_opened(self) -> None:
        for screen in self.screens_being_opened:
            await _wait_until_open(screen)

    def action_palette(self) -> None:
        """Open the command palette."""

        async def run(item: "screens.help.Item | None") -> None:
            if item is not None:
                await self.run_action(item.action, item.node)

        items = screens.help.items_of(self.screen, self.look, self.settings_lines())
        self.push_screen(screens.help.CommandPalette(self.look, items), run)

    # ------------------------------------------------------------ settings

    @property
    def choices(self) -> Sequence[ChoiceSetting]:
        """The settings that can be changed here."""
        return CHOICES

    def settings_lines(self) -> "list[screens.help.Item]":
        """Return an item of the command palette for each value of each setting."""
        from regicide_tui.tui.widgets.form import say, titled

        return [
            screens.help.Item(
                (),
                f"{titled(choice.key)}: {say(value)}",
                f"{choice.meaning}{self._current_note(choice.key, value)}",
                f"app.choose_setting('{choice.key}', {place})",
                self,
            )
            for choice in self.choices
            for place, value in enumerate(choice.values)
        ]

    def _current_note(self, key: str, value: Json) -> str:
        return " Current value." if getattr(self.settings, key) == value else ""

    async def action_choose_setting(self, key: str, place: int) -> None:
        """Apply a value of a setting, and save it."""
        (choice,) = [one for one in self.choices if one.key == key]
        fault = await self.change_setting((key,), choice.values[place])
        if fault:
            self.show_sentence(fault)

    def show_sentence(self, sentence: str) -> None:
        """Show a sentence on the screen, if it has room for one."""

    async def change_setting(self, keys: tuple[str, ...], value: Json) -> str:
        """Apply one setting and save it; return the error, or an empty string."""
        self.set_up(self.settings.changed(keys, value))
        return await self.keep_setting(keys, value)

    async def keep_setting(self, keys: tuple[str, ...], value: Json) -> str:
        """Save a setting beyond this run; return the error, or an empty string."""
        raise NotImplementedError

    # ------------------------------------------------------------ texts

    def action_help(self) -> None:
        """Show the help for the current screen and its keys."""
        screen = self.screen
        guide = screen.guide() if isinstance(screen, HasGuide) else Guide()
        self.push_screen(screens.help.HelpScreen(self.look, screen, guide))

    def show_rules(self, game: str, heading: str = "") -> None:
        """Show the rules of a game, at a heading if one is given.

        From the help for a page of rules or for its contents, this returns to that page.
        Otherwise, a player could stack any number of pages.
        """
        above = (screens.help.HelpScreen, screens.rules.ContentsScreen)
        stack = [*self.screen_stack]
        while isinstance(stack[-1], above):
            stack.pop()
        if isinstance(stack[-1], screens.rules.RulesScreen):
            while self.screen is not stack[-1]:
                self.pop_screen()
        else:
            self.push_screen(screens.rules.RulesScreen(self.look, game, heading))

    def action_rules(self) -> None:
        """Show the rules."""
        self.show_rules(self.game)

    def show_log(self, told: Sequence[Told], event_describer: EventDescriber, look: Look) -> None:
        """Show the whole log of a game in the look of its table."""
        self.push_screen(screens.texts.LogScreen(look, told, event_describer))


async def _wait_until_open(screen: Screen[ScreenResultType]) -> None:
    """Wait until a screen is open, if it is being opened."""
    await wait_until_open(screen, _LONGEST_OPENING)


def is_closed(screen: Widget) -> bool:
    """Return whether a screen is closed or is being closed, when its widgets are removed.

    A screen checks this after each wait, since it must show nothing once it is closed.
    """
    return not screen.is_attached or not screen.display
