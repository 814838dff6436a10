"""What every app has in which one sits at tables: its looks, its keys, and what one can read."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Unpack

from rich.color import ColorSystem
from rich.console import RenderableType
from textual.await_complete import AwaitComplete
from textual.binding import BindingType
from textual.dom import DOMNode
from textual.events import Key
from textual.screen import Screen, ScreenResultType
from textual.widget import Widget

from regicide_tui import games
from regicide_tui.play.settings import Settings
from regicide_tui.play.table_view import Told
from regicide_tui.terminal import Colours
from regicide_tui.tui.input.commands import PALETTE, REPAINT, bindings
from regicide_tui.tui.look import Look, look_for, palette_for, symbols_for
from regicide_tui.tui.navigation import TableApp
from regicide_tui.tui.rendering.palette import Palette
from regicide_tui.tui.rendering.symbols import Symbols
from regicide_tui.tui.rendering.themes import THEMES
from regicide_tui.tui.terminal.updates import Changes, is_shown
from regicide_tui.tui.terminal.wire import Wire
from regicide_tui.tui.textual_internals import CompositorUpdate, Mounting, wait_until_open
from regicide_tui.tui.widgets.painted import Painted
from regicide_tui.tui.widgets.table.log import Teller

if TYPE_CHECKING:
    from regicide_tui.tui.input.inventory import Item

_LONGEST_OPENING = 1.0
"""Seconds that a screen may need to open before it is closed all the same."""

_FEW: Mapping[ColorSystem | None, Colours] = {
    ColorSystem.STANDARD: "16",
    ColorSystem.EIGHT_BIT: "256",
}
"""The colours of a terminal, by Rich's names for them; all others are true."""


class CardApp(TableApp):
    """An app that shows tables. It holds no state outside itself: many can live in one process.

    What it answers at its end is what is still to be said.
    """

    TITLE = "Regicide"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = list(bindings((PALETTE, REPAINT)))

    def __init__(
        self,
        settings: Settings,
        *,
        plain: bool = False,
        colourless: bool = False,
        colours: Colours | None = None,
    ) -> None:
        # Where there are to be no colours, Textual must not turn them into greys either.
        super().__init__(ansi_color=True if colourless else None)
        self.wire = Wire(colours or _FEW.get(self.console._color_system, "truecolor"))
        self.held = False
        """Whether nothing is drawn yet, because a picture from before the app stands there."""
        self._drawn = False
        self.settings = settings
        self._plain = plain
        self._colourless = colourless
        self._palette()  # Textual's own widgets have the theme, too
        self.look = look_for(settings, plain=plain, colourless=colourless)
        if settings.keys:
            self.set_keymap(self.look.keymap.bound())
        self.game = games.first()
        """The game that was played last, which new games, lessons and the like begin with."""

    # ------------------------------------------------------------ the terminal

    def action_help_quit(self) -> None:
        """Quit: `ctrl+c` does so everywhere, also before there is a screen that says it."""
        self.exit()

    def show_picture(
        self, screen: Screen[ScreenResultType], picture: RenderableType | None
    ) -> None:
        """Write what is to be seen: only the cells that change, and nothing if none does."""
        if self.held and len(self.screen_stack) == 1:
            return
        self.release()  # a key that came early may have opened another screen
        if isinstance(picture, CompositorUpdate):
            still = self.cursor_position == self.terminal_cursor
            idle = still and is_shown(self.wire, picture)
            synchronised = self.terminal_is_synchronised
            picture = None if idle else Changes(self.wire, picture, synchronised=synchronised)
        super().show_picture(screen, picture)

    def begin_picture(self) -> None:
        """Leave it to the update whether it is to be seen all at once."""

    def end_picture(self) -> None:
        """End nothing, since nothing was begun."""

    def release(self) -> None:
        """Draw from now on."""
        self.held, self._drawn = False, True

    def on_resize(self) -> None:
        """Paint everything anew, even if the size is what it was: who knows what came between."""
        if self._drawn:
            self.action_repaint()

    def action_repaint(self) -> None:
        """Paint everything anew, because something else wrote on the terminal."""
        self.wire.forget()
        self.screen.refresh(layout=True)

    def on_key(self, event: Key) -> None:
        """Give a question what was typed before it was quite open, which nobody else has taken."""
        if not (event.is_printable and event.character):
            return
        from regicide_tui.tui.screens.ask import AskText

        if isinstance(self.screen, AskText):
            self.screen.take(event.character)

    async def obey_key(self, key: str, priority: bool = False) -> bool:
        """Do what a key means, but not before the screen it means it at is open.

        Until then the screen has none of its parts. Once the app ends, no key means anything.
        """
        if self.is_ending:
            return True
        opened = None
        while self.screen is not opened:  # another may be opened while one waits
            opened = self.screen
            await _opened(opened)
        return await super().obey_key(key, priority)

    # ------------------------------------------------------------ looks

    def set_up(self, settings: Settings) -> None:
        """Take other settings, and show everything on the screen by them."""
        self.settings = settings
        compact = settings.density == "compact"
        self.look.change(self._palette(), self._symbols(), compact=compact)
        for screen in self.screen_stack:
            for widget in screen.query(Painted):
                widget.repaint_whole()
            screen.refresh(layout=True)

    def _palette(self) -> Palette:
        """Make the theme of the settings the app's, and return its styles."""
        name = "none" if self._colourless else self.settings.theme
        self.register_theme(THEMES[name])
        self.theme = THEMES[name].name
        return palette_for(self.settings, colourless=self._colourless)

    def _symbols(self) -> Symbols:
        return symbols_for(self.settings, plain=self._plain, colourless=self._colourless)

    # ------------------------------------------------------------ screens

    def pop_screen(self) -> AwaitComplete:
        """Close the screen on top; the first one stays, also if it is closed twice."""
        return super().pop_screen() if len(self.screen_stack) > 1 else AwaitComplete()

    async def close_screen(self, screen: Screen[ScreenResultType]) -> Screen[ScreenResultType]:
        """Close a screen, but not before it is open: until then it has not all its parts."""
        await _opened(screen)
        return await super().close_screen(screen)

    def exit(
        self, result: str | None = None, return_code: int = 0, message: RenderableType | None = None
    ) -> None:
        """End the app, but not before its screens are open: from now on nothing is mounted."""
        if self.screens_being_opened:
            self.call_later(self._exit_once_open, result, return_code, message)
        else:
            super().exit(result, return_code, message)

    async def _exit_once_open(
        self, result: str | None, return_code: int, message: RenderableType | None
    ) -> None:
        await self._all_opened()
        super().exit(result, return_code, message)

    def take_up(
        self, parent: DOMNode, *widgets: Widget, **options: Unpack[Mounting]
    ) -> list[Widget]:
        """Take up parts of a screen; none any more once the app ends, as they get no parts."""
        return [] if self.is_ending else super().take_up(parent, *widgets, **options)

    async def shut_down(self) -> None:
        """End, also if nobody has asked for it."""
        await self._all_opened()
        await super().shut_down()

    async def _all_opened(self) -> None:
        for screen in self.screens_being_opened:
            await _opened(screen)

    def action_palette(self) -> None:
        """Offer everything that can be done on this screen."""
        from regicide_tui.tui.screens.command_palette import CommandPalette, items_of

        async def run(item: "Item | None") -> None:
            if item is not None:
                await self.run_action(item.action, item.node)

        items = items_of(self.screen, self.look.keymap, self.settings_lines())
        self.push_screen(CommandPalette(self.look, items), run)

    def settings_lines(self) -> "list[Item]":
        """Return the lines of the command palette that change a setting; here there are none."""
        return []

    def action_help(self) -> None:
        """Explain the screen one is at, and its keys."""
        from regicide_tui.tui.input.guide import Guide, Guided
        from regicide_tui.tui.screens.texts.help import HelpScreen

        screen = self.screen
        guide = screen.guide() if isinstance(screen, Guided) else Guide()
        self.push_screen(HelpScreen(self.look, screen, guide))

    def show_rules(self, game: str, heading: str = "") -> None:
        """Show the rules of a game, from a heading on."""
        from regicide_tui.tui.screens.texts.rules import RulesScreen

        self.push_screen(RulesScreen(self.look, game, heading))

    def action_rules(self) -> None:
        """Show the rules."""
        self.show_rules(self.game)

    def show_log(self, told: Sequence[Told], teller: Teller, look: Look) -> None:
        """Show the whole log of a game, which looks as its table does."""
        from regicide_tui.tui.screens.tables.log import LogScreen

        self.push_screen(LogScreen(look, told, teller))


async def _opened(screen: Screen[ScreenResultType]) -> None:
    """Wait until a screen is open, if it is being opened."""
    await wait_until_open(screen, _LONGEST_OPENING)
