"""The UI of Regicide Duel, in one object."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from regicide_tui.games.base import Event, Pile, Seat
from regicide_tui.games.duel.log_sentences import tell
from regicide_tui.games.duel.reasons import reasons
from regicide_tui.games.duel.state import State
from regicide_tui.games.regicide_family.play_and_pay import Pay, Play
from regicide_tui.games.sentences import LogSentence
from regicide_tui.play.table import Table
from regicide_tui.play.table_view import TableView
from regicide_tui.tui.games.duel.keys import commands_of, offers, why_not_pickable, why_nothing
from regicide_tui.tui.games.duel.play_preview import badge_of, preview_row
from regicide_tui.tui.games.duel.table_model import DuelModel, compose, open_at_end, pointed
from regicide_tui.tui.games.duel.zone_places import place_zones, place_zones_below_coach
from regicide_tui.tui.games.duel.zones.aside import figure_rows
from regicide_tui.tui.games.duel.zones.field import field_rows
from regicide_tui.tui.games.duel.zones.hand import paint_hand
from regicide_tui.tui.games.duel.zones.rival import rival_rows
from regicide_tui.tui.games.duel.zones.shield import shield_rows
from regicide_tui.tui.input.commands import Command
from regicide_tui.tui.input.keymap import Keymap
from regicide_tui.tui.input.offers import Offer
from regicide_tui.tui.rendering.paint import Row
from regicide_tui.tui.rendering.symbols import Symbols
from regicide_tui.tui.table.game_ui import GameUI, PracticeUI
from regicide_tui.tui.table.painting import Paint, by_symbols
from regicide_tui.tui.table.table_model import CardOnTable, Notice
from regicide_tui.tui.table.zone_places import ZonePlaces
from regicide_tui.tui.widgets.table.play_preview import band

if TYPE_CHECKING:
    from regicide_tui.tui.pages.reading import Block
    from regicide_tui.tui.pages.report import Report
    from regicide_tui.tui.table.controls import TableControls


PAINTERS: Mapping[str, Paint] = {
    "rival": by_symbols(rival_rows),
    "stage": by_symbols(field_rows),
    "hand": paint_hand,
    "shield": by_symbols(shield_rows),
    "foresight": band(preview_row, badge_of),
    "figures": by_symbols(figure_rows),
}
"""The painters of the rival's side, the middle, the hand, the own shield, and other zones."""


class DuelUI(GameUI[DuelModel, State, Play | Pay], PracticeUI):
    """The methods of `GameUI`; each part lives in its own module."""

    title = "Regicide Duel"
    painters = PAINTERS

    def place_zones(
        self, width: int, height: int, players: int, compact: bool = False
    ) -> ZonePlaces:
        return place_zones(width, height, players, compact)

    def place_zones_with_coach(
        self, width: int, height: int, players: int, compact: bool = False
    ) -> ZonePlaces:
        return place_zones_below_coach(width, height, players, compact)

    def compose(
        self,
        table: TableView,
        cursor: int,
        chosen: tuple[int, ...],
        notice: Notice,
        replay_step: str,
    ) -> DuelModel:
        return compose(table, cursor, chosen, notice, replay_step)

    def open_at_end(self, table: TableView) -> Seat:
        return open_at_end(table)

    def pointed(
        self, model: DuelModel, cursor: int, chosen: tuple[int, ...], notice: Notice
    ) -> DuelModel:
        return pointed(model, cursor, chosen, notice)

    def tell(self, event: Event, seats: tuple[str, ...]) -> LogSentence | None:
        return tell(event, seats)

    def offers(self, model: DuelModel, symbols: Symbols) -> list[Offer]:
        return offers(model, symbols)

    def commands(self, model: DuelModel) -> list[Command]:
        return commands_of(model)

    def why_nothing(self, model: DuelModel, keymap: Keymap) -> str:
        return why_nothing(model, keymap)

    def why_not_pickable(self, model: DuelModel, place: int) -> str:
        return why_not_pickable(model, place)

    def explain(self, model: DuelModel) -> str:
        from regicide_tui.tui.games.duel.explain import explain

        return explain(model)

    def chapter(self, model: DuelModel) -> str:
        from regicide_tui.tui.games.duel.explain import chapter

        return chapter(model)

    def reasons(self, view: State, action: Play | Pay) -> Sequence[str]:
        return reasons(view, action)

    def save_preview(
        self, view: State, seats: tuple[str, ...], width: int, height: int, symbols: Symbols
    ) -> list[Row]:
        from regicide_tui.tui.games.duel.save_preview import save_rows

        return save_rows(view, seats, width, height, symbols)

    # The following modules are imported late, since the first picture doesn't need them.

    def report(self, table: Table, reader: Seat | None = None) -> "Report | None":
        from regicide_tui.tui.games.duel.report import report_of

        return report_of(table, reader)

    def cards_on_table(self, model: DuelModel) -> Sequence[CardOnTable]:
        from regicide_tui.tui.games.duel.piles import cards_on_table

        return cards_on_table(model)

    def piles(self, model: DuelModel, symbols: Symbols, in_order: bool) -> "list[Block]":
        from regicide_tui.tui.games.duel.piles import piles

        return piles(model, symbols, in_order)

    def unseen(self, table: TableView) -> Pile:
        from regicide_tui.tui.games.duel.piles import unseen

        return unseen(table)

    def controls(self) -> "type[TableControls]":
        from regicide_tui.tui.games.duel.controls import DuelControls

        return DuelControls


GAME_UI = DuelUI()
