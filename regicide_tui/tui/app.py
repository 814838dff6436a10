"""The app: which screen is open, which game is played, and where it is saved."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace
from textual.app import App
from textual.screen import Screen

from regicide_tui.play.dealing import deal
from regicide_tui.play.history import Start
from regicide_tui.play.places import Places
from regicide_tui.play.saves import files
from regicide_tui.play.saves.codec import BadSave, Saved
from regicide_tui.play.saves.files import SaveError
from regicide_tui.play.saves.shelf import Shelf
from regicide_tui.play.settings import Settings
from regicide_tui.play.table import Table
from regicide_tui.tui.commands import Command
from regicide_tui.tui.keeper import Keeper
from regicide_tui.tui.look import Look
from regicide_tui.tui.opening import Opening
from regicide_tui.tui.palette import THEMES, Palette, colours_of
from regicide_tui.tui.regicide.scene import Scene
from regicide_tui.tui.screens.table import TableScreen
from regicide_tui.tui.symbols import DRAWN, PLAIN

if TYPE_CHECKING:
    from regicide_tui.games.regicide.puzzles import Puzzle
    from regicide_tui.play.puzzles import Solved


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
        self.keeper = Keeper(self.shelf, self._tell)
        self.last_words = ""
        """What to print once the screen is restored: why the game is not saved, if so."""
        self._opening = opening
        self._when_ready = ready
        self._event_loop: asyncio.AbstractEventLoop | None = None

    # ------------------------------------------------------------ opening and leaving

    def get_default_screen(self) -> Screen[None]:
        """Return the screen the app opens with."""
        opening = self._opening
        if opening.saved is None:
            return self._menu(opening.sentence)
        if opening.replay:
            return self._replay(opening.saved)
        self.keeper.begin(opening.path)
        return self._table(opening.saved, opening.sentence)

    def on_mount(self) -> None:
        """Begin to save the game one opened with, once it is on the screen."""
        self._event_loop = asyncio.get_running_loop()
        self.call_after_refresh(self._settle_in)

    def _settle_in(self) -> None:
        self._when_ready()
        opening = self._opening
        if opening.saved is not None and not opening.replay:
            self.keeper.hold()
            if opening.fresh:
                self.keeper.save(opening.saved)

    async def action_quit(self) -> None:
        """Write what waits to be written, and end."""
        self.last_words = await asyncio.to_thread(self.keeper.finish)
        self.exit()

    def leave_soon(self) -> None:
        """End, asked from outside the app's own loop, as a signal handler is."""
        if self._event_loop is not None:
            self._event_loop.call_soon_threadsafe(lambda: self.run_worker(self.action_quit()))

    # ------------------------------------------------------------ saving

    def _tell(self, sentence: str) -> None:
        """Show a sentence at the table, and whether the game can't be saved now."""
        for screen in self.screen_stack:
            if isinstance(screen, TableScreen):
                screen.tell(sentence, unsaved=self.keeper.unsaved)

    def save_as(self, table: Table) -> None:
        """Ask for a name and keep the position under it, beside the running game."""
        from regicide_tui.tui.screens.ask import AskName

        async def keep(name: str | None) -> None:
            if not name:
                return
            named = replace(table.saved, name=name)
            try:
                await asyncio.to_thread(files.keep, self.shelf.new_path(name), named)
            except SaveError as error:
                self._tell(str(error))
            else:
                self._tell(f"Kept as {name}.")

        self.push_screen(AskName(), keep)

    # ------------------------------------------------------------ games

    async def deal(self, start: Start, seats: tuple[str, ...]) -> None:
        """Deal a new game; without a seed, a new one. Raises `BadSetup`."""
        await self._sit_down(deal(start, seats))

    async def play_again(self, table: Table) -> None:
        """Begin the same game again, with the same cards and players."""
        saved = table.saved
        await self._sit_down(replace(saved, history=saved.history.at(0).forget(), undos=0))

    async def play_from(self, saved: Saved) -> None:
        """Play on from where a replay stands, as a new game."""
        await self._sit_down(replace(saved, name="", undos=0))

    async def resume(self) -> None:
        """Go on with the newest unfinished game."""
        found = await asyncio.to_thread(self.shelf.newest_unfinished)
        if found is None:
            await self.show_menu("There is no game to resume.")
        else:
            await self._sit_down(found[1], found[0], fresh=False)

    async def open_file(self, path: Path, keep_in: Path | None) -> str:
        """Open a save; return an empty text, or why that can't be done."""
        try:
            saved = await asyncio.to_thread(files.read, path)
        except BadSave as error:
            return str(error)
        except OSError as error:
            return f"It can't be opened: {files.why(error)}"
        await self._sit_down(replace(saved, name=""), keep_in, saved.name, fresh=False)
        return ""

    async def _sit_down(
        self, saved: Saved, path: Path | None = None, sentence: str = "", *, fresh: bool = True
    ) -> None:
        """Play this game, kept in its own file or, without one, in a new one.

        A fresh game is saved at once, one that was only opened when something changes.
        """
        fault = await self.keeper.let_go()
        self.keeper.begin(path)
        self.keeper.hold()
        if fresh:
            self.keeper.save(saved)
        self._only(self._table(saved, fault or sentence))

    def _only(self, screen: Screen[None]) -> None:
        """Make this the screen, above the one the app opened with, which can't be taken away."""
        while len(self.screen_stack) > 2:
            self.pop_screen()
        if len(self.screen_stack) == 2:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    # ------------------------------------------------------------ screens

    async def show_menu(self, sentence: str = "") -> None:
        """Go to the menu, once the game is on the disk, so that it can be resumed from there."""
        fault = await self.keeper.let_go()
        self._only(self._menu(fault or sentence))

    async def action_menu(self) -> None:
        """Go to the menu."""
        await self.show_menu()

    def action_new_game(self) -> None:
        """Set up a game."""
        from regicide_tui.tui.screens.new_game import NewGameScreen

        self.push_screen(NewGameScreen(self.look, self.settings.names))

    def action_saves(self) -> None:
        """Show the saved games."""
        from regicide_tui.tui.screens.saves import SavesScreen

        self.push_screen(SavesScreen(self.look, self.shelf))

    def action_puzzles(self) -> None:
        """Show the puzzles."""
        from regicide_tui.tui.screens.puzzles import PuzzlesScreen

        self.push_screen(PuzzlesScreen(self.look, self._solved()))

    async def show_puzzle(self, puzzle: "Puzzle") -> None:
        """Try a puzzle; it is kept nowhere."""
        from regicide_tui.tui.screens.puzzles import PuzzleScreen

        await self.keeper.let_go()
        self._only(PuzzleScreen(self.look, puzzle, self._solved()))

    def _solved(self) -> "Solved":
        from regicide_tui.play.puzzles import SOLVED, Solved

        return Solved(self.shelf.folder.parent / SOLVED)

    def action_lessons(self) -> None:
        """Show the lessons."""
        from regicide_tui.tui.screens.tutorial import LessonsScreen

        self.push_screen(LessonsScreen(self.look))

    async def show_lesson(self, number: int) -> None:
        """Begin a lesson; it is kept nowhere."""
        from regicide_tui.tui.screens.tutorial import LessonScreen

        await self.keeper.let_go()
        self._only(LessonScreen(self.look, number))

    def show_result(self, table: Table) -> None:
        """Show how a game ended."""
        from regicide_tui.tui.screens.result import ResultScreen

        self.push_screen(ResultScreen(self.look, table))

    async def show_replay(self, saved: Saved) -> None:
        """Step through a game."""
        await self.keeper.let_go()
        self._only(self._replay(saved))

    def show_help(self, scene: Scene, commands: list[Command]) -> None:
        """Explain a moment of the game."""
        from regicide_tui.tui.screens.ask import HelpScreen, explain

        self.push_screen(HelpScreen(explain(scene), commands))

    def show_keys(self, commands: tuple[Command, ...]) -> None:
        """List keys."""
        from regicide_tui.tui.screens.ask import HelpScreen

        self.push_screen(HelpScreen("", commands))

    def copy_transcript(self, saved: Saved) -> None:
        """Send a game's transcript to the terminal's clipboard."""
        from regicide_tui.play.transcript import write_transcript

        self.copy_to_clipboard(write_transcript(saved))

    def _table(self, saved: Saved, sentence: str) -> Screen[None]:
        return TableScreen(Table(saved, self.keeper.save), self.look, sentence)

    def _menu(self, sentence: str) -> Screen[None]:
        from regicide_tui.tui.screens.menu import MenuScreen

        return MenuScreen(self.look, self.shelf, sentence)

    def _replay(self, saved: Saved) -> Screen[None]:
        from regicide_tui.tui.screens.replay import ReplayScreen

        return ReplayScreen(Table(saved), self.look)
