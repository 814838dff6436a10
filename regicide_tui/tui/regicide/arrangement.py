"""The table of Regicide: its zones, its scenes and what its keys mean."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from regicide_tui.games.base import Event, Seat
from regicide_tui.games.regicide.preview import refusal
from regicide_tui.games.regicide.telling import tell
from regicide_tui.play.table import Table
from regicide_tui.tui.arrangement import Arrangement
from regicide_tui.tui.commands import Command
from regicide_tui.tui.keymap import Keymap
from regicide_tui.tui.look import Look
from regicide_tui.tui.offers import Offer
from regicide_tui.tui.regicide import explain, keys, motion
from regicide_tui.tui.regicide import scene as scenes
from regicide_tui.tui.regicide import zones as layout
from regicide_tui.tui.regicide.castle import Castle
from regicide_tui.tui.regicide.foresight import RegicideForesight
from regicide_tui.tui.regicide.hand import RegicideHand
from regicide_tui.tui.regicide.players import Players
from regicide_tui.tui.regicide.scene import Scene
from regicide_tui.tui.regicide.table import RegicideTable
from regicide_tui.tui.scene import Notice
from regicide_tui.tui.symbols import Symbols
from regicide_tui.tui.widgets.layout import Places
from regicide_tui.tui.widgets.log import Teller
from regicide_tui.tui.widgets.zone import AnyZone
from regicide_tui.tui.words import teller

if TYPE_CHECKING:
    from regicide_tui.tui.report import Report
    from regicide_tui.tui.screens.puzzles import PuzzleScreen
    from regicide_tui.tui.screens.tutorial import LessonScreen


class RegicideArrangement(Arrangement):
    """The castle beside the log, and the hand below them."""

    title = "Regicide"

    def zones(self, look: Look) -> Sequence[AnyZone]:
        return (
            Castle(look, id="stage"),
            Players(look, id="players"),
            RegicideHand(look, id="hand"),
            RegicideForesight(look, id="foresight"),
        )

    def places(self, width: int, height: int, players: int, compact: bool) -> Places:
        return layout.zones(width, height, players, compact)

    def compose(
        self,
        table: Table,
        viewer: Seat | None,
        cursor: int,
        chosen: tuple[int, ...],
        notice: Notice,
        step: str = "",
    ) -> Scene:
        return scenes.compose(table, viewer, cursor, chosen, notice, step)

    def pointed(self, scene: Scene, cursor: int, chosen: tuple[int, ...], notice: Notice) -> Scene:
        return scenes.pointed(scene, cursor, chosen, notice)

    def teller(self, seats: tuple[str, ...]) -> Teller:
        return teller(tell, seats)

    def offers(self, scene: Scene, symbols: Symbols) -> list[Offer]:
        return keys.offers(scene, symbols)

    def commands(self, scene: Scene) -> list[Command]:
        return keys.commands_of(scene)

    def why_nothing(self, scene: Scene, keymap: Keymap) -> str:
        return keys.why_nothing(scene, keymap)

    def why_closed(self, scene: Scene, place: int) -> str:
        together = tuple([scene.hand[one] for one in (*scene.chosen, place)])
        return refusal(scene.view, together) or "No play has all these cards."

    def explain(self, scene: Scene, keymap: Keymap) -> str:
        return explain.explain(scene, keymap)

    def chapter(self, scene: Scene) -> str:
        return explain.chapter(scene)

    def frames(self, before: Scene, events: Sequence[Event]) -> Sequence[Scene]:
        return motion.frames(before, events)

    def report(self, table: Table) -> "Report | None":
        from regicide_tui.tui.regicide import report  # only at the end of a game

        return report.report_of(table)

    def table(self) -> type[RegicideTable]:
        return RegicideTable

    def lesson(self) -> "type[LessonScreen]":
        from regicide_tui.tui.regicide.practice import RegicideLessonScreen

        return RegicideLessonScreen

    def puzzle(self) -> "type[PuzzleScreen]":
        from regicide_tui.tui.regicide.practice import RegicidePuzzleScreen

        return RegicidePuzzleScreen


ARRANGEMENT = RegicideArrangement()
