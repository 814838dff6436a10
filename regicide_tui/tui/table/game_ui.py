"""The table of a game: what the screens ask each game's UI for."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, cast

from regicide_tui import games
from regicide_tui.cards import PACK
from regicide_tui.games.base import Event, Pile, Seat
from regicide_tui.games.manifest import load
from regicide_tui.games.sentences import LogSentence
from regicide_tui.play.statistics import Record
from regicide_tui.play.table import Table
from regicide_tui.play.table_view import TableView
from regicide_tui.tui.input.commands import ANY_TABLE, Command
from regicide_tui.tui.input.keymap import Keymap
from regicide_tui.tui.input.offers import Offer
from regicide_tui.tui.rendering.paint import Row
from regicide_tui.tui.rendering.symbols import Symbols
from regicide_tui.tui.table.painting import Paint
from regicide_tui.tui.table.table_model import Notice, TableModel
from regicide_tui.tui.table.zone_places import ZonePlaces

if TYPE_CHECKING:
    from regicide_tui.tui.pages.reading import Block
    from regicide_tui.tui.pages.report import Report
    from regicide_tui.tui.table.controls import TableControls


M = TypeVar("M", bound=TableModel)


def has_table(game: str) -> bool:
    """Tell whether there is a table for the game called so."""
    return games.is_known(game) and bool(games.manifest(game).ui)


def with_tables() -> tuple[str, ...]:
    """Return the games that have a table, in the order in which they are offered."""
    return tuple([one.name for one in games.each() if one.ui])


class GameUI(ABC, Generic[M]):
    """The table of one game: what screens ask of it. docs/adding-a-game.md tells how to write one.

    A table model (`tui/table/table_model.py`) is all that the table shows at a moment; each game
    composes its own. No method changes anything.
    """

    title: ClassVar[str]
    """What the game is called at the top of the table."""
    painters: ClassVar[Mapping[str, Paint]]
    """What paints the zones, by their names, in the order of the screen.

    Among them are `stage`, `hand` and `foresight`; the zones `title`, `log` and `keys` are every
    game's.
    """
    unseen_means: ClassVar[str] = "You have not seen these cards in this game."
    """Says which cards `unseen` returns."""
    matches: ClassVar[bool] = False
    """Whether games follow one another in a match, in which the loser of one begins the next."""

    # ------------------------------------------------------------ what every game must say

    @abstractmethod
    def places(self, width: int, height: int, players: int, compact: bool = False) -> ZonePlaces:
        """Return the place of each zone in a window of at least the smallest size.

        A compact table has no large cards.
        """

    @abstractmethod
    def compose(
        self,
        table: TableView,
        viewer: Seat | None,
        cursor: int,
        chosen: tuple[int, ...],
        notice: Notice,
        step: str,
    ) -> M:
        """Return what a seat sees, with pointer, choice, notice and the step of a replay.

        A pointer or choice that no longer fits is put right.
        """

    @abstractmethod
    def pointed(self, model: M, cursor: int, chosen: tuple[int, ...], notice: Notice) -> M:
        """Return the model with the pointer and the choice moved, and the preview of that."""

    @abstractmethod
    def tell(self, event: Event, seats: tuple[str, ...]) -> LogSentence | None:
        """Return the sentence of an event for the log, by the players' names."""

    @abstractmethod
    def offers(self, model: M, symbols: Symbols) -> list[Offer]:
        """Return what can be done in this phase, the most needed first."""

    @abstractmethod
    def explain(self, model: M) -> str:
        """Return what can be done now, for a beginner: see `Guide.text`.

        It is not asked behind the curtain, in a replay or when the game is over.
        """

    @abstractmethod
    def chapter(self, model: M) -> str:
        """Return the heading of the rules (`Manifest.document`) that speaks of this moment."""

    # ------------------------------------------------------------ what a game may say

    def controls(self) -> "type[TableControls]":
        """Return what keys and clicks mean at its table; asked only when somebody sits down.

        By default cards of the hand are picked, and there is no command of its own.
        """
        from regicide_tui.tui.table.controls import TableControls

        return TableControls

    def report(self, table: Table) -> "Report | None":
        """Return what there is to tell of a game that is over; None while it goes on."""
        from regicide_tui.tui.pages.plain_report import report_of

        return report_of(table)

    def commands(self, model: M) -> list[Command]:
        """Return the commands that this game has at all."""
        return [*ANY_TABLE]

    def why_nothing(self, model: M, keymap: Keymap) -> str:
        """Say what to do where confirming does nothing."""
        return "Nothing is picked."

    def why_closed(self, model: M, place: int) -> str:
        """Say why the card at this place can't join the picked cards, in the words of the rules."""
        return "This card can't be picked now."

    def is_shown(self, zone: str, model: M) -> bool:
        """Tell whether a zone is there at this moment."""
        return True

    def in_hand(self, model: M) -> M:
        """Return the model that the hand shows."""
        return model

    def gather(self, events: Sequence[Event]) -> Sequence[Event]:
        """Return the events of a move for the log, where one sentence may tell several of them."""
        return events

    def frames(self, model: M, events: Sequence[Event]) -> Sequence[M]:
        """Return what the stage shows between a moment and what came of an action."""
        return ()

    def reasons(self, view: Any, action: Any) -> Sequence[str]:
        """Return what speaks for an action, for a hint, by the view of its player."""
        return ()

    def save_preview(
        self, view: Any, seats: tuple[str, ...], width: int, height: int, symbols: Symbols
    ) -> list[Row]:
        """Return how a saved game stands, for a width and a height; nothing where words will do.

        The view is a spectator's, of a save that nobody has proved yet.
        """
        return []

    def figures(
        self, game: str, records: Sequence[Record], width: int, height: int, symbols: Symbols
    ) -> list[Row]:
        """Return what the finished games come to, for a width and a height.

        By default these are the figures of players who play against each other.
        """
        from regicide_tui.tui.pages.rivalry import figures  # few look at them

        return figures(game, records, width, height, symbols)

    def piles(self, model: M, symbols: Symbols, in_order: bool) -> "list[Block]":
        """Return what lies open at a table, piles as they lie or `in_order`."""
        return []

    def unseen(self, table: TableView, seat: Seat | None) -> Pile:
        """Return the cards that a seat, or with None everybody, has not seen yet, sorted."""
        from regicide_tui.tui.table.card_lists import never_seen

        return never_seen(Counter(PACK), table, seat)


class PracticeUI(ABC):
    """What the UI of a game with lessons has besides."""

    @abstractmethod
    def places_with_coach(
        self, width: int, height: int, players: int, compact: bool = False
    ) -> ZonePlaces:
        """Return the place of each zone in a lesson: the coach stands in the place of the log.

        No other zone hides the coach.
        """


AnyGameUI = GameUI[Any]
"""The UI of whichever game: each gets back the model that it composed."""


def find(game: str) -> AnyGameUI:
    """Return the UI of the game called so. Raises `KeyError` if there is no such game."""
    return cast("AnyGameUI", load(games.manifest(game).ui))


def practice(game: str) -> PracticeUI:
    """Return what lessons ask of the UI of a game that has some."""
    found = find(game)
    assert isinstance(found, PracticeUI)
    return found
