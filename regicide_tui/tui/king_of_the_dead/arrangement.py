"""The table of King of the Dead: its zones, its scenes and what its keys mean."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from regicide_tui.games.king_of_the_dead.reasons import reasons
from regicide_tui.games.king_of_the_dead.telling import gather, tell
from regicide_tui.play.table import Table
from regicide_tui.tui.arrangement import Arrangement
from regicide_tui.tui.king_of_the_dead.aside import Figures
from regicide_tui.tui.king_of_the_dead.dialog import Dialog
from regicide_tui.tui.king_of_the_dead.explain import chapter, explain
from regicide_tui.tui.king_of_the_dead.foresight import Offers
from regicide_tui.tui.king_of_the_dead.glimpse import standing
from regicide_tui.tui.king_of_the_dead.hand import KingHand
from regicide_tui.tui.king_of_the_dead.keys import commands_of, offers, why_closed, why_nothing
from regicide_tui.tui.king_of_the_dead.pages import UNSEEN_MEANS, piles_blocks, unseen
from regicide_tui.tui.king_of_the_dead.parade import Parade
from regicide_tui.tui.king_of_the_dead.places import parade_above
from regicide_tui.tui.king_of_the_dead.scene import compose, pointed
from regicide_tui.tui.king_of_the_dead.sides import Sides
from regicide_tui.tui.king_of_the_dead.table import KingTable
from regicide_tui.tui.look import Look
from regicide_tui.tui.widgets.layout import Places
from regicide_tui.tui.widgets.zone import AnyZone

if TYPE_CHECKING:
    from regicide_tui.tui.report import Report
    from regicide_tui.tui.screens.puzzles import PuzzleScreen
    from regicide_tui.tui.screens.tutorial import LessonScreen


def zones(look: Look) -> Sequence[AnyZone]:
    """Return the Parade, the players, the offers, the hand, the panel aside and the question."""
    return (
        Parade(look, id="stage"),
        Sides(look, id="sides"),
        Offers(look, id="foresight"),
        KingHand(look, id="hand"),
        Figures(look, id="figures"),
        Dialog(look, id="dialog"),
    )


def places(width: int, height: int, players: int, compact: bool = False) -> Places:
    """Return where they lie, for any number of players."""
    return parade_above(width, height, players, compact=compact)


# What is needed only at the end of a game, or for lessons and puzzles, is loaded only then.


def report(table: Table) -> "Report | None":
    """Return what there is to tell of a game that is over."""
    from regicide_tui.tui.king_of_the_dead.report import report_of

    return report_of(table)


def lesson() -> "type[LessonScreen]":
    """Return the screen of a lesson."""
    from regicide_tui.tui.king_of_the_dead.practice import KingLessonScreen

    return KingLessonScreen


def puzzle() -> "type[PuzzleScreen]":
    """Return the screen of a puzzle."""
    from regicide_tui.tui.king_of_the_dead.practice import KingPuzzleScreen

    return KingPuzzleScreen


ARRANGEMENT = Arrangement(
    title="King of the Dead",
    zones=zones,
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
    piles=piles_blocks,
    unseen=unseen,
    unseen_means=UNSEEN_MEANS,
    table=KingTable,
    lesson=lesson,
    puzzle=puzzle,
    reasons=reasons,
)
