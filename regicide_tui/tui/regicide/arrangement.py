"""The table of Regicide: its zones, its scenes and what its keys mean."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from regicide_tui.games.regicide.reasons import reasons
from regicide_tui.games.regicide.telling import tell
from regicide_tui.play.statistics import Record
from regicide_tui.play.table import Table
from regicide_tui.tui.arrangement import Arrangement
from regicide_tui.tui.look import Look
from regicide_tui.tui.paint import Row
from regicide_tui.tui.regicide.aside import Figures
from regicide_tui.tui.regicide.castle import Castle
from regicide_tui.tui.regicide.explain import chapter, explain
from regicide_tui.tui.regicide.foresight import RegicideForesight
from regicide_tui.tui.regicide.glimpse import standing
from regicide_tui.tui.regicide.hand import RegicideHand
from regicide_tui.tui.regicide.keys import commands_of, offers, why_closed, why_nothing
from regicide_tui.tui.regicide.motion import frames
from regicide_tui.tui.regicide.piles import piles, unseen
from regicide_tui.tui.regicide.players import Players
from regicide_tui.tui.regicide.scene import compose, pointed
from regicide_tui.tui.regicide.table import RegicideTable
from regicide_tui.tui.regicide.track import Track
from regicide_tui.tui.symbols import Symbols
from regicide_tui.tui.widgets.layout import Places
from regicide_tui.tui.widgets.zone import AnyZone
from regicide_tui.tui.zones import stage_above_hand

if TYPE_CHECKING:
    from regicide_tui.tui.report import Report
    from regicide_tui.tui.screens.puzzles import PuzzleScreen
    from regicide_tui.tui.screens.tutorial import LessonScreen


def zones(look: Look) -> Sequence[AnyZone]:
    """Return the royals, the castle, the players, the hand and the preview."""
    return (
        Track(look, id="track"),
        Castle(look, id="stage"),
        Players(look, id="players"),
        RegicideHand(look, id="hand"),
        RegicideForesight(look, id="foresight"),
        Figures(look, id="figures"),
    )


def places(width: int, height: int, players: int, compact: bool = False) -> Places:
    """Return where they lie: alone there is no line of the players."""
    return stage_above_hand(width, height, players_row=players > 1, compact=compact)


# What is needed only at the end of a game, or for lessons and puzzles, is loaded only then.


def report(table: Table) -> "Report | None":
    """Return what there is to tell of a game that is over."""
    from regicide_tui.tui.regicide.report import report_of

    return report_of(table)


def figures(
    _: str, records: Sequence[Record], width: int, height: int, symbols: Symbols
) -> list[Row]:
    """Return what the finished games come to."""
    from regicide_tui.tui.regicide.figures import figures

    return figures(records, width, height, symbols)


def lesson() -> "type[LessonScreen]":
    """Return the screen of a lesson."""
    from regicide_tui.tui.regicide.practice import RegicideLessonScreen

    return RegicideLessonScreen


def puzzle() -> "type[PuzzleScreen]":
    """Return the screen of a puzzle."""
    from regicide_tui.tui.regicide.practice import RegicidePuzzleScreen

    return RegicidePuzzleScreen


ARRANGEMENT = Arrangement(
    title="Regicide",
    zones=zones,
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
    table=RegicideTable,
    lesson=lesson,
    puzzle=puzzle,
)
