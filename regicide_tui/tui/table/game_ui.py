"""The interface of a game's UI: what the screens ask of it."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar, cast

from regicide_tui import games
from regicide_tui.cards import PACK
from regicide_tui.games.base import Event, Pile, Seat, Value
from regicide_tui.games.manifest import load
from regicide_tui.games.sentences import LogSentence
from regicide_tui.play.table import Table
from regicide_tui.play.table_view import TableView
from regicide_tui.tui.input.commands import ANY_TABLE, Command
from regicide_tui.tui.input.keymap import Keymap
from regicide_tui.tui.input.offers import Offer
from regicide_tui.tui.rendering.paint import Row
from regicide_tui.tui.rendering.symbols import Symbols
from regicide_tui.tui.table.painting import Paint
from regicide_tui.tui.table.table_model import CardOnTable, Notice, TableModel
from regicide_tui.tui.table.zone_places import ZonePlaces

if TYPE_CHECKING:
    from regicide_tui.play.statistics import Record
    from regicide_tui.tui.pages.reading import Block
    from regicide_tui.tui.pages.report import Report
    from regicide_tui.tui.table.controls import TableControls


M = TypeVar("M", bound=TableModel)
S = TypeVar("S", bound=Value)
A = TypeVar("A", bound=Value)


def has_table(game: str) -> bool:
    """Tell whether the game with this name has a table."""
    return games.is_known(game) and bool(games.manifest(game).ui)


def with_tables() -> tuple[str, ...]:
    """Return the games with a table, in the order in which they are offered."""
    return tuple([one.name for one in games.each() if one.ui])


class GameUI(ABC, Generic[M, S, A]):
    """The UI of one game. docs/adding-a-game.md tells how to write one.

    A table model (`tui/table/table_model.py`) holds all that the table shows at a moment; each game
    composes its own. No method changes anything.
    """

    title: ClassVar[str]
    """The name of the game at the top of the table."""
    painters: ClassVar[Mapping[str, Paint]]
    """The painters of the zones by the zones' ids, in the order of the screen.

    Among them are `stage`, `hand` and `foresight`; every game shares the zones `title`, `log` and
    `keys`.
    """
    unseen_means: ClassVar[str] = "You have not seen these cards in this game."
    """A sentence about the cards that `unseen` returns."""

    # ------------------------------------------------------------ what every game must say

    @abstractmethod
    def place_zones(
        self, width: int, height: int, players: int, compact: bool = False
    ) -> ZonePlaces:
        """Return the region of each zone in a window of at least the smallest size.

        A compact table has no large cards.
        """

    @abstractmethod
    def compose(
        self,
        table: TableView,
        cursor: int,
        chosen: tuple[int, ...],
        notice: Notice,
        replay_step: str,
    ) -> M:
        """Return the model for the viewer, with pointer, choice, notice and the step of a replay.

        A pointer or choice that no longer fits is corrected.
        """

    @abstractmethod
    def pointed(self, model: M, cursor: int, chosen: tuple[int, ...], notice: Notice) -> M:
        """Return the model with another pointer and choice, and with their preview."""

    @abstractmethod
    def tell(self, event: Event, seats: tuple[str, ...]) -> LogSentence | None:
        """Return the sentence of an event for the log, with the players' names, or None."""

    @abstractmethod
    def offers(self, model: M, symbols: Symbols) -> list[Offer]:
        """Return what can be done in this phase, the most useful first."""

    @abstractmethod
    def explain(self, model: M) -> str:
        """Return what can be done now, for a beginner: see `Guide.text`.

        It is not called behind the curtain, in a replay, or after the game.
        """

    @abstractmethod
    def chapter(self, model: M) -> str:
        """Return the heading of the rules (`Manifest.document`) that describes this moment."""

    # ------------------------------------------------------------ what a game may say

    def controls(self) -> "type[TableControls]":
        """Return the controls of its table; called only when the table opens.

        The default controls pick cards of the hand and have no command of their own.
        """
        from regicide_tui.tui.table.controls import TableControls

        return TableControls

    def report(self, table: Table, reader: Seat | None = None) -> "Report | None":
        """Return the report on a finished game; None while the game goes on.

        `reader` is the player who reads it, if it is one.
        """
        from regicide_tui.tui.pages.plain_report import report_of

        return report_of(table, reader)

    def commands(self, model: M) -> list[Command]:
        """Return the commands that this game can ever offer."""
        return [*ANY_TABLE]

    def open_at_end(self, table: TableView) -> Seat | None:
        """Return the seat whose hand is open after a game of several people at one keyboard."""
        return table.viewer

    def why_nothing(self, model: M, keymap: Keymap) -> str:
        """Say what to do where confirming does nothing."""
        return "Nothing is picked."

    def why_not_pickable(self, model: M, place: int) -> str:
        """Say why the card at this place can't be picked now, in the words of the rules."""
        return "This card can't be picked now."

    def is_shown(self, zone: str, model: M) -> bool:
        """Tell whether a zone is shown at this moment."""
        return True

    def in_hand(self, model: M) -> M:
        """Return the model for the zone `hand`."""
        return model

    def gather(self, events: Sequence[Event]) -> Sequence[Event]:
        """Return the events of a move for the log; a game may merge several into one sentence."""
        return events

    def frames(self, model: M, events: Sequence[Event]) -> Sequence[M]:
        """Return the models that the stage shows one after the other before an action's result."""
        return ()

    def reasons(self, view: S, action: A) -> Sequence[str]:
        """Return the reasons for an action, for a hint, by the view of its player."""
        return ()

    def save_preview(
        self, view: S, seats: tuple[str, ...], width: int, height: int, symbols: Symbols
    ) -> list[Row]:
        """Return rows that show a saved game in a width and height; none if words are enough.

        The view is a spectator's, from a save that was not verified yet.
        """
        return []

    def figures(
        self, game: str, records: "Sequence[Record]", width: int, height: int, symbols: Symbols
    ) -> list[Row]:
        """Return the statistics of the finished games, for a width and height.

        The default is for games of rivals.
        """
        # Few players open the statistics.
        from regicide_tui.tui.pages.rivalry import figures

        return figures(game, records, width, height, symbols)

    def cards_on_table(self, model: M) -> Sequence[CardOnTable]:
        """Return the cards outside the hands, at which somebody may point in a shared review."""
        return ()

    def piles(self, model: M, symbols: Symbols, in_order: bool) -> "list[Block]":
        """Return the open piles of a table, as they lie or sorted if `in_order`."""
        return []

    def unseen(self, table: TableView) -> Pile:
        """Return the sorted cards that the viewer of a table has not seen."""
        from regicide_tui.tui.table.card_lists import never_seen

        return never_seen(Counter(PACK), table)


class PracticeUI(ABC):
    """What the UI of a game with lessons adds."""

    @abstractmethod
    def place_zones_with_coach(
        self, width: int, height: int, players: int, compact: bool = False
    ) -> ZonePlaces:
        """Return the region of each zone in a lesson: the coach replaces the log.

        No other zone covers the coach.
        """


AnyGameUI = GameUI[TableModel, Value, Value]
"""The UI of any game. It receives only models that it composed, and its own values."""


def find(game: str) -> AnyGameUI:
    """Return the UI of the game with this name. Raises `KeyError` if there is none."""
    return cast("AnyGameUI", load(games.manifest(game).ui))


def practice(game: str) -> PracticeUI:
    """Return the UI of a game with lessons, as lessons use it."""
    found = find(game)
    assert isinstance(found, PracticeUI)
    return found
