"""One line of the players in seat order: cards in hand, who yielded, who must act."""

from regicide_tui.tui.paint import Row, Run, shorten
from regicide_tui.tui.regicide.scene import Scene
from regicide_tui.tui.symbols import Symbols
from regicide_tui.tui.widgets.painted import Painted


class Players(Painted):
    """Who sits at the table; not shown in a solo game."""

    scene: Scene | None = None

    def show(self, scene: Scene) -> None:
        """Paint another moment of the game."""
        self.scene = scene
        self.repaint()

    def paint(self, width: int, height: int) -> list[Row]:
        """Paint the line."""
        return [players_row(self.scene, width, self.look.symbols)] if self.scene else []


def players_row(scene: Scene, width: int, symbols: Symbols) -> Row:
    """Return the line; names are cut so that everybody finds room."""
    view, count = scene.view, len(scene.seats)
    room = max(3, width // count - 12)
    runs: list[Run] = []
    for seat, name in enumerate(scene.seats):
        acts = seat == view.turn
        runs.append(Run(f" {symbols.pointer}" if acts else "  ", "accent+bold"))
        shown = shorten(name, room, symbols.ellipsis)
        runs.append(Run(shown, "text+bold" if acts else "text"))
        runs.append(Run(f" {len(view.hands[seat])}", "muted"))
        runs.append(Run(" yielded" if view.yielded[seat] else "", "warning"))
        runs.append(Run("  "))
    return tuple(runs)
