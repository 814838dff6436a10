"""The interface of the app for its screens: services, and the way to other screens.

Screens import these classes and never the app or each other, so no import cycle arises.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from regicide_tui.games.base import Json
from regicide_tui.play.history import Start
from regicide_tui.play.paths import Paths
from regicide_tui.play.saves.saves_folder import SaveLabel
from regicide_tui.play.settings import Settings
from regicide_tui.play.table import Table, Told
from regicide_tui.thinking.bot_thread import Thinker
from regicide_tui.tui.input.slips import Slips
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.lines import EventDescriber
from regicide_tui.tui.save_session import SaveSession
from regicide_tui.tui.startup.early import HangupWatch
from regicide_tui.tui.textual_internals import HookedApp

if TYPE_CHECKING:
    from regicide_tui.games.practice import Puzzle
    from regicide_tui.thinking.external_bot import ExternalBot
    from regicide_tui.tui.startup.early import EarlyTerminal
    from regicide_tui.tui.startup.first import FirstPicture


class TableApp(HookedApp):
    """The interface of any app with tables, at home and on a server."""

    settings: Settings
    look: Look
    game: str
    """The game that was played last. New games, lessons and puzzles are of this game at first."""
    slips: Slips
    held: bool
    """Whether drawing waits, because the first picture is still on the terminal."""

    async def change_setting(self, keys: tuple[str, ...], value: Json) -> str:
        """Apply one setting and keep it; return the error, or an empty text."""
        raise NotImplementedError

    def show_rules(self, game: str, heading: str = "") -> None:
        """Show the rules of a game, at a heading if one is given."""
        raise NotImplementedError

    def show_log(self, told: Sequence[Told], event_describer: EventDescriber, look: Look) -> None:
        """Show the whole log of a game, in the look of its table."""
        raise NotImplementedError


class HomeApp(TableApp):
    """The interface of the app at the player's own terminal, which keeps games in files."""

    paths: Paths
    save_session: SaveSession
    thinker: Thinker
    """Whom to ask what bots think."""
    external_bot: "ExternalBot | None"
    """The external program that plays as a bot, if there is one."""
    hangup_watch: HangupWatch
    terminal: "EarlyTerminal | None"
    first_picture: "FirstPicture | None"

    def learn_last_game(self, labels: Sequence[SaveLabel]) -> None:
        """Set the game that was played last from the saves, which begin with the newest."""
        raise NotImplementedError

    @property
    def game_or_last(self) -> str:
        """The game that was played last; empty while the saves have not been read."""
        raise NotImplementedError

    # ------------------------------------------------------------ games

    async def deal(self, start: Start, seats: tuple[str, ...], bots: tuple[str, ...] = ()) -> None:
        """Deal a new game; an empty seed means a random one. Raises `BadSetup`."""
        raise NotImplementedError

    async def deal_first(self, game: str) -> None:
        """Deal a game for the fewest players that can play it; opponents are bots."""
        raise NotImplementedError

    async def play_again(self, table: Table) -> None:
        """Begin the same game again, with the same cards and players."""
        raise NotImplementedError

    async def play_next(self, table: Table) -> None:
        """Deal new cards to the same players by the same rules, or the next game of a match."""
        raise NotImplementedError

    async def play_from(self, saved: Table) -> None:
        """Start a new game from the position of a replay."""
        raise NotImplementedError

    async def play_daily(self, day: str) -> None:
        """Resume the deal of a day, show its result, or deal it."""
        raise NotImplementedError

    async def deal_day_again(self, day: str) -> None:
        """Deal a day again. Only the first attempt counts."""
        raise NotImplementedError

    async def resume(self) -> None:
        """Resume the newest unfinished game."""
        raise NotImplementedError

    async def open_file(self, path: Path, keep_in: Path | None) -> str:
        """Open a save; return the error, or an empty text."""
        raise NotImplementedError

    def save_as(self, table: Table) -> None:
        """Ask for a name and save the position under it, in a file of its own."""
        raise NotImplementedError

    # ------------------------------------------------------------ screens

    async def show_puzzle(self, puzzle: "Puzzle") -> None:
        """Show a puzzle. It is not saved."""
        raise NotImplementedError

    def try_again(self, puzzle: "Puzzle") -> None:
        """Show a mistake of a reviewed game as a puzzle, above the review."""
        raise NotImplementedError

    async def show_lesson(self, game: str, number: int) -> None:
        """Begin a lesson. It is not saved."""
        raise NotImplementedError

    async def note_lesson(self, game: str, number: int, *, done: bool = True) -> None:
        """Record that a lesson was begun or finished; ignore a file that can't be written."""
        raise NotImplementedError

    def show_result(self, table: Table, *, ended: bool = False) -> None:
        """Show the result of a game; a game that `ended` just now is added to the statistics."""
        raise NotImplementedError

    def show_replay(self, saved: Table, at: int = 0) -> None:
        """Show a replay of a game, at the point after `at` actions."""
        raise NotImplementedError

    def show_review(self, saved: Table) -> None:
        """Show the review of a game, or go back to it if it is already open."""
        raise NotImplementedError

    async def leave_replay(self) -> None:
        """Leave a replay or review."""
        raise NotImplementedError
