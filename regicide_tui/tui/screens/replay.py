"""A game step by step, forwards and backwards."""

from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from regicide_tui.play.table import Table
from regicide_tui.tui import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.scene import NOTHING
from regicide_tui.tui.screens.game import GameScreen
from regicide_tui.tui.widgets.bars import Key
from regicide_tui.tui.words import spoken

if TYPE_CHECKING:
    from regicide_tui.tui.app import RegicideApp


class ReplayScreen(GameScreen):
    """A finished or unfinished game to look at; the hand of who acts is open."""

    BINDINGS: ClassVar[list[BindingType]] = list(c.bindings(c.REPLAY))
    app: "RegicideApp"

    def __init__(self, table: Table, look: Look) -> None:
        super().__init__(table, look)
        self._moves = len(table.saved.history.moves)
        table.go_to(0)

    def on_mount(self) -> None:
        """Show the start."""
        self._show()

    def key_line(self) -> list[Key]:
        """Return the keys for the line at the bottom."""
        return [self.look.key(key) for key in c.REPLAY_BAR]

    def _show(self) -> None:
        history = self.table.saved.history
        actions = [spoken(move.action, self.table.seats) for move in history.moves]
        after = actions[history.cursor - 1] if history.cursor else "the deal"
        following = actions[history.cursor] if history.cursor < self._moves else ""
        step = f"Replay {history.cursor}/{self._moves}: after {after}"
        step += f", next {following}" if following else ", the end"
        hidden = self.arrangement.compose(self.table, None, 0, (), NOTHING, step)
        seat = hidden.holder
        self.scene = self.arrangement.compose(self.table, seat, 0, (), NOTHING, step)
        self.show(self.scene, self.key_line())
        self.show_log(self.table.told(seat))

    def action_step(self, moves: int) -> None:
        """Go some actions on or back."""
        self.action_leap(self.table.saved.history.cursor + moves)

    def action_leap(self, cursor: int) -> None:
        """Go to after so many actions."""
        self.table.go_to(cursor)
        self._show()

    async def action_back(self) -> None:
        """Go back to where one came from."""
        await self.app.leave_replay()

    async def action_play_on(self) -> None:
        """Play on from here as a new game."""
        await self.app.play_from(self.table.saved)
