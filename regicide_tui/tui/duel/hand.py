"""The hand of a duel."""

from regicide_tui.games.duel.state import HAND_MAXIMUM
from regicide_tui.tui.commands import CONFIRM
from regicide_tui.tui.duel.scene import Scene
from regicide_tui.tui.paint import Row, Run
from regicide_tui.tui.symbols import Symbols
from regicide_tui.tui.widgets.hand import Hand, hand_rows


class DuelHand(Hand[Scene]):
    """The lower part of the table of a duel."""

    def rows(self, scene: Scene, width: int, height: int, symbols: Symbols) -> list[Row]:
        """Return the rows of the felt."""
        confirm = self.look.keymap.shown(CONFIRM)
        return hand_rows(scene, _label(scene), (), width, height, symbols, confirm)


def _label(scene: Scene) -> Row:
    return (Run(f"{len(scene.hand)} of {HAND_MAXIMUM}", "on-felt"),)
