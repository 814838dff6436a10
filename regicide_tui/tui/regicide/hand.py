"""The hand of Regicide: whose it is, what is due, and the choice of the next player."""

from rich.cells import cell_len

from regicide_tui.games.regicide.state import HAND_MAXIMUM, SUFFER, attack
from regicide_tui.games.words import counted
from regicide_tui.tui.cardart import card_rows
from regicide_tui.tui.commands import CONFIRM
from regicide_tui.tui.paint import Row, Run, fit, part_run
from regicide_tui.tui.regicide.scene import Scene
from regicide_tui.tui.symbols import Symbols
from regicide_tui.tui.widgets.hand import Hand, card_size, hand_panel


class RegicideHand(Hand[Scene]):
    """The lower part of the table of Regicide."""

    def rows(self, scene: Scene, width: int, height: int, symbols: Symbols) -> list[Row]:
        """Return the panel."""
        return hand_rows(scene, width, height, symbols, self.look.keymap.shown(CONFIRM))


def hand_rows(
    scene: Scene, width: int, height: int, symbols: Symbols, confirm: str = CONFIRM.shown
) -> list[Row]:
    """Return the rows of the hand's panel; `confirm` is the key that lifts the curtain."""
    choices = _choices(scene, width, height - 2, symbols) if scene.choosing else []
    return hand_panel(scene, _title(scene), choices, width, height, symbols, confirm)


def _title(scene: Scene) -> Row:
    if scene.choosing:
        return (Run("Who goes next?", "primary+bold"),)
    maximum = HAND_MAXIMUM[len(scene.seats)]
    row: Row = (Run(scene.whose, "primary+bold"), Run(f" {len(scene.hand)}/{maximum}", "muted"))
    if scene.phase is SUFFER and not scene.waiting:
        row += (Run(f"  pay {attack(scene.view)}", "warning+bold"),)
    return row


def _choices(scene: Scene, width: int, room: int, symbols: Symbols) -> list[Row]:
    """Return the players to choose from, and one's own cards: drawn, if there is room for it."""
    rows = _seats(scene, symbols)
    label = Run("   your cards ", "muted")
    size = card_size(len(scene.hand), width, room - len(rows) + 2)
    if size.height > 1 and scene.hand:
        drawn = [card_rows(card, size, symbols.card, "line", symbols) for card in scene.hand]
        lines = zip(*drawn, strict=True)
        cards = [(Run("  "), *[run for cells in line for run in cells]) for line in lines]
        return [*rows, (label,), *cards]
    held = [run for card in scene.hand for run in (part_run(card, symbols), Run(" "))]
    return [(label, *held), *rows] if room > len(rows) else rows


def _seats(scene: Scene, symbols: Symbols) -> list[Row]:
    longest = max([cell_len(name) for name in scene.seats])
    rows: list[Row] = []
    for seat, name in enumerate(scene.seats):
        here = seat == scene.cursor
        pointer = symbols.pointer if here else " "
        count = len(scene.view.hands[seat])
        own = " (yourself)" if seat == scene.view.turn else ""
        action = f"pick({seat + 1})"
        rows.append(
            (
                Run(f" {pointer} {seat + 1} ", "accent+bold" if here else "muted", action),
                *fit((Run(name, "text+bold" if here else "text", action),), longest),
                Run(f"  {counted(count, 'card')}{own}", "muted", action),
            )
        )
    return rows
