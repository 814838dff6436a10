"""The table of Regicide Duel: its zones, its scenes and what its keys mean."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from regicide_tui.games.duel.reasons import reasons
from regicide_tui.games.duel.telling import tell
from regicide_tui.play.table import Table
from regicide_tui.tui.arrangement import Arrangement
from regicide_tui.tui.duel.aside import Figures
from regicide_tui.tui.duel.explain import chapter, explain
from regicide_tui.tui.duel.field import Field
from regicide_tui.tui.duel.foresight import DuelForesight
from regicide_tui.tui.duel.glimpse import standing
from regicide_tui.tui.duel.hand import DuelHand
from regicide_tui.tui.duel.keys import commands_of, offers, why_closed, why_nothing
from regicide_tui.tui.duel.piles import piles, unseen
from regicide_tui.tui.duel.places import places
from regicide_tui.tui.duel.rival import Rival
from regicide_tui.tui.duel.scene import compose, pointed
from regicide_tui.tui.duel.shield import Shield
from regicide_tui.tui.duel.table import DuelTable
from regicide_tui.tui.look import Look
from regicide_tui.tui.widgets.zone import AnyZone

if TYPE_CHECKING:
    from regicide_tui.tui.report import Report
    from regicide_tui.tui.screens.puzzles import PuzzleScreen
    from regicide_tui.tui.screens.tutorial import LessonScreen


def zones(look: Look) -> Sequence[AnyZone]:
    """Return the rival's side, the middle, the hand, one's own shield, preview and figures."""
    return (
        Rival(look, id="rival"),
        Field(look, id="stage"),
        DuelHand(look, id="hand"),
        Shield(look, id="shield"),
        DuelForesight(look, id="foresight"),
        Figures(look, id="figures"),
    )


# What is needed only at the end of a game, or for lessons and puzzles, is loaded only then.


def report(table: Table) -> "Report | None":
    """Return what there is to tell of a game that is over."""
    from regicide_tui.tui.duel.report import report_of

    return report_of(table)


def lesson() -> "type[LessonScreen]":
    """Return the screen of a lesson."""
    from regicide_tui.tui.duel.practice import DuelLessonScreen

    return DuelLessonScreen


def puzzle() -> "type[PuzzleScreen]":
    """Return the screen of a puzzle."""
    from regicide_tui.tui.duel.practice import DuelPuzzleScreen

    return DuelPuzzleScreen


ARRANGEMENT = Arrangement(
    title="Regicide Duel",
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
    frames=lambda before, events: (),
    report=report,
    glimpse=standing,
    matches=True,
    piles=piles,
    unseen=unseen,
    table=DuelTable,
    lesson=lesson,
    puzzle=puzzle,
    reasons=reasons,
)
