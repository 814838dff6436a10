"""The hand of King of the Dead: cards to pick, or to choose from in a question."""

from msgspec.structs import replace

from regicide_tui.games.king_of_the_dead.purchases import is_payment, worth
from regicide_tui.tui.commands import CONFIRM
from regicide_tui.tui.king_of_the_dead.scene import Scene
from regicide_tui.tui.look import Look
from regicide_tui.tui.paint import Row, Run
from regicide_tui.tui.symbols import Symbols
from regicide_tui.tui.widgets.hand import hand_rows


def paint_hand(scene: Scene, width: int, height: int, look: Look) -> list[Row]:
    """Return the lower part of the table."""
    return king_hand_rows(scene, width, height, look.symbols, look.keymap.shown(CONFIRM))


def as_to_play(scene: Scene) -> Scene:
    """Return the scene with the cards of the hand that are chosen as if they were picked."""
    choice = scene.choice
    if choice is None or not scene.choosing_in_hand:
        return scene
    every = (True,) * len(scene.hand)
    return replace(scene, asked=None, chosen=choice.marked, open_cards=every)


def king_hand_rows(
    scene: Scene, width: int, height: int, symbols: Symbols, confirm: str = CONFIRM.shown
) -> list[Row]:
    """Return the rows of the felt; `confirm` is the key that lifts the curtain."""
    return hand_rows(scene, _label(scene), (), width, height, symbols, confirm, filled=True)


def _label(scene: Scene) -> Row:
    row: Row = (Run(f"{scene.whose}, {len(scene.hand)}", "on-felt"),)
    cards = scene.picked.cards
    if is_payment(cards):
        row += (Run(f"  pays {worth(cards)}", "text+bold"),)
    return row
