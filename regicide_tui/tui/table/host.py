"""What the helpers of a table (bots, hints, the win meter) may ask of the screen they serve."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from regicide_tui.games.base import Seat, Value
from regicide_tui.play.table import Table
from regicide_tui.play.table_view import TableView
from regicide_tui.thinking.questions import Advice
from regicide_tui.tui.table.table_model import Notice, TableModel

if TYPE_CHECKING:
    from textual.timer import Timer
    from textual.worker import Worker

    from regicide_tui.tui.navigation import HomeApp


class AskingScreen(Protocol):
    """A screen on which somebody waits for a bot's thought."""

    @property
    def app(self) -> "HomeApp":
        """The app, which has the process in which bots think."""
        ...

    def set_interval(self, interval: float, callback: Callable[[], None]) -> "Timer":
        """Call something again and again."""
        ...

    def notify_player(self, text: str, style: str) -> None:
        """Show a sentence."""
        ...


class TableHost(AskingScreen, Protocol):
    """A table on the screen, with the whole game behind it."""

    @property
    def table(self) -> TableView:
        """The game as it is shown here."""
        ...

    @property
    def own(self) -> Table:
        """The whole game."""
        ...

    @property
    def model(self) -> TableModel:
        """What is shown now."""
        ...

    @property
    def no_hints(self) -> str:
        """Why nobody gives hints here; empty where that depends on the game."""
        ...

    def run_worker(
        self, work: Awaitable[None], *, group: str = "default", exclusive: bool = False
    ) -> "Worker[None]":
        """Do something beside what the screen does, until the screen is closed."""
        ...

    def may_act(self) -> bool:
        """Tell whether an action can be taken here now."""
        ...

    async def act_for(self, seat: Seat, action: Value, notice: Notice) -> None:
        """Take the action of a bot, and show what comes of it."""
        ...

    def point_out(self, ranked: Sequence[Advice]) -> None:
        """Pick the cards of the best of these actions, and say why it is the best."""
        ...

    def show_odds(self, model: TableModel) -> None:
        """Show the chances of winning."""
        ...
