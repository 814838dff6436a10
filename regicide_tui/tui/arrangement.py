"""How the table of a game is arranged: what the screens ask each game's folder for."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

from regicide_tui.games.base import Event, Seat
from regicide_tui.play.table import Table
from regicide_tui.tui.commands import Command
from regicide_tui.tui.keymap import Keymap
from regicide_tui.tui.look import Look
from regicide_tui.tui.offers import Offer
from regicide_tui.tui.scene import Notice
from regicide_tui.tui.symbols import Symbols
from regicide_tui.tui.widgets.layout import Places
from regicide_tui.tui.widgets.log import Teller
from regicide_tui.tui.widgets.zone import AnyZone

if TYPE_CHECKING:
    from regicide_tui.tui.report import Report
    from regicide_tui.tui.screens.puzzles import PuzzleScreen
    from regicide_tui.tui.screens.table import TableScreen
    from regicide_tui.tui.screens.tutorial import LessonScreen

GAMES = frozenset({"regicide"})
"""The games that have a table here."""

AnyScene = Any
"""The scene of whichever game: each arrangement gets back what it composed."""


class Arrangement(ABC):
    """The table of one game. See docs/new-game.md for how a game gets one."""

    title: ClassVar[str]
    """What the game is called at the top of the table."""

    @abstractmethod
    def zones(self, look: Look) -> Sequence[AnyZone]:
        """Return the widgets that show a scene, in the order of the screen, by their ids.

        Among them are a `Stage` named `stage`, a `Hand` named `hand`, and a `Foresight` named
        `foresight`; the zones `title`, `log` and `keys` are every game's.
        """

    @abstractmethod
    def places(self, width: int, height: int, players: int, compact: bool) -> Places:
        """Return the place of each zone in a window of at least the smallest size."""

    @abstractmethod
    def compose(
        self,
        table: Table,
        viewer: Seat | None,
        cursor: int,
        chosen: tuple[int, ...],
        notice: Notice,
        step: str = "",
    ) -> AnyScene:
        """Look at a table from a seat; a cursor or choice that no longer fits is put right."""

    @abstractmethod
    def pointed(
        self, scene: AnyScene, cursor: int, chosen: tuple[int, ...], notice: Notice
    ) -> AnyScene:
        """Return the scene with the pointer and the choice moved, and look ahead from there."""

    @abstractmethod
    def teller(self, seats: tuple[str, ...]) -> Teller:
        """Return what tells an event in the log."""

    @abstractmethod
    def offers(self, scene: AnyScene, symbols: Symbols) -> list[Offer]:
        """Return what can be done in this phase, the most needed first."""

    @abstractmethod
    def commands(self, scene: AnyScene) -> list[Command]:
        """Return the commands that this game has at all."""

    @abstractmethod
    def why_nothing(self, scene: AnyScene, keymap: Keymap) -> str:
        """Say what to do where confirming does nothing."""

    @abstractmethod
    def why_closed(self, scene: AnyScene, place: int) -> str:
        """Say why a card can't join the picked ones, in the words of the rules."""

    @abstractmethod
    def explain(self, scene: AnyScene, keymap: Keymap) -> str:
        """Return what is to be done now, for somebody who does not know."""

    @abstractmethod
    def chapter(self, scene: AnyScene) -> str:
        """Return the heading of the rules that speaks of this moment."""

    @abstractmethod
    def frames(self, before: AnyScene, events: Sequence[Event]) -> Sequence[AnyScene]:
        """Return what the stage shows between a moment and what came of an action."""

    @abstractmethod
    def report(self, table: Table) -> "Report | None":
        """Return what there is to tell of a game that is over; None while it goes on."""

    @abstractmethod
    def table(self) -> "type[TableScreen]":
        """Return the screen this game is played at."""

    @abstractmethod
    def lesson(self) -> "type[LessonScreen]":
        """Return the screen its lessons are taken at."""

    @abstractmethod
    def puzzle(self) -> "type[PuzzleScreen]":
        """Return the screen its puzzles are tried at."""


def find(game: str) -> Arrangement:
    """Return the arrangement of the game called so."""
    arrangement: Arrangement = import_module(f"regicide_tui.tui.{game}.arrangement").ARRANGEMENT
    return arrangement
