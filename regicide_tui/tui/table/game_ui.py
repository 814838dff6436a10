"""How the table of a game is arranged: what the screens ask each game's folder for."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from msgspec import Struct

from regicide_tui import games
from regicide_tui.games.base import Event, Pile, Seat
from regicide_tui.games.manifest import load
from regicide_tui.games.sentences import Line
from regicide_tui.play.session import Session
from regicide_tui.play.statistics import Record
from regicide_tui.play.table import Table
from regicide_tui.tui.input.commands import Command
from regicide_tui.tui.input.keymap import Keymap
from regicide_tui.tui.input.offers import Offer
from regicide_tui.tui.rendering.paint import Row
from regicide_tui.tui.rendering.symbols import Symbols
from regicide_tui.tui.table.painting import Paint
from regicide_tui.tui.table.placing import Zones
from regicide_tui.tui.table.table_model import Notice

if TYPE_CHECKING:
    from regicide_tui.tui.pages.reading import Block
    from regicide_tui.tui.pages.report import Report
    from regicide_tui.tui.screens.tables.puzzles import PuzzleScreen
    from regicide_tui.tui.screens.tables.table import TableScreen
    from regicide_tui.tui.screens.tables.tutorial import LessonScreen


def has_table(game: str) -> bool:
    """Tell whether there is a table for the game called so."""
    return games.is_known(game) and bool(games.manifest(game).ui)


def with_tables() -> tuple[str, ...]:
    """Return the games that have a table, in the order in which they are offered."""
    return tuple([one.name for one in games.each() if one.ui])


def rival_figures(
    game: str, records: Sequence[Record], width: int, height: int, symbols: Symbols
) -> list[Row]:
    """Return the page of the statistics for a game that is played against each other."""
    from regicide_tui.tui.pages.rivalry import figures  # only for who looks at them

    return figures(game, records, width, height, symbols)


AnyTableModel = Any
"""The scene of whichever game: each arrangement gets back what it composed."""


class GameUI(Struct, frozen=True, kw_only=True, eq=False):
    """The table of one game, as functions. docs/new-game.md tells how a game gets one."""

    title: str
    """What the game is called at the top of the table."""

    painters: Mapping[str, Paint]
    """What paints the zones, by their names, in the order of the screen.

    Among them are `stage`, `hand` and `foresight`; the zones `title`, `log` and `keys` are every
    game's.
    """

    is_shown: Callable[[str, AnyTableModel], bool] = lambda *_: True
    """Tells whether a zone is there in a scene."""

    in_hand: Callable[[AnyTableModel], AnyTableModel] = lambda model: model
    """Returns the scene that the hand shows."""

    places: Zones
    """Returns the place of each zone in a window of at least the smallest size."""

    compose: Callable[[Session, Seat | None, int, tuple[int, ...], Notice, str], AnyTableModel]
    """Looks at a table from a seat, with pointer, choice, notice and the step of a replay.

    A pointer or choice that no longer fits is put right.
    """

    pointed: Callable[[AnyTableModel, int, tuple[int, ...], Notice], AnyTableModel]
    """Returns the scene with the pointer and the choice moved, and looks ahead from there."""

    tell: Callable[[Event, tuple[str, ...]], Line | None]
    """Returns the sentence of an event for the log, by the players' names."""

    gather: Callable[[Sequence[Event]], Sequence[Event]] = lambda events: events
    """Returns the events of a move for the log, those that one sentence tells as one event."""

    offers: Callable[[AnyTableModel, Symbols], list[Offer]]
    """Returns what can be done in this phase, the most needed first."""

    commands: Callable[[AnyTableModel], list[Command]]
    """Returns the commands that this game has at all."""

    why_nothing: Callable[[AnyTableModel, Keymap], str]
    """Says what to do where confirming does nothing."""

    why_closed: Callable[[AnyTableModel, int], str]
    """Says why the card at this place can't join the picked ones, in the words of the rules."""

    explain: Callable[[AnyTableModel], str]
    """Returns what can be done now, for somebody who does not know: see `Guide.text`.

    It is not asked behind the curtain, in a replay or when the game is over.
    """

    chapter: Callable[[AnyTableModel], str]
    """Returns the heading of the rules (`Manifest.document`) that speaks of this moment."""

    frames: Callable[[AnyTableModel, Sequence[Event]], Sequence[AnyTableModel]]
    """Returns what the stage shows between a moment and what came of an action."""

    report: "Callable[[Table], Report | None]"
    """Returns what there is to tell of a game that is over; None while it goes on."""

    reasons: Callable[[Any, Any], Sequence[str]] = lambda *_: ()
    """Returns what speaks for an action, for a hint, by the view of who must act."""

    glimpse: Callable[[Any, tuple[str, ...], int, int, Symbols], list[Row]] = lambda *_: []
    """Returns how a saved game stands, for a width and a height; nothing where words will do.

    It is given a spectator's view and the players' names, of a save that nobody has proved yet.
    """

    matches: bool = False
    """Whether games follow one another in a match, in which who has lost begins."""

    figures: Callable[[str, Sequence[Record], int, int, Symbols], list[Row]] = rival_figures
    """Returns what the finished games come to, for a width and a height.

    It is given the name of the game and its records. By default they are those of rivals.
    """

    piles: "Callable[[AnyTableModel, Symbols, bool], list[Block]]"
    """Returns what lies open at a table, piles as they lie or, with True, sorted."""

    unseen: Callable[[Session, Seat | None], Pile]
    """Returns the cards that a seat, or with None everybody, has not seen yet, sorted."""

    unseen_means: str = "You have not seen these cards in this game."
    """Says which cards those are."""

    table: "Callable[[], type[TableScreen]]"
    """Returns the screen this game is played at; asked only when one sits down."""

    lesson: "Callable[[], type[LessonScreen]]"
    """Returns the screen its lessons are taken at; asked only when one begins."""

    puzzle: "Callable[[], type[PuzzleScreen]]"
    """Returns the screen its puzzles are tried at."""


def find(game: str) -> GameUI:
    """Return the arrangement of the game called so."""
    return cast("GameUI", load(games.manifest(game).ui))
