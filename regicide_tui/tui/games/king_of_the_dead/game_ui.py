"""The UI of King of the Dead, in one object."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from regicide_tui.games.base import Event, Pile, Seat
from regicide_tui.games.king_of_the_dead.actions import Action
from regicide_tui.games.king_of_the_dead.log_sentences import merge_turn_end, tell
from regicide_tui.games.king_of_the_dead.reasons import reasons
from regicide_tui.games.king_of_the_dead.state import State
from regicide_tui.games.sentences import LogSentence
from regicide_tui.play.table import Table
from regicide_tui.play.table_view import TableView
from regicide_tui.tui.games.king_of_the_dead.keys import (
    commands_of,
    offers,
    why_not_pickable,
    why_nothing,
)
from regicide_tui.tui.games.king_of_the_dead.play_preview import paint_offers
from regicide_tui.tui.games.king_of_the_dead.table_model import KingModel, compose, pointed
from regicide_tui.tui.games.king_of_the_dead.zone_places import parade_above, parade_above_coach
from regicide_tui.tui.games.king_of_the_dead.zones.aside import aside_rows
from regicide_tui.tui.games.king_of_the_dead.zones.dialog import dialog_rows
from regicide_tui.tui.games.king_of_the_dead.zones.hand import as_to_play, paint_hand
from regicide_tui.tui.games.king_of_the_dead.zones.parade import parade_rows
from regicide_tui.tui.games.king_of_the_dead.zones.sides import sides_rows
from regicide_tui.tui.input.commands import Command
from regicide_tui.tui.input.keymap import Keymap
from regicide_tui.tui.input.offers import Offer
from regicide_tui.tui.rendering.paint import Row
from regicide_tui.tui.rendering.symbols import Symbols
from regicide_tui.tui.table.game_ui import GameUI, PracticeUI
from regicide_tui.tui.table.painting import Paint, by_symbols
from regicide_tui.tui.table.table_model import CardOnTable, Notice
from regicide_tui.tui.table.zone_places import ZonePlaces

if TYPE_CHECKING:
    from regicide_tui.tui.pages.reading import Block
    from regicide_tui.tui.pages.report import Report
    from regicide_tui.tui.table.controls import TableControls


PAINTERS: Mapping[str, Paint] = {
    "stage": by_symbols(parade_rows),
    "sides": by_symbols(sides_rows),
    "foresight": paint_offers,
    "hand": paint_hand,
    "figures": by_symbols(aside_rows),
    "dialog": by_symbols(dialog_rows),
}
"""The painters of the Parade, the players, the offers, the hand, the panel and the question."""


class KingUI(GameUI[KingModel, State, Action], PracticeUI):
    """The methods of `GameUI`; each part lives in its own module."""

    title = "King of the Dead"
    painters = PAINTERS
    unseen_means = "You can't see these cards now: in hands, draw piles, the Gate and the Newcomer."

    def place_zones(
        self, width: int, height: int, players: int, compact: bool = False
    ) -> ZonePlaces:
        return parade_above(width, height, players, compact=compact)

    def is_shown(self, zone: str, model: KingModel) -> bool:
        # Options in the hand or in the Parade are chosen there, without the question.
        return zone != "dialog" or model.choosing_apart

    def in_hand(self, model: KingModel) -> KingModel:
        return as_to_play(model)

    def gather(self, events: Sequence[Event]) -> Sequence[Event]:
        return merge_turn_end(events)

    def place_zones_with_coach(
        self, width: int, height: int, players: int, compact: bool = False
    ) -> ZonePlaces:
        return parade_above_coach(width, height, players, compact=compact)

    def compose(
        self,
        table: TableView,
        cursor: int,
        chosen: tuple[int, ...],
        notice: Notice,
        replay_step: str,
    ) -> KingModel:
        return compose(table, cursor, chosen, notice, replay_step)

    def pointed(
        self, model: KingModel, cursor: int, chosen: tuple[int, ...], notice: Notice
    ) -> KingModel:
        return pointed(model, cursor, chosen, notice)

    def tell(self, event: Event, seats: tuple[str, ...]) -> LogSentence | None:
        return tell(event, seats)

    def offers(self, model: KingModel, symbols: Symbols) -> list[Offer]:
        return offers(model, symbols)

    def commands(self, model: KingModel) -> list[Command]:
        return commands_of(model)

    def why_nothing(self, model: KingModel, keymap: Keymap) -> str:
        return why_nothing(model, keymap)

    def why_not_pickable(self, model: KingModel, place: int) -> str:
        return why_not_pickable(model, place)

    def explain(self, model: KingModel) -> str:
        from regicide_tui.tui.games.king_of_the_dead.explain import explain

        return explain(model)

    def chapter(self, model: KingModel) -> str:
        from regicide_tui.tui.games.king_of_the_dead.explain import chapter

        return chapter(model)

    def reasons(self, view: State, action: Action) -> Sequence[str]:
        return reasons(view, action)

    def save_preview(
        self, view: State, seats: tuple[str, ...], width: int, height: int, symbols: Symbols
    ) -> list[Row]:
        from regicide_tui.tui.games.king_of_the_dead.save_preview import save_rows

        return save_rows(view, seats, width, height, symbols)

    # The following modules are imported late, since the first picture doesn't need them.

    def report(self, table: Table, reader: Seat | None = None) -> "Report | None":
        from regicide_tui.tui.games.king_of_the_dead.report import report_of

        return report_of(table, reader)

    def cards_on_table(self, model: KingModel) -> Sequence[CardOnTable]:
        from regicide_tui.tui.games.king_of_the_dead.pages import cards_on_table

        return cards_on_table(model)

    def piles(self, model: KingModel, symbols: Symbols, in_order: bool) -> "list[Block]":
        from regicide_tui.tui.games.king_of_the_dead.pages import piles_blocks

        return piles_blocks(model, symbols, in_order)

    def unseen(self, table: TableView) -> Pile:
        from regicide_tui.tui.games.king_of_the_dead.pages import unseen

        return unseen(table)

    def controls(self) -> "type[TableControls]":
        from regicide_tui.tui.games.king_of_the_dead.controls import KingControls

        return KingControls


GAME_UI = KingUI()
