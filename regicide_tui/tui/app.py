"""The app: which screen is open, which game is played, and where it is saved."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from msgspec.structs import replace
from textual.app import App
from textual.screen import Screen

from regicide_tui.play.dealing import deal
from regicide_tui.play.history import Start
from regicide_tui.play.places import Places
from regicide_tui.play.saves import files
from regicide_tui.play.saves.autosave import Autosave
from regicide_tui.play.saves.codec import BadSave, Saved
from regicide_tui.play.saves.files import SaveError
from regicide_tui.play.saves.shelf import Shelf
from regicide_tui.play.settings import Settings
from regicide_tui.play.table import Table
from regicide_tui.tui.commands import Command
from regicide_tui.tui.look import Look
from regicide_tui.tui.opening import Opening
from regicide_tui.tui.palette import THEMES, Palette, colours_of
from regicide_tui.tui.regicide.scene import Scene
from regicide_tui.tui.screens.table import TableScreen
from regicide_tui.tui.symbols import DRAWN, PLAIN

PATIENCE = 1.0
"""Seconds an action waits for a slow disk."""


class RegicideApp(App[None]):
    """One player's app. It holds no state outside itself: many can live in one process."""

    TITLE = "Regicide"
    ENABLE_COMMAND_PALETTE = False

    def __init__(
        self,
        places: Places,
        settings: Settings,
        opening: Opening,
        *,
        plain: bool = False,
        ready: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__()
        theme = THEMES[settings.theme]
        self.register_theme(theme)
        self.theme = theme.name
        self.settings = settings
        self.shelf = Shelf(places.saves)
        self.look = Look(
            Palette(colours_of(theme), settings.four_colours), PLAIN if plain else DRAWN
        )
        self._opening = opening
        self._when_ready = ready
        self._table_screen: TableScreen | None = None
        self._path: Path | None = None
        self._autosave: Autosave | None = None
        self._event_loop: asyncio.AbstractEventLoop | None = None

    # ------------------------------------------------------------ opening and leaving

    def get_default_screen(self) -> Screen[None]:
        """Return the screen the app opens with."""
        opening = self._opening
        if opening.saved is None:
            return self._menu(opening.sentence)
        if opening.replay:
            return self._replay(opening.saved)
        self._path = opening.path
        self._table_screen = TableScreen(Table(opening.saved, self._save), self.look)
        return self._table_screen

    def on_mount(self) -> None:
        """Begin to save the game one opened with, once it is on the screen."""
        self._event_loop = asyncio.get_running_loop()
        self.call_after_refresh(self._settle_in)

    def _settle_in(self) -> None:
        self._when_ready()
        if self._table_screen is not None:
            self._take_hold()
            if self._path is None:
                self._save(self._table_screen.table.saved)
            self._tell(self._opening.sentence)

    def leave(self) -> None:
        """Write what waits to be written, and end."""
        self.run_worker(self._leave(), exclusive=True)

    async def action_quit(self) -> None:
        """Textual's own way to quit: not before everything is written."""
        await self._leave()

    def leave_soon(self) -> None:
        """End, asked from outside the app's own loop, as a signal handler is."""
        if self._event_loop is not None:
            self._event_loop.call_soon_threadsafe(self.leave)

    async def _leave(self) -> None:
        await self._let_go()
        self.exit()

    # ------------------------------------------------------------ saving

    async def settled(self) -> None:
        """Wait, but not for ever, until the last action is on disk."""
        autosave = self._autosave
        if autosave is not None and autosave.busy:
            await asyncio.to_thread(autosave.settled, PATIENCE)

    def _save(self, saved: Saved) -> None:
        """Save the game that is played, as the table asks after every change."""
        self._take_hold().save(saved)

    def _take_hold(self) -> Autosave:
        """Begin to save into the game's own file, or a new one; return what does it."""
        if self._autosave is None:
            path = self._path or self.shelf.new_path()
            self._autosave = Autosave(path, self.shelf.new_path, self._report_saving)
        return self._autosave

    def _report_saving(self, sentence: str | None) -> None:
        """Called from the saving thread: tell the player."""
        if self._event_loop is not None:
            with suppress(RuntimeError):  # the loop is closed: nobody is left to tell
                self._event_loop.call_soon_threadsafe(
                    self._tell, sentence or "The game is saved again."
                )

    def _tell(self, sentence: str) -> None:
        """Show a sentence at the table, and whether the game can't be saved now."""
        if self._table_screen is not None and sentence:
            unsaved = self._autosave is not None and self._autosave.failing
            self._table_screen.tell(sentence, unsaved=unsaved)

    def _drop_autosave(self) -> None:
        """Let go of the old game without waiting for the disk."""
        self._table_screen = None
        if self._autosave is not None:
            self.run_worker(asyncio.to_thread(self._autosave.close))
            self._autosave = None

    async def _let_go(self) -> None:
        autosave, self._autosave = self._autosave, None
        if autosave is not None:
            await asyncio.to_thread(autosave.close)

    def save_as(self, table: Table) -> None:
        """Ask for a name and keep the position under it, beside the running game."""
        from regicide_tui.tui.screens.ask import AskName

        async def keep(name: str | None) -> None:
            if not name:
                return
            named = replace(table.saved, name=name)
            try:
                await asyncio.to_thread(files.write, self.shelf.new_path(name), named)
            except SaveError as error:
                self._tell(str(error))
            else:
                self._tell(f"Kept as {name}.")

        self.push_screen(AskName(), keep)

    # ------------------------------------------------------------ games

    def deal(self, start: Start, seats: tuple[str, ...]) -> None:
        """Deal a new game; without a seed, a new one. Raises `BadSetup`."""
        self._sit_down(deal(start, seats), None)

    def play_again(self, table: Table) -> None:
        """Deal the same cards to the same players again."""
        self.deal(table.saved.history.start, table.seats)

    def play_from(self, saved: Saved) -> None:
        """Play on from where a replay stands, as a new game."""
        self._sit_down(Saved(saved.history, saved.seats), None)

    async def resume(self) -> None:
        """Go on with the newest unfinished game."""
        found = await asyncio.to_thread(self.shelf.newest_unfinished)
        if found is None:
            self.show_menu("There is no game to resume.")
        else:
            self._sit_down(found[1], found[0])

    async def open_file(self, path: Path, keep_in: Path | None) -> str:
        """Open a save; return an empty text, or why that can't be done."""
        try:
            saved = await asyncio.to_thread(files.read, path)
        except BadSave as error:
            return str(error)
        except OSError as error:
            return f"It can't be opened: {files.why(error)}"
        self._sit_down(replace(saved, name=""), keep_in, saved.name)
        return ""

    def _sit_down(self, saved: Saved, path: Path | None, sentence: str = "") -> None:
        """Play this game, kept in its own file or, without one, in a new one."""
        self._drop_autosave()
        self._path = path
        self._table_screen = TableScreen(Table(saved, self._save), self.look)
        self._take_hold()
        if path is None:
            self._save(saved)
        self._only(self._table_screen)
        self.call_after_refresh(self._tell, sentence)

    def _only(self, screen: Screen[None]) -> None:
        """Make this the screen, above the one the app opened with, which can't be taken away."""
        while len(self.screen_stack) > 2:
            self.pop_screen()
        if len(self.screen_stack) == 2:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    # ------------------------------------------------------------ screens

    def show_menu(self, sentence: str = "") -> None:
        """Go to the menu."""
        self._drop_autosave()
        self._only(self._menu(sentence))

    def show_new_game(self) -> None:
        """Set up a game."""
        from regicide_tui.tui.screens.new_game import NewGameScreen

        self.push_screen(NewGameScreen(self.look, self.settings.names))

    def show_saves(self) -> None:
        """Show the saved games."""
        from regicide_tui.tui.screens.saves import SavesScreen

        self.push_screen(SavesScreen(self.look, self.shelf))

    def show_result(self, table: Table) -> None:
        """Show how a game ended."""
        from regicide_tui.tui.screens.result import ResultScreen

        self.push_screen(ResultScreen(self.look, table))

    def show_replay(self, saved: Saved) -> None:
        """Step through a game."""
        self._drop_autosave()
        self._only(self._replay(saved))

    def show_help(self, scene: Scene) -> None:
        """Explain a moment of the game."""
        from regicide_tui.tui.commands import TABLE
        from regicide_tui.tui.screens.ask import HelpScreen, explain

        self.push_screen(HelpScreen(explain(scene), TABLE))

    def show_keys(self, commands: tuple[Command, ...]) -> None:
        """List keys."""
        from regicide_tui.tui.screens.ask import HelpScreen

        self.push_screen(HelpScreen("", commands))

    def copy_transcript(self, saved: Saved) -> None:
        """Send a game's transcript to the terminal's clipboard."""
        from regicide_tui.play.transcript import write_transcript

        self.copy_to_clipboard(write_transcript(saved))

    def _menu(self, sentence: str) -> Screen[None]:
        from regicide_tui.tui.screens.menu import MenuScreen

        return MenuScreen(self.look, self.shelf, sentence)

    def _replay(self, saved: Saved) -> Screen[None]:
        from regicide_tui.tui.screens.replay import ReplayScreen

        return ReplayScreen(Table(saved), self.look)
