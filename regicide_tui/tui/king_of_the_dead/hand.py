"""The hand of King of the Dead: whose it is, and what the picked cards pay."""

from regicide_tui.games.king_of_the_dead.purchases import is_payment, worth
from regicide_tui.tui.commands import CONFIRM
from regicide_tui.tui.king_of_the_dead.scene import Scene
from regicide_tui.tui.paint import Row, Run
from regicide_tui.tui.symbols import Symbols
from regicide_tui.tui.widgets.hand import Hand, hand_rows


class KingHand(Hand[Scene]):
    """The lower part of the table."""

    def rows(self, scene: Scene, width: int, height: int, symbols: Symbols) -> list[Row]:
        """Return the rows of the felt."""
        confirm = self.look.keymap.shown(CONFIRM)
        return hand_rows(scene, _label(scene), (), width, height, symbols, confirm)


def _label(scene: Scene) -> Row:
    row: Row = (Run(f"{scene.whose}, {len(scene.hand)}", "on-felt"),)
    cards = scene.picked.cards
    if is_payment(cards):
        row += (Run(f"  pays {worth(cards)}", "accent"),)
    return row
