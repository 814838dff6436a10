"""A finished game of the server, step by step."""

from typing import ClassVar

from textual.binding import BindingType

from regicide_tui.tui.input import commands as c
from regicide_tui.tui.input.guide import Guide
from regicide_tui.tui.screens.tables.replay import ReplayTable
from regicide_tui.tui.widgets.table.bars import Key

_TOLD = (
    "A game is replayed, action by action. Nothing you do here changes it.\n\n"
    "`{take_home}` shows it as text. You can copy the text and play on from it."
)


class ServerReplay(ReplayTable):
    """A replay on the server: it leads back to the list, and to the transcript."""

    BINDINGS: ClassVar[list[BindingType]] = list(c.bindings((c.TAKE_HOME,)))

    def key_line(self) -> list[Key]:
        """Return the keys for the line at the bottom."""
        keys = (
            *(c.STEP_BACK, c.STEP_ON, c.RUN, c.TO_START, c.TO_END),
            *(c.TAKE_HOME, c.LEAVE_REPLAY, c.LOBBY, c.GO),
        )
        return [self.look.key(key) for key in keys]

    def guide(self) -> Guide:
        """Return what the help says here."""
        return super().guide()._replace(text=_TOLD)

    def commands(self) -> list[c.Command]:
        """Return what can be done here, for the help."""
        return [*[one for one in c.REPLAY if one not in (c.PLAY_ON, c.REVIEW)], c.TAKE_HOME]

    async def action_back(self) -> None:
        """Go back to the screen before."""
        self.app.pop_screen()

    async def action_play_on(self) -> None:
        """Do nothing: only a local app plays on from here."""

    def action_review(self) -> None:
        """Do nothing: the server reviews no games."""

    def action_transcript(self) -> None:
        """Show the game as text."""
        from regicide_tui.server.screens.finished import TranscriptScreen

        self.app.push_screen(TranscriptScreen(self.look, self.replay.saved))
