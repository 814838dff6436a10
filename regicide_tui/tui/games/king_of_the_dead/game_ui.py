"""The table of King of the Dead: its zones, its scenes and what its keys mean."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from regicide_tui.games.base import Pile, Seat
from regicide_tui.games.king_of_the_dead.reasons import reasons
from regicide_tui.games.king_of_the_dead.telling import gather, tell
from regicide_tui.play.session import Session
from regicide_tui.play.table import Table
from regicide_tui.tui.games.king_of_the_dead.explain import chapter, explain
from regicide_tui.tui.games.king_of_the_dead.keys import (
    commands_of,
    offers,
    why_closed,
    why_nothing,
)
from regicide_tui.tui.games.king_of_the_dead.placing import parade_above
from regicide_tui.tui.games.king_of_the_dead.play_preview import paint_offers
from regicide_tui.tui.games.king_of_the_dead.save_preview import standing
from regicide_tui.tui.games.king_of_the_dead.table_model import KingModel, compose, pointed
from regicide_tui.tui.games.king_of_the_dead.zones.aside import aside_rows
from regicide_tui.tui.games.king_of_the_dead.zones.dialog import dialog_rows
from regicide_tui.tui.games.king_of_the_dead.zones.hand import as_to_play, paint_hand
from regicide_tui.tui.games.king_of_the_dead.zones.parade import parade_rows
from regicide_tui.tui.games.king_of_the_dead.zones.sides import sides_rows
from regicide_tui.tui.rendering.symbols import Symbols
from regicide_tui.tui.table.game_ui import GameUI
from regicide_tui.tui.table.painting import Paint, by_symbols
from regicide_tui.tui.table.placing import Places

if TYPE_CHECKING:
    from regicide_tui.tui.pages.reading import Block
    from regicide_tui.tui.pages.report import Report
    from regicide_tui.tui.screens.tables.puzzles import PuzzleScreen
    from regicide_tui.tui.screens.tables.table import TableScreen
    from regicide_tui.tui.screens.tables.tutorial import LessonScreen


PAINTERS: Mapping[str, Paint] = {
    "stage": by_symbols(parade_rows),
    "sides": by_symbols(sides_rows),
    "foresight": paint_offers,
    "hand": paint_hand,
    "figures": by_symbols(aside_rows),
    "dialog": by_symbols(dialog_rows),
}
"""The Parade, the players, the offers, the hand, the panel aside and the question."""


def is_shown(zone: str, model: KingModel) -> bool:
    """Tell whether a zone is there: the question only while it is asked apart from the cards."""
    return zone != "dialog" or model.choosing_apart


def places(width: int, height: int, players: int, compact: bool = False) -> Places:
    """Return where they lie, for any number of players."""
    return parade_above(width, height, players, compact=compact)


UNSEEN_MEANS = "You can't see these cards now: in hands, draw piles, the Gate and the Newcomer."


# What the first picture doesn't need is loaded only when it is asked for.


def report(table: Table) -> "Report | None":
    """Return what there is to tell of a game that is over."""
    from regicide_tui.tui.games.king_of_the_dead.report import report_of

    return report_of(table)


def piles(model: KingModel, symbols: Symbols, in_order: bool) -> "list[Block]":
    """Return what lies open."""
    from regicide_tui.tui.games.king_of_the_dead.pages import piles_blocks

    return piles_blocks(model, symbols, in_order)


def unseen(table: Session, seat: Seat | None) -> Pile:
    """Return the cards that a seat has not seen."""
    from regicide_tui.tui.games.king_of_the_dead.pages import unseen

    return unseen(table, seat)


def table() -> "type[TableScreen]":
    """Return the screen this game is played at."""
    from regicide_tui.tui.games.king_of_the_dead.table import KingTable

    return KingTable


def lesson() -> "type[LessonScreen]":
    """Return the screen of a lesson."""
    from regicide_tui.tui.games.king_of_the_dead.practice import KingLessonScreen

    return KingLessonScreen


def puzzle() -> "type[PuzzleScreen]":
    """Return the screen of a puzzle."""
    from regicide_tui.tui.games.king_of_the_dead.practice import KingPuzzleScreen

    return KingPuzzleScreen


GAME_UI = GameUI(
    title="King of the Dead",
    painters=PAINTERS,
    is_shown=is_shown,
    in_hand=as_to_play,
    places=places,
    compose=compose,
    pointed=pointed,
    tell=tell,
    gather=gather,
    offers=offers,
    commands=commands_of,
    why_nothing=why_nothing,
    why_closed=why_closed,
    explain=explain,
    chapter=chapter,
    frames=lambda before, events: (),
    report=report,
    glimpse=standing,
    piles=piles,
    unseen=unseen,
    unseen_means=UNSEEN_MEANS,
    table=table,
    lesson=lesson,
    puzzle=puzzle,
    reasons=reasons,
)
