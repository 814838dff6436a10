"""The pages about a game's table: help, piles, reports, statistics."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Generic

import msgspec

from regicide_tui.cards import PACK
from regicide_tui.games.base import Pile, Seat, Value
from regicide_tui.play.statistics import Record
from regicide_tui.play.table import Table, TableView
from regicide_tui.tui.pages.figures import figures as figures_of_rivals
from regicide_tui.tui.pages.reading import Block
from regicide_tui.tui.pages.result import Report, report_of
from regicide_tui.tui.rendering.paint import Row, Symbols
from regicide_tui.tui.table.card_lists import never_seen
from regicide_tui.tui.table.game_ui import M, S
from regicide_tui.tui.table.table_model import CardOnTable, TableModel


class TablePages(msgspec.Struct, Generic[M, S], frozen=True, kw_only=True, eq=False):
    """The pages around the table of one game. docs/adding-a-game.md explains how to write them."""

    explain: Callable[[M], str]
    """Return what a beginner can do now: see `Guide.text`.

    It is not called behind the curtain, in a replay, or after the game.
    """
    chapter: Callable[[M], str]
    """Return the heading of the rules (`Manifest.document`) that describes this moment."""
    report: Callable[[Table, Seat | None], Report | None] = report_of
    """Return the report on a finished game for a player or for everyone; None before its end."""
    save_preview: Callable[[S, tuple[str, ...], int, int, Symbols], list[Row]] = (
        lambda view, seats, width, height, symbols: []
    )
    """Return rows that show a saved game in a width and height; none if words are enough.

    The view is a spectator's, from a save that is not verified yet; the strings are the players'
    names.
    """
    figures: Callable[[str, Sequence[Record], int, int, Symbols], list[Row]] = figures_of_rivals
    """Return the statistics of the finished games with this name, for a width and height.

    The default is for competitive games.
    """
    cards_on_table: Callable[[M], Sequence[CardOnTable]] = lambda model: ()
    """Return the cards outside the hands, which can be pointed at in a shared review."""
    piles: Callable[[M, Symbols, bool], list[Block]] = lambda model, symbols, in_order: []
    """Return the open piles of a table, in pile order or sorted."""
    unseen: Callable[[TableView], Pile] = lambda table: never_seen(Counter(PACK), table)
    """Return the sorted cards that the viewer of a table has not seen."""
    unseen_means: str = "You haven't seen these cards in this game."
    """A sentence about the cards that `unseen` returns."""


AnyTablePages = TablePages[TableModel, Value]
"""The pages of any game. They receive only models that its table composed, and its own values."""
