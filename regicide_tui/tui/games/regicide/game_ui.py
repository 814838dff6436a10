"""The UI of Regicide, in one object."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from regicide_tui.games.base import Event, Pile, Seat
from regicide_tui.games.regicide.actions import Action
from regicide_tui.games.regicide.log_sentences import tell
from regicide_tui.games.regicide.reasons import reasons
from regicide_tui.games.regicide.state import State
from regicide_tui.games.sentences import LogSentence
from regicide_tui.play.table import Table
from regicide_tui.play.table_view import TableView
from regicide_tui.tui.games.regicide.keys import commands_of, offers, why_not_pickable, why_nothing
from regicide_tui.tui.games.regicide.play_preview import badge_of, preview_row
from regicide_tui.tui.games.regicide.table_model import RegicideModel, compose, pointed
from regicide_tui.tui.games.regicide.zones.aside import figure_rows
from regicide_tui.tui.games.regicide.zones.castle import castle_rows
from regicide_tui.tui.games.regicide.zones.hand import paint_hand
from regicide_tui.tui.games.regicide.zones.motion import frames
from regicide_tui.tui.games.regicide.zones.players import paint_players
from regicide_tui.tui.games.regicide.zones.track import track_rows
from regicide_tui.tui.input.commands import Command
from regicide_tui.tui.input.keymap import Keymap
from regicide_tui.tui.input.offers import Offer
from regicide_tui.tui.rendering.paint import Row
from regicide_tui.tui.rendering.symbols import Symbols
from regicide_tui.tui.rendering.zones import coach_above_stage, stage_above_hand
from regicide_tui.tui.table.game_ui import GameUI, PracticeUI
from regicide_tui.tui.table.painting import Paint, by_symbols
from regicide_tui.tui.table.table_model import CardOnTable, Notice
from regicide_tui.tui.table.zone_places import ZonePlaces
from regicide_tui.tui.widgets.table.play_preview import band

if TYPE_CHECKING:
    from regicide_tui.play.statistics import Record
    from regicide_tui.tui.pages.reading import Block
    from regicide_tui.tui.pages.report import Report
    from regicide_tui.tui.table.controls import TableControls


PAINTERS: Mapping[str, Paint] = {
    "track": by_symbols(track_rows),
    "stage": by_symbols(castle_rows),
    "players": paint_players,
    "hand": paint_hand,
    "foresight": band(preview_row, badge_of),
    "figures": by_symbols(figure_rows),
}
"""The painters of the royals, the castle, the players, the hand, the preview and the panel."""


class RegicideUI(GameUI[RegicideModel, State, Action], PracticeUI):
    """The methods of `GameUI`; each part lives in its own module."""

    title = "Regicide"
    painters = PAINTERS

    def place_zones(
        self, width: int, height: int, players: int, compact: bool = False
    ) -> ZonePlaces:
        return stage_above_hand(width, height, players_row=players > 1, compact=compact)

    def place_zones_with_coach(
        self, width: int, height: int, players: int, compact: bool = False
    ) -> ZonePlaces:
        return coach_above_stage(width, height, players_row=players > 1, compact=compact)

    def compose(
        self,
        table: TableView,
        cursor: int,
        chosen: tuple[int, ...],
        notice: Notice,
        replay_step: str,
    ) -> RegicideModel:
        return compose(table, cursor, chosen, notice, replay_step)

    def pointed(
        self, model: RegicideModel, cursor: int, chosen: tuple[int, ...], notice: Notice
    ) -> RegicideModel:
        return pointed(model, cursor, chosen, notice)

    def tell(self, event: Event, seats: tuple[str, ...]) -> LogSentence | None:
        return tell(event, seats)

    def offers(self, model: RegicideModel, symbols: Symbols) -> list[Offer]:
        return offers(model, symbols)

    def commands(self, model: RegicideModel) -> list[Command]:
        return commands_of(model)

    def why_nothing(self, model: RegicideModel, keymap: Keymap) -> str:
        return why_nothing(model, keymap)

    def why_not_pickable(self, model: RegicideModel, place: int) -> str:
        return why_not_pickable(model, place)

    def explain(self, model: RegicideModel) -> str:
        from regicide_tui.tui.games.regicide.explain import explain

        return explain(model)

    def chapter(self, model: RegicideModel) -> str:
        from regicide_tui.tui.games.regicide.explain import chapter

        return chapter(model)

    def reasons(self, view: State, action: Action) -> Sequence[str]:
        return reasons(view, action)

    def save_preview(
        self, view: State, seats: tuple[str, ...], width: int, height: int, symbols: Symbols
    ) -> list[Row]:
        from regicide_tui.tui.games.regicide.save_preview import save_rows

        return save_rows(view, seats, width, height, symbols)

    def frames(self, model: RegicideModel, events: Sequence[Event]) -> Sequence[RegicideModel]:
        return frames(model, events)

    # The following modules are imported late, since the first picture doesn't need them.

    def report(self, table: Table, reader: Seat | None = None) -> "Report | None":
        from regicide_tui.tui.games.regicide.report import report_of

        return report_of(table, reader)

    def figures(
        self, game: str, records: "Sequence[Record]", width: int, height: int, symbols: Symbols
    ) -> list[Row]:
        from regicide_tui.tui.games.regicide.figures import figures

        return figures(records, width, height, symbols)

    def cards_on_table(self, model: RegicideModel) -> Sequence[CardOnTable]:
        from regicide_tui.tui.games.regicide.piles import cards_on_table

        return cards_on_table(model)

    def piles(self, model: RegicideModel, symbols: Symbols, in_order: bool) -> "list[Block]":
        from regicide_tui.tui.games.regicide.piles import piles

        return piles(model, symbols, in_order)

    def unseen(self, table: TableView) -> Pile:
        from regicide_tui.tui.games.regicide.piles import unseen

        return unseen(table)

    def controls(self) -> "type[TableControls]":
        from regicide_tui.tui.games.regicide.controls import RegicideControls

        return RegicideControls


GAME_UI = RegicideUI()
