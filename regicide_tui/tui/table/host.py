"""What bots, hints and the win meter of a table may ask of its screen."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from regicide_tui.games.base import Seat, Value
from regicide_tui.play.session import LocalSession
from regicide_tui.thinking.questions import Advice
from regicide_tui.tui.table.table_model import Notice, TableModel

if TYPE_CHECKING:
    from textual.timer import Timer
    from textual.worker import Worker

    from regicide_tui.tui.navigation import HomeApp


class AskingScreen(Protocol):
    """A screen that asks bots questions and shows that it waits."""

    @property
    def app(self) -> "HomeApp":
        """The app, which has the process of the bots."""
        ...

    def set_interval(self, interval: float, callback: Callable[[], None]) -> "Timer":
        """Call a function after every interval."""
        ...

    def notify_player(self, text: str, style: str) -> None:
        """Show a sentence."""
        ...


class TableHost(AskingScreen, Protocol):
    """A table on the screen that has the whole game."""

    @property
    def session(self) -> LocalSession:
        """The game, with all cards."""
        ...

    @property
    def model(self) -> TableModel:
        """The model that is shown now."""
        ...

    async def hear_wishes(self) -> Mapping[Seat, bool]:
        """Let the bots say if they would like to go next, if they may now (R-9); return it."""
        ...

    def show_news(self) -> None:
        """Show what somebody has said."""
        ...

    @property
    def no_hints(self) -> str:
        """Why there are no hints here; empty if that depends on the game."""
        ...

    def run_worker(
        self, work: Awaitable[None], *, group: str = "default", exclusive: bool = False
    ) -> "Worker[None]":
        """Run something in the background until the screen is closed."""
        ...

    def may_act(self) -> bool:
        """Tell whether an action can be taken here now."""
        ...

    async def act_for(self, seat: Seat, action: Value, notice: Notice) -> None:
        """Take the action of a bot, and show the result."""
        ...

    def point_out(self, ranked: Sequence[Advice]) -> None:
        """Pick the cards of the best of these actions, and show its sentence."""
        ...

    def show_odds(self, model: TableModel) -> None:
        """Show the chances of winning."""
        ...
