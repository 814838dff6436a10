"""The chances and the costliest decisions of a game that several people review together."""

from regicide_tui.server.api.reviews import ReviewHandle
from regicide_tui.server.model.review import commands
from regicide_tui.server.screens.review.shared import ReviewNews
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.lines import Key
from regicide_tui.tui.screens.review import ReviewScreen


class SharedChart(ReviewScreen, ReviewNews):
    """The chart of a shared review. Its cursor follows the leader, or moves on its own."""

    BINDINGS = c.bindings((c.FOLLOW,))

    def __init__(self, look: Look, handle: ReviewHandle) -> None:
        super().__init__(look, handle.game.saved)
        self.handle = handle

    def begin_judging(self) -> None:
        """Show the verdicts: the server analyses the game for everyone."""
        self._load()

    def on_screen_resume(self) -> None:
        """Show what has changed."""
        self.look_again()

    def say(self, sentence: str, style: str = "warning") -> None:
        """Show a sentence until the next key or news."""
        self.notify_player(sentence, "warning")

    def look_again(self) -> None:
        """Show the news."""
        if self.is_there:
            self._load()
            self._show()

    def _load(self) -> None:
        """Load the line of play that the visitor sees, its verdicts, and the moment."""
        handle = self.handle
        self._reviewed = handle.reviewed
        moves = handle.state.seen_by(handle.name).moves
        if moves != self._at:
            self.point_at(moves)

    def key_line(self) -> list[Key]:
        """Return the keys for the line at the bottom."""
        steps = self.look.keys("step", c.STEP_BACK, c.STEP_ON)
        more = [c.FOLLOW] if self.handle.is_alone else []
        more += [c.COSTLY, c.LOOK_THERE]
        more += [c.WHOSE] if self._game.rivals else []
        more += [c.LEAVE_REPLAY, c.HELP, c.GO]
        return [steps, *map(self.look.key, more)]

    async def action_leap(self, number: int) -> None:
        """Go to a moment; a follower goes there alone."""
        await self.handle.do(commands.GoTo(number))
        self._load()
        await super().action_leap(self._at)

    async def action_follow(self) -> None:
        """Follow the leader again."""
        await self.handle.do(commands.Follow())
        self.look_again()

    def action_look(self) -> None:
        """Go back to the table, which shows the same moment."""
        self.app.pop_screen()

    async def action_try_again(self) -> None:
        """Try other actions from here, at the table."""
        await self.handle.do(commands.BeginWhatIf())
        self.app.pop_screen()

    def action_back(self) -> None:
        """Go back to the table."""
        self.app.pop_screen()
