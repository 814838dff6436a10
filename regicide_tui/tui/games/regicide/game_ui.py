"""The table of Regicide: its zones, its scenes and what its keys mean."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from regicide_tui.games.base import Pile, Seat
from regicide_tui.games.regicide.reasons import reasons
from regicide_tui.games.regicide.telling import tell
from regicide_tui.play.session import Session
from regicide_tui.play.statistics import Record
from regicide_tui.play.table import Table
from regicide_tui.tui.games.regicide.explain import chapter, explain
from regicide_tui.tui.games.regicide.keys import commands_of, offers, why_closed, why_nothing
from regicide_tui.tui.games.regicide.play_preview import badge_of, foresight
from regicide_tui.tui.games.regicide.save_preview import standing
from regicide_tui.tui.games.regicide.table_model import RegicideModel, compose, pointed
from regicide_tui.tui.games.regicide.zones.aside import figure_rows
from regicide_tui.tui.games.regicide.zones.castle import castle_rows
from regicide_tui.tui.games.regicide.zones.hand import paint_hand
from regicide_tui.tui.games.regicide.zones.motion import frames
from regicide_tui.tui.games.regicide.zones.players import paint_players
from regicide_tui.tui.games.regicide.zones.track import track_rows
from regicide_tui.tui.rendering.paint import Row
from regicide_tui.tui.rendering.symbols import Symbols
from regicide_tui.tui.rendering.zones import stage_above_hand
from regicide_tui.tui.table.game_ui import GameUI
from regicide_tui.tui.table.painting import Paint, by_symbols
from regicide_tui.tui.table.placing import Places
from regicide_tui.tui.widgets.table.play_preview import band

if TYPE_CHECKING:
    from regicide_tui.tui.pages.reading import Block
    from regicide_tui.tui.pages.report import Report
    from regicide_tui.tui.screens.tables.puzzles import PuzzleScreen
    from regicide_tui.tui.screens.tables.table import TableScreen
    from regicide_tui.tui.screens.tables.tutorial import LessonScreen


PAINTERS: Mapping[str, Paint] = {
    "track": by_symbols(track_rows),
    "stage": by_symbols(castle_rows),
    "players": paint_players,
    "hand": paint_hand,
    "foresight": band(foresight, badge_of),
    "figures": by_symbols(figure_rows),
}
"""The royals, the castle, the players, the hand, the preview and the panel aside."""


def places(width: int, height: int, players: int, compact: bool = False) -> Places:
    """Return where they lie: alone there is no line of the players."""
    return stage_above_hand(width, height, players_row=players > 1, compact=compact)


# What the first picture doesn't need is loaded only when it is asked for.


def report(table: Table) -> "Report | None":
    """Return what there is to tell of a game that is over."""
    from regicide_tui.tui.games.regicide.report import report_of

    return report_of(table)


def figures(
    _: str, records: Sequence[Record], width: int, height: int, symbols: Symbols
) -> list[Row]:
    """Return what the finished games come to."""
    from regicide_tui.tui.games.regicide.figures import figures

    return figures(records, width, height, symbols)


def piles(model: RegicideModel, symbols: Symbols, in_order: bool) -> "list[Block]":
    """Return what lies open."""
    from regicide_tui.tui.games.regicide.piles import piles

    return piles(model, symbols, in_order)


def unseen(table: Session, seat: Seat | None) -> Pile:
    """Return the cards that a seat has not seen."""
    from regicide_tui.tui.games.regicide.piles import unseen

    return unseen(table, seat)


def table() -> "type[TableScreen]":
    """Return the screen this game is played at."""
    from regicide_tui.tui.games.regicide.table import RegicideTable

    return RegicideTable


def lesson() -> "type[LessonScreen]":
    """Return the screen of a lesson."""
    from regicide_tui.tui.games.regicide.practice import RegicideLessonScreen

    return RegicideLessonScreen


def puzzle() -> "type[PuzzleScreen]":
    """Return the screen of a puzzle."""
    from regicide_tui.tui.games.regicide.practice import RegicidePuzzleScreen

    return RegicidePuzzleScreen


GAME_UI = GameUI(
    title="Regicide",
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
    frames=frames,
    report=report,
    reasons=reasons,
    glimpse=standing,
    figures=figures,
    piles=piles,
    unseen=unseen,
    table=table,
    lesson=lesson,
    puzzle=puzzle,
)
