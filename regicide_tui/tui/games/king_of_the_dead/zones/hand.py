"""The hand of King of the Dead: cards to pick, or to choose from in a question."""

from msgspec.structs import replace

from regicide_tui.games.king_of_the_dead.rules import is_payment, payment_value
from regicide_tui.tui.games.king_of_the_dead.table_model import KingModel
from regicide_tui.tui.input.commands import CONFIRM
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.paint import Row, Run, Symbols
from regicide_tui.tui.table.hand import hand_rows


def paint_hand(model: KingModel, width: int, height: int, look: Look) -> list[Row]:
    """Return the rows of the zone."""
    return king_hand_rows(model, width, height, look.symbols, look.keymap.shown(CONFIRM))


def as_to_play(model: KingModel) -> KingModel:
    """Return the model in which chosen cards of the hand look like picked cards."""
    choice = model.choice
    if choice is None or not model.choosing_in_hand:
        return model
    every = (True,) * len(model.hand)
    return replace(model, asked=None, chosen=choice.marked, pickable=every)


def king_hand_rows(
    model: KingModel, width: int, height: int, symbols: Symbols, confirm: str = CONFIRM.shown
) -> list[Row]:
    """Return the rows of the zone; `confirm` is the key that opens the curtain."""
    return hand_rows(model, _label(model), (), width, height, symbols, confirm, filled=True)


def _label(model: KingModel) -> Row:
    row: Row = (Run(f"{model.hand_title}, {len(model.hand)}", "on-felt"),)
    cards = model.picked.cards
    if is_payment(cards):
        row += (Run(f"  pays {payment_value(cards)}", "text+bold"),)
    return row
