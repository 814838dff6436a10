"""The hand of Regicide: whose it is, what is due, and the choice of the next player."""

from regicide_tui.games.regicide.state import HAND_MAXIMUM, SUFFER, attack
from regicide_tui.games.words import counted
from regicide_tui.tui.commands import CONFIRM
from regicide_tui.tui.paint import Row, Run, part_run
from regicide_tui.tui.regicide.scene import Scene
from regicide_tui.tui.symbols import Symbols
from regicide_tui.tui.widgets.hand import Hand, hand_panel


class RegicideHand(Hand[Scene]):
    """The lower part of the table of Regicide."""

    def rows(self, scene: Scene, width: int, height: int, symbols: Symbols) -> list[Row]:
        """Return the panel."""
        return hand_rows(scene, width, height, symbols, self.look.keymap.shown(CONFIRM))


def hand_rows(
    scene: Scene, width: int, height: int, symbols: Symbols, confirm: str = CONFIRM.shown
) -> list[Row]:
    """Return the rows of the hand's panel; `confirm` is the key that lifts the curtain."""
    choices = _choices(scene, height - 2, symbols) if scene.choosing else []
    return hand_panel(scene, _title(scene), choices, width, height, symbols, confirm)


def _title(scene: Scene) -> Row:
    if scene.choosing:
        return (Run("Who goes next?", "primary+bold"),)
    whose = "Your hand" if scene.alone else f"{scene.actor}'s hand"
    maximum = HAND_MAXIMUM[len(scene.seats)]
    row: Row = (Run(whose, "primary+bold"), Run(f" {len(scene.hand)}/{maximum}", "muted"))
    if scene.phase is SUFFER:
        row += (Run(f"  pay {attack(scene.view)}", "warning+bold"),)
    return row


def _choices(scene: Scene, room: int, symbols: Symbols) -> list[Row]:
    held: Row = (Run("   your cards ", "muted"),)
    held += tuple([run for card in scene.hand for run in (part_run(card, symbols), Run(" "))])
    rows: list[Row] = [held] if room > len(scene.seats) else []
    for seat, name in enumerate(scene.seats):
        here = seat == scene.cursor
        pointer = symbols.pointer if here else " "
        count = len(scene.view.hands[seat])
        own = " (yourself)" if seat == scene.view.turn else ""
        action = f"pick({seat + 1})"
        rows.append(
            (
                Run(f" {pointer} {seat + 1} ", "accent+bold" if here else "muted", action),
                Run(name, "text+bold" if here else "text", action),
                Run(f"  {counted(count, 'card')}{own}", "muted", action),
            )
        )
    return rows
