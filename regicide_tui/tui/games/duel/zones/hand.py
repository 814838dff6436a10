"""The hand of a duel."""

from regicide_tui.games.duel.state import HAND_MAXIMUM
from regicide_tui.tui.games.duel.table_model import DuelModel
from regicide_tui.tui.input.commands import CONFIRM
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.paint import Row, Run
from regicide_tui.tui.table.hand import hand_rows


def paint_hand(model: DuelModel, width: int, height: int, look: Look) -> list[Row]:
    """Return the rows of the zone."""
    confirm = look.keymap.shown(CONFIRM)
    return hand_rows(model, _label(model), (), width, height, look.symbols, confirm)


def _label(model: DuelModel) -> Row:
    return (Run(f"{len(model.hand)} of {HAND_MAXIMUM}", "on-felt"), Run(" cards", "on-felt"))
