"""A replay of a game, step by step, forwards and backwards."""

from typing import TYPE_CHECKING

from textual.events import Key as KeyPress
from textual.timer import Timer

from regicide_tui.games.base import Seat
from regicide_tui.play.session import ReplaySession
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.lines import Key
from regicide_tui.tui.screens.game import GameScreen
from regicide_tui.tui.table.table_model import Pointing, TableModel

if TYPE_CHECKING:
    from regicide_tui.tui.app import RegicideApp

SPEEDS = (("play", 0.0), ("faster", 2.0), ("fastest", 1.0), ("stop", 0.4))
"""The key's word, and the seconds between two actions, from paused to fastest."""
_BAR = (
    *(c.STEP_BACK, c.STEP_ON, c.RUN, c.PLAY_ON, c.REVIEW, c.LEAVE_REPLAY),
    *(c.TO_START, c.TO_END, c.MENU, c.QUIT),
)


class ReplayTable(GameScreen):
    """A replay of a finished or unfinished game. The hand of the player to act is open."""

    BINDINGS = c.bindings(c.REPLAY)
    session: ReplaySession

    def __init__(self, session: ReplaySession, look: Look) -> None:
        self.session = session
        super().__init__(session, look)
        self._speed = 0
        """The speed at which it plays automatically, from 1; 0 if it is paused."""
        self._timer: Timer | None = None

    def on_mount(self) -> None:
        """Show the start."""
        self._show()

    def key_line(self) -> list[Key]:
        """Return the keys for the line at the bottom."""
        keys = [self.look.key(key) for key in _BAR]
        return [self._named(key) if key[2] == c.RUN.action else key for key in keys]

    def _named(self, key: Key) -> Key:
        """Return the key that runs the replay, with its current speed."""
        return (key[0], SPEEDS[self._speed][0], key[2])

    def _show(self) -> None:
        cursor = self.session.cursor
        last = f"last: {self._said(cursor - 1)}" if cursor else "the deal"
        following = "the end" if self.session.at_end else f"next: {self._said(cursor)}"
        step = (f"Replay {cursor}/{self.session.length}", last, following)
        self._viewer = self.open_seat()
        self.model = self.completed(self.game_ui.compose(self.table, Pointing(), step))
        self.show(self.model, self.key_line())
        self.show_log()

    def open_seat(self) -> Seat:
        """Return the seat whose hand is open: the player to act, or the one who acted last.

        While a game can be continued, no bot shows its hand to a person.
        """
        saved, seat = self.session.saved, self.session.table.to_act
        if seat is None:
            end = self.session.seen_from(None)
            seat = self.game_ui.compose(end, Pointing(), ("the end",)).holder
        people = [one for one, level in enumerate(saved.bots) if not level]
        hides = people and seat not in people and not saved.history.over
        return people[0] if hides else seat

    def completed(self, model: TableModel) -> TableModel:
        """Return a model with the parts that only a subclass knows."""
        return model

    def _said(self, number: int) -> str:
        """Return the action with this number, from 0, in words for the title."""
        table = self.session.saved.at(number)
        action = table.history.moves[number].action
        return table.game.say(table.view(table.to_act), action, self.table.seats)

    async def action_step(self, moves: int) -> None:
        """Go some actions forward or back."""
        await self.action_leap(self.session.cursor + moves)

    async def action_leap(self, cursor: int) -> None:
        """Go to the point after `cursor` actions."""
        self.session.go_to(cursor)
        self._show()

    # ------------------------------------------------------------ automatic

    def action_run(self) -> None:
        """Run the replay at the next speed; stop it after the fastest."""
        self._set_speed((self._speed + 1) % len(SPEEDS))
        if self._speed and self.session.at_end:
            self.session.go_to(0)
        self._show()

    def _set_speed(self, speed: int) -> None:
        self._speed = speed
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if speed:
            self._timer = self.set_interval(SPEEDS[speed][1], self._go_on)

    async def _go_on(self) -> None:
        """Show the next action; stop at the end, or while another screen covers the replay."""
        if not self.is_current:
            self._set_speed(0)
            return
        await self.action_leap(self.session.cursor + 1)
        if self.session.at_end:
            self._stand()

    def _stand(self) -> None:
        self._set_speed(0)
        self._show()

    def on_key(self, event: KeyPress) -> None:
        """Stop the replay at any other key, which keeps its meaning."""
        if self._speed and event.key not in self.look.keymap.keys(c.RUN):
            self._stand()

    def on_screen_resume(self) -> None:
        """Stop, since another screen covered the replay."""
        if self._speed:
            self._stand()


class ReplayScreen(ReplayTable):
    """A replay at home, from which the player can start a new game."""

    app: "RegicideApp"

    async def action_back(self) -> None:
        """Go back to the screen below."""
        await self.app.leave_replay()

    def action_review(self) -> None:
        """Open the review of the game, or go back to it."""
        self.app.show_review(self.session.saved)

    async def action_play_on(self) -> None:
        """Start a new game from this position."""
        await self.app.play_from(self.session.table)
