"""The hand of a duel."""

from regicide_tui.games.duel.state import HAND_MAXIMUM
from regicide_tui.tui.commands import CONFIRM
from regicide_tui.tui.duel.scene import Scene
from regicide_tui.tui.look import Look
from regicide_tui.tui.paint import Row, Run
from regicide_tui.tui.widgets.hand import hand_rows


def paint_hand(scene: Scene, width: int, height: int, look: Look) -> list[Row]:
    """Return the lower part of the table."""
    confirm = look.keymap.shown(CONFIRM)
    return hand_rows(scene, _label(scene), (), width, height, look.symbols, confirm)


def _label(scene: Scene) -> Row:
    return (Run(f"{len(scene.hand)} of {HAND_MAXIMUM}", "on-felt"),)
