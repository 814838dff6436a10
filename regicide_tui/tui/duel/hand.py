"""The hand of a duel: whose it is, and what is due."""

from regicide_tui.games.duel.state import HAND_MAXIMUM, PAY
from regicide_tui.tui.commands import CONFIRM
from regicide_tui.tui.duel.scene import Scene
from regicide_tui.tui.paint import Row, Run
from regicide_tui.tui.symbols import Symbols
from regicide_tui.tui.widgets.hand import Hand, hand_panel


class DuelHand(Hand[Scene]):
    """The lower part of the table of a duel."""

    def rows(self, scene: Scene, width: int, height: int, symbols: Symbols) -> list[Row]:
        """Return the panel."""
        confirm = self.look.keymap.shown(CONFIRM)
        return hand_panel(scene, _title(scene), (), width, height, symbols, confirm)


def _title(scene: Scene) -> Row:
    row: Row = (
        Run(scene.whose, "primary+bold"),
        Run(f" {len(scene.hand)}/{HAND_MAXIMUM}", "muted"),
    )
    if scene.phase is PAY and not (scene.over or scene.waiting):
        row += (Run(f"  pay {scene.view.due}", "warning+bold"),)
    return row
