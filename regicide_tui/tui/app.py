"""The app at home: its screens, the current game, and where that game is saved."""

import asyncio
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace
from textual.driver import Driver
from textual.geometry import Offset
from textual.screen import Screen

from regicide_tui import games
from regicide_tui.bots.roster import fit_levels, name_players, tell_replaced
from regicide_tui.games.base import Json
from regicide_tui.play.dealing import (
    daily_start,
    deal,
    deal_following,
    find_daily_deal,
    last_players,
)
from regicide_tui.play.history import Start
from regicide_tui.play.paths import Paths, shorten_home
from regicide_tui.play.saves import files
from regicide_tui.play.saves.files import SaveError
from regicide_tui.play.saves.saves_folder import SaveLabel, SavesFolder, Trash
from regicide_tui.play.session import LocalSession, ReplaySession
from regicide_tui.play.settings import Settings
from regicide_tui.play.statistics import Records
from regicide_tui.play.table import Table
from regicide_tui.terminal import Colours
from regicide_tui.thinking.bot_thread import BotThread
from regicide_tui.tui import screens
from regicide_tui.tui.card_app import CardApp
from regicide_tui.tui.input.commands import SUSPEND, bindings
from regicide_tui.tui.save_session import SaveSession
from regicide_tui.tui.screens.home_table import HomeTable
from regicide_tui.tui.startup.early import HangupWatch
from regicide_tui.tui.startup.page import Opening, opened_position, why_no_table
from regicide_tui.tui.table.game_ui import has_table
from regicide_tui.tui.terminal.driver import ClickDriver

if TYPE_CHECKING:
    from regicide_tui.games.practice import Puzzle
    from regicide_tui.play.practice import SolvedFile
    from regicide_tui.thinking.external_bot import ExternalBot
    from regicide_tui.tui.startup.early import EarlyTerminal
    from regicide_tui.tui.startup.first import FirstPicture


class RegicideApp(CardApp):
    """The app at the player's own terminal. It saves games in files."""

    BINDINGS = bindings((SUSPEND,))

    def __init__(
        self,
        paths: Paths,
        settings: Settings,
        opening: Opening,
        *,
        plain: bool = False,
        colours: Colours = "truecolor",
        light: bool = False,
        external_bot: "ExternalBot | None" = None,
        ready: Callable[[], None] = lambda: None,
        hangup_watch: HangupWatch | None = None,
        terminal: "EarlyTerminal | None" = None,
        first_picture: "FirstPicture | None" = None,
    ) -> None:
        super().__init__(settings, plain=plain, colours=colours, light=light)
        self.paths = paths
        self.saves_folder = SavesFolder(paths.saves)
        self.trash = Trash(self.saves_folder)
        self.save_session = SaveSession(self.saves_folder, self.show_sentence)
        self.thinker = BotThread()
        self.external_bot = external_bot
        self.exit_message = ""
        """The text to print after the app has ended: why the game is not saved, or empty."""
        self._recalled = opening.saved is not None
        self._menu_facts = first_picture.menu_facts if first_picture else None
        self.terminal, self.first_picture = terminal, first_picture
        if first_picture is not None:
            self.wire = first_picture.wire
            self.leave_cursor_at(Offset(*first_picture.cursor))
            self.held = True
        self._opening = opening
        self._when_ready = ready
        self._event_loop: asyncio.AbstractEventLoop | None = None
        self._leaving = False
        self.hangup_watch = hangup_watch or HangupWatch()
        self.hangup_watch.on_exit = self._end_others

    # ------------------------------------------------------------ the terminal

    def get_driver_class(self) -> type[Driver]:
        """Return the driver of the terminal: on Linux one that asks for fewer mouse reports."""
        chosen = super().get_driver_class()
        if chosen.__name__ != "LinuxDriver":
            return chosen

        return ClickDriver

    def release(self) -> None:
        """Start to draw, over the first frame."""
        if self.held and self.terminal is not None and self.terminal.resized:
            self.wire.forget()
        super().release()

    def action_suspend_process(self) -> None:
        """Stop the processes of this job, unless there is no shell to continue them."""
        if os.name != "nt" and os.getpgrp() == os.getsid(0):  # no parent in the same session
            self.show_sentence("Can't suspend: there is no shell to go back to.")
        else:
            super().action_suspend_process()

    def crash(self) -> None:
        """End; the command line then reports the crash and where the crash report is."""
        self.close_at_once()

    async def keep_setting(self, keys: tuple[str, ...], value: Json) -> str:
        """Write a setting to the file; return the error, or an empty string."""
        from regicide_tui.play.settings_file import UnwrittenSettings, write_setting

        try:
            await asyncio.to_thread(write_setting, self.paths.settings, keys, value)
        except UnwrittenSettings as error:
            return str(error)
        return ""

    # ------------------------------------------------------------ opening and leaving

    def get_default_screen(self) -> Screen[None]:
        """Return the screen the app opens with."""
        opening = self._opening
        if opening.saved is None:
            return self._menu(opening.sentence)
        if fault := why_no_table(opening.saved):
            return self._menu(fault)
        if opening.replay:
            return self._replay(opening.saved, 0)
        if opening.review:
            return self._review(opening.saved)
        self.save_session.begin(opening.path, opening.saved if opening.fresh else None)
        return self._table(opening.saved, opening.sentence)

    def on_mount(self) -> None:
        """Take over from the first frame once the first screen is painted."""
        self._event_loop = asyncio.get_running_loop()
        self.app_resume_signal.subscribe(self, lambda _: self.action_repaint())
        if self._leaving:  # the request to end came before the loop started
            self.leave_soon()
        self.call_after_refresh(self._finish_start)

    def _finish_start(self) -> None:
        """Replace the first frame, and lock the file of the game the app opened with."""
        if self.held:
            self.release()
            self.screen.refresh(layout=True)
        self._when_ready()
        tables = [screen for screen in self.screen_stack if isinstance(screen, HomeTable)]
        if tables:
            self.save_session.hold()
            if tables[0].table.outcome and not self._opening.fresh:
                self.show_result(tables[0].session.table)

    async def action_quit(self) -> None:
        """Save the game and end the app."""
        self._stop_bots()
        self.exit_message = await self.save_session.end()
        self.exit()

    def on_unmount(self) -> None:
        """Stop the bots, and empty the trash."""
        self._end_others()
        self.trash.empty()

    def _end_others(self) -> None:
        """Stop all bots for good."""
        self.thinker.close()
        if self.external_bot is not None:
            self.external_bot.close()

    def leave_soon(self) -> None:
        """End the app; may be called outside its event loop, for example by a signal handler."""
        self._leaving = True
        if self._event_loop is not None:
            with suppress(RuntimeError):  # the loop has ended already
                self._event_loop.call_soon_threadsafe(self._leave_now)

    def _leave_now(self) -> None:
        if self.is_running and not self.is_ending:
            self.run_worker(self.action_quit())

    # ------------------------------------------------------------ saving

    def show_sentence(self, sentence: str) -> None:
        """Show a sentence at the table, and mark the table if the game can't be saved now."""
        for screen in self.screen_stack:
            if isinstance(screen, HomeTable):
                screen.show_sentence(sentence, unsaved=self.save_session.unsaved)

    async def _close_game(self) -> str:
        """Stop the bots and write the game. Return why it is not saved, or an empty string."""
        self._stop_bots()
        return await self.save_session.let_go()

    def _stop_bots(self) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, HomeTable):
                screen.bot_runner.stop()

    def save_as(self, table: Table) -> None:
        """Ask for a name and save the position under it, in a separate file."""

        async def keep(name: str | None) -> None:
            if not name:
                return
            named = replace(table, name=name, title="")
            try:
                await asyncio.to_thread(files.save_now, self.saves_folder.new_path(name), named)
            except SaveError as error:
                self.show_sentence(str(error))
            else:
                self.show_sentence(f"Saved as '{name}'.")

        self.push_screen(screens.ask.AskName(self.look.keymap), keep)

    # ------------------------------------------------------------ games

    async def deal(self, start: Start, seats: tuple[str, ...], bots: tuple[str, ...] = ()) -> None:
        """Deal a new game; an empty seed means a random one. Raises `BadSetup`."""
        await self._open_table(deal(start, seats, bots))

    async def deal_first(self, game: str) -> None:
        """Deal a game after its lessons: for the fewest players, with bots as opponents."""
        players, people = games.find(game).player_counts[0], self.settings.people
        bots = games.manifest(game).first_opponents if len(people) < players else ()
        if bots:
            people = name_players(bots, [*people, *[""] * players][:players])
        await self.deal(Start(game, players, "", {}), people, bots)

    async def play_again(self, table: Table) -> None:
        """Start the same game again, with the same cards and players."""
        await self._open_table(table.begun_again())

    async def play_next(self, table: Table) -> None:
        """Deal new cards to the same players by the same rules, or the next game of a match."""
        await self._open_table(deal_following(table))

    async def play_from(self, saved: Table) -> None:
        """Start a new game from the position of a replay. The moves after it count as undone."""
        seen = range(saved.history.cursor, len(saved.history.moves))
        undos, peeks = saved.count_undone(seen)
        match = saved.match.call_off(None)
        parted = replace(saved, name="", title="", undos=undos, peeks=peeks, match=match)
        await self._open_table(parted)

    def action_daily(self) -> None:
        """Show the page of the daily deal."""
        self.push_screen(
            screens.daily.DailyScreen(self.look, self.saves_folder, Records(self.paths.records))
        )

    async def deal_day_again(self, day: str) -> None:
        """Deal a daily deal again. Only the first attempt counts."""
        await self.deal(daily_start(day), ())

    async def play_daily(self, day: str) -> None:
        """Resume a daily deal, show its result, or deal it."""
        records = Records(self.paths.records)
        found = await asyncio.to_thread(
            lambda: find_daily_deal(day, self.saves_folder.labels(), records.read())
        )
        fault = await self.open_file(found.path, found.path) if found.path else "none"
        if fault:
            await self.deal(daily_start(day), ())
        elif isinstance(self.screen, HomeTable) and self.screen.table.outcome:
            self.show_result(self.screen.session.table)

    async def resume(self) -> None:
        """Resume the newest unfinished game."""
        found = await asyncio.to_thread(self.saves_folder.newest_unfinished)
        if found is None:
            await self.show_menu("There is no game to resume.")
        else:
            await self._open_table(found[1], found[0], fresh=False)

    async def open_file(self, path: Path, keep_in: Path | None) -> str:
        """Open a save; return the error, or an empty string. Save the game in `keep_in`."""
        saved = await asyncio.to_thread(files.read_or_why_not, path)
        if isinstance(saved, str):
            return saved
        sentence = opened_position(saved)
        await self._open_table(replace(saved, name=""), keep_in, sentence, fresh=False)
        return ""

    async def _open_table(
        self, saved: Table, path: Path | None = None, sentence: str = "", *, fresh: bool = True
    ) -> None:
        """Show a game at its table and save it in `path`, or in a new file if that is None.

        A fresh game is saved at once; an opened game is saved at its first change.
        """
        if fault := why_no_table(saved):
            await self.show_menu(fault)
            return
        fault = await self._close_game()
        self.save_session.begin(path, saved if fresh else None)
        self.save_session.hold()
        self._replace_screens(self._table(saved, fault or sentence))

    def _replace_screens(self, screen: Screen[None]) -> None:
        """Show a screen in place of all others; the screen the app opened with stays below it."""
        while len(self.screen_stack) > 2:
            self.pop_screen()
        if len(self.screen_stack) == 2:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def learn_last_game(self, labels: Sequence[SaveLabel]) -> None:
        """Set the game that was played last from the saves, which start with the newest."""
        known = [label.game for label in labels if has_table(label.game)]
        if known and not self._recalled:
            self.game = known[0]
        self._recalled = True

    @property
    def game_or_last(self) -> str:
        """The game that was played last; empty while the saves have not been read."""
        return self.game if self._recalled else ""

    # ------------------------------------------------------------ screens

    async def show_menu(self, sentence: str = "") -> None:
        """Save the game, then show the menu, which can resume it."""
        fault = await self._close_game()
        self._replace_screens(self._menu(fault or sentence))

    async def action_menu(self) -> None:
        """Go to the menu."""
        await self.show_menu()

    async def action_new_game(self) -> None:
        """Show the form for a new game."""
        last = await asyncio.to_thread(lambda: last_players(self.saves_folder.labels()))
        self.push_screen(screens.new_game.NewGameScreen(self.look, self.game, self.settings, last))

    def action_saves(self) -> None:
        """Show the saved games."""
        self.push_screen(screens.saves.SavesScreen(self.look, self.saves_folder, self.trash))

    def action_puzzles(self) -> None:
        """Show the puzzles."""
        self.push_screen(screens.puzzles.PuzzlesScreen(self.look, self.game, self.solved()))

    async def show_puzzle(self, puzzle: "Puzzle") -> None:
        """Show a puzzle. It is not saved."""
        await self._close_game()
        self.game = puzzle.game
        self._replace_screens(self._attempt(puzzle))

    def try_again(self, puzzle: "Puzzle") -> None:
        """Show a mistake of a reviewed game as a puzzle, above the review."""
        self.push_screen(self._attempt(puzzle))

    def _attempt(self, puzzle: "Puzzle") -> Screen[None]:
        return screens.puzzles.PuzzleScreen(self.look, puzzle, self.solved())

    def solved(self) -> "SolvedFile":
        """Return the file that lists the puzzles and lessons that are done."""
        from regicide_tui.play.practice import SolvedFile

        return SolvedFile(self.paths.solved)

    def action_lessons(self) -> None:
        """Show the lessons."""
        self.push_screen(screens.lessons.LessonsScreen(self.look, self.game, self.solved()))

    async def show_lesson(self, game: str, number: int) -> None:
        """Start a lesson. It is not saved."""
        await self._close_game()
        self.game = game
        self._replace_screens(screens.lessons.LessonScreen(self.look, games.lessons(game), number))
        await self.note_lesson(game, number, done=False)

    async def note_lesson(self, game: str, number: int, *, done: bool = True) -> None:
        """Record that a lesson was started or finished; ignore a file that can't be written."""
        from regicide_tui.play.practice import begun_key, lesson_key

        key = lesson_key(game, number) if done else begun_key(game, number)
        with suppress(SaveError):
            await asyncio.to_thread(self.solved().note, key)

    def action_statistics(self) -> None:
        """Show the statistics."""
        self.push_screen(
            screens.statistics.StatisticsScreen(self.look, self.game, Records(self.paths.records))
        )

    def action_settings(self) -> None:
        """Show the settings."""
        file = shorten_home(self.paths.settings)
        self.push_screen(
            screens.settings.SettingsScreen(
                self.look,
                self.settings,
                [one for one in self.choices if not one.rare],
                self.wire.colours,
                "Names and keys are set in ",
                file,
                game=self.game,
            )
        )

    def show_result(self, table: Table, *, ended: bool = False) -> None:
        """Show the result of a game; a game that `ended` just now is added to the statistics."""
        self.push_screen(
            screens.result.ResultScreen(self.look, table, Records(self.paths.records), ended=ended)
        )

    def show_replay(self, saved: Table, at: int = 0) -> None:
        """Show a replay of a game, at the point after `at` actions."""
        self.push_screen(self._replay(saved, at))

    def show_review(self, saved: Table) -> None:
        """Show the review of a game, or go back to it if it is already open."""
        if any(isinstance(screen, screens.review.ReviewScreen) for screen in self.screen_stack):
            self.pop_screen()
        else:
            self.push_screen(self._review(saved))

    async def leave_replay(self) -> None:
        """Leave a replay or review for the screen below it, or for the menu if there is none."""
        if len(self.screen_stack) > 1:
            self.pop_screen()
        else:
            await self.show_menu()

    def _table(self, saved: Table, sentence: str) -> Screen[None]:
        external_bot = self.external_bot is not None
        sentence = sentence or tell_replaced(saved.game.name, saved.bots)
        saved = replace(saved, bots=fit_levels(saved.game.name, saved.bots, external=external_bot))
        self.game = saved.game.name
        session = LocalSession(saved, self.save_session.save, self.save_session.wait_until_saved)
        return HomeTable(session, self.look, sentence, motion=self.settings.motion)

    def _menu(self, sentence: str) -> Screen[None]:
        facts, self._menu_facts = self._menu_facts, None
        return screens.menu.MenuScreen(self.look, sentence, facts)

    def _replay(self, saved: Table, at: int) -> Screen[None]:
        return screens.replay.ReplayScreen(ReplaySession(saved, at), self.look)

    def _review(self, saved: Table) -> Screen[None]:
        return screens.review.ReviewScreen(self.look, saved)
