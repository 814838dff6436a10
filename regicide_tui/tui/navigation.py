"""What screens may ask of the app in which they are open: the services, and the way to others.

Screens know these classes and never the app itself, so no screen imports another to open it.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from regicide_tui.games.base import Json
from regicide_tui.play.history import Start
from regicide_tui.play.paths import Paths
from regicide_tui.play.saves.codec import Saved
from regicide_tui.play.saves.saves_folder import SaveLabel
from regicide_tui.play.settings import Settings
from regicide_tui.play.table import Table
from regicide_tui.play.table_view import Told
from regicide_tui.thinking.bot_process import BotProcess
from regicide_tui.tui.look import Look
from regicide_tui.tui.save_session import SaveSession
from regicide_tui.tui.terminal.hangup import HangupWatch
from regicide_tui.tui.textual_internals import HookedApp
from regicide_tui.tui.widgets.table.log import Teller

if TYPE_CHECKING:
    from regicide_tui.games.puzzle import Puzzle
    from regicide_tui.thinking.external_bot import ExternalBot
    from regicide_tui.tui.startup.first import FirstPicture
    from regicide_tui.tui.terminal.early import EarlyTerminal


class TableApp(HookedApp):
    """What a screen may ask of any app with tables, at home and on a server."""

    settings: Settings
    look: Look
    game: str
    """The game that was played last, which new games, lessons and the like begin with."""

    def show_rules(self, game: str, heading: str = "") -> None:
        """Show the rules of a game, from a heading on."""
        raise NotImplementedError

    def show_log(self, told: Sequence[Told], teller: Teller, look: Look) -> None:
        """Show the whole log of a game, in the look of its table."""
        raise NotImplementedError


class HomeApp(TableApp):
    """What a screen may ask of the app at a terminal of one's own, which keeps games in files."""

    places: Paths
    save_session: SaveSession
    mind: BotProcess
    """The process in which bots think."""
    guest: "ExternalBot | None"
    """The foreign program that plays, if there is one."""
    connection: HangupWatch
    terminal: "EarlyTerminal | None"
    first: "FirstPicture | None"

    async def change_setting(self, keys: tuple[str, ...], value: Json) -> str:
        """Apply one setting and keep it; return an empty text, or why it can't be kept."""
        raise NotImplementedError

    def recall(self, labels: Sequence[SaveLabel]) -> None:
        """Learn from the saves, the newest first, which game was played last before this run."""
        raise NotImplementedError

    @property
    def game_or_last(self) -> str:
        """The game that was played last; empty if that is to be learned from the saves."""
        raise NotImplementedError

    # ------------------------------------------------------------ games

    async def deal(self, start: Start, seats: tuple[str, ...], bots: tuple[str, ...] = ()) -> None:
        """Deal a new game; without a seed, a new one. Raises `BadSetup`."""
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

    async def play_from(self, saved: Saved) -> None:
        """Play on from where a replay stands, as a new game."""
        raise NotImplementedError

    async def play_daily(self, day: str) -> None:
        """Go on with the deal of a day, show how it ended, or deal it."""
        raise NotImplementedError

    async def deal_day_again(self, day: str) -> None:
        """Deal a day again; the first attempt alone counts."""
        raise NotImplementedError

    async def resume(self) -> None:
        """Go on with the newest unfinished game."""
        raise NotImplementedError

    async def open_file(self, path: Path, keep_in: Path | None) -> str:
        """Open a save; return an empty text, or why that can't be done."""
        raise NotImplementedError

    def save_as(self, table: Table) -> None:
        """Ask for a name and keep the position under it, beside the running game."""
        raise NotImplementedError

    # ------------------------------------------------------------ screens

    async def show_puzzle(self, puzzle: "Puzzle") -> None:
        """Try a puzzle; it is kept nowhere."""
        raise NotImplementedError

    def try_again(self, puzzle: "Puzzle") -> None:
        """Try a mistake of a reviewed game again, over the review."""
        raise NotImplementedError

    async def show_lesson(self, game: str, number: int) -> None:
        """Begin a lesson; it is kept nowhere."""
        raise NotImplementedError

    async def note_lesson(self, game: str, number: int, *, done: bool = True) -> None:
        """Remember that a lesson was begun, or followed to its end, if that can be written."""
        raise NotImplementedError

    def show_result(self, table: Table, *, ended: bool = False) -> None:
        """Show how a game ended; if it ended just now, it is added to the statistics."""
        raise NotImplementedError

    def show_replay(self, saved: Saved, at: int = 0) -> None:
        """Step through a game, from after this number of actions."""
        raise NotImplementedError

    def show_review(self, saved: Saved) -> None:
        """Show what each decision of a game has cost; go back there if it is open already."""
        raise NotImplementedError

    async def leave_replay(self) -> None:
        """Go back to where a replay or review was asked for."""
        raise NotImplementedError
