"""The table of Regicide Duel: its zones, its scenes and what its keys mean."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from regicide_tui.games.base import Pile, Seat
from regicide_tui.games.duel.reasons import reasons
from regicide_tui.games.duel.telling import tell
from regicide_tui.play.session import Session
from regicide_tui.play.table import Table
from regicide_tui.tui.games.duel.explain import chapter, explain
from regicide_tui.tui.games.duel.keys import commands_of, offers, why_closed, why_nothing
from regicide_tui.tui.games.duel.placing import places
from regicide_tui.tui.games.duel.play_preview import badge_of, foresight
from regicide_tui.tui.games.duel.save_preview import standing
from regicide_tui.tui.games.duel.table_model import DuelModel, compose, pointed
from regicide_tui.tui.games.duel.zones.aside import figure_rows
from regicide_tui.tui.games.duel.zones.field import field_rows
from regicide_tui.tui.games.duel.zones.hand import paint_hand
from regicide_tui.tui.games.duel.zones.rival import rival_rows
from regicide_tui.tui.games.duel.zones.shield import shield_rows
from regicide_tui.tui.rendering.symbols import Symbols
from regicide_tui.tui.table.game_ui import GameUI
from regicide_tui.tui.table.painting import Paint, by_symbols
from regicide_tui.tui.widgets.table.play_preview import band

if TYPE_CHECKING:
    from regicide_tui.tui.pages.reading import Block
    from regicide_tui.tui.pages.report import Report
    from regicide_tui.tui.screens.tables.puzzles import PuzzleScreen
    from regicide_tui.tui.screens.tables.table import TableScreen
    from regicide_tui.tui.screens.tables.tutorial import LessonScreen


PAINTERS: Mapping[str, Paint] = {
    "rival": by_symbols(rival_rows),
    "stage": by_symbols(field_rows),
    "hand": paint_hand,
    "shield": by_symbols(shield_rows),
    "foresight": band(foresight, badge_of),
    "figures": by_symbols(figure_rows),
}
"""The rival's side, the middle, the hand, one's own shield, the preview and the panel aside."""


# What the first picture doesn't need is loaded only when it is asked for.


def report(table: Table) -> "Report | None":
    """Return what there is to tell of a game that is over."""
    from regicide_tui.tui.games.duel.report import report_of

    return report_of(table)


def piles(model: DuelModel, symbols: Symbols, in_order: bool) -> "list[Block]":
    """Return what lies open."""
    from regicide_tui.tui.games.duel.piles import piles

    return piles(model, symbols, in_order)


def unseen(table: Session, seat: Seat | None) -> Pile:
    """Return the cards that a seat has not seen."""
    from regicide_tui.tui.games.duel.piles import unseen

    return unseen(table, seat)


def table() -> "type[TableScreen]":
    """Return the screen this game is played at."""
    from regicide_tui.tui.games.duel.table import DuelTable

    return DuelTable


def lesson() -> "type[LessonScreen]":
    """Return the screen of a lesson."""
    from regicide_tui.tui.games.duel.practice import DuelLessonScreen

    return DuelLessonScreen


def puzzle() -> "type[PuzzleScreen]":
    """Return the screen of a puzzle."""
    from regicide_tui.tui.games.duel.practice import DuelPuzzleScreen

    return DuelPuzzleScreen


GAME_UI = GameUI(
    title="Regicide Duel",
    painters=PAINTERS,
    places=places,
    compose=compose,
    pointed=pointed,
    tell=tell,
    offers=offers,
    commands=commands_of,
    why_nothing=why_nothing,
    why_closed=why_closed,
    explain=explain,
    chapter=chapter,
    frames=lambda before, events: (),
    report=report,
    glimpse=standing,
    matches=True,
    piles=piles,
    unseen=unseen,
    table=table,
    lesson=lesson,
    puzzle=puzzle,
    reasons=reasons,
)
