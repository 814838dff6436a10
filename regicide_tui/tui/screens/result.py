"""The end of a game: how it went, and what one may want to do next."""

from typing import ClassVar

from textual.binding import BindingType

from regicide_tui.games.regicide.events import EnemyDefeated
from regicide_tui.games.regicide.state import ROYAL_COUNT, SOLO_JESTERS, fallen
from regicide_tui.games.regicide.telling import tell_end
from regicide_tui.games.words import counted
from regicide_tui.play.table import Table
from regicide_tui.tui import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.paint import Row, Run
from regicide_tui.tui.screens.lists import BACK, ListScreen
from regicide_tui.tui.widgets.listing import Entry


class ResultScreen(ListScreen):
    """Won or lost, why, and with what; the lost position is one key away."""

    BINDINGS: ClassVar[list[BindingType]] = list(c.bindings((BACK,)))

    def __init__(self, look: Look, table: Table) -> None:
        super().__init__(look)
        self._table = table
        self._sentence = ""

    def heading(self) -> list[Row]:
        """How the game ended."""
        table, outcome = self._table, self._table.outcome
        if outcome is None:
            return []
        view = table.view(None)
        defeats = [
            event
            for told in table.told(None)
            for event in told.events
            if isinstance(event, EnemyDefeated)
        ]
        exact = sum(event.exact for event in defeats)
        alone = len(table.seats) == 1
        won, lost = Run("V I C T O R Y", "success+bold"), Run("D E F E A T", "error+bold")
        facts = (
            f"{fallen(view)} of {ROYAL_COUNT} royals defeated, {exact} exactly, "
            f"in {counted(table.turn, 'turn')}"
        )
        used = counted(SOLO_JESTERS - view.jesters_unused, "Jester") + " used" if alone else ""
        undos = counted(table.undos, "move") + " taken back" if table.undos else ""
        origin = table.goal or f"seed {table.seed}"
        return [
            (won if outcome.won else lost,),
            (),
            (Run(tell_end(outcome, table.seats[view.turn], alone)),),
            (Run(facts, "muted"),),
            (Run(", ".join([fact for fact in (used, undos) if fact]), "muted"),),
            (Run(origin, "muted"),),
            (Run(self._sentence, "success"),),
        ]

    def entries(self) -> list[Entry]:
        """What to do next."""
        return [
            Entry("v", "Look at the table", "", "back"),
            Entry("a", "The same deal again", "another try", "again"),
            Entry("n", "New game", "", "app.new_game"),
            Entry("u", "Take back", "back to before the last action", "undo"),
            Entry("w", "Watch the replay", "", "replay"),
            Entry("t", "Copy the transcript", "to the clipboard", "transcript"),
            Entry("m", "Menu", "", "app.menu"),
            Entry("q", "Quit", "", "app.quit"),
        ]

    async def action_again(self) -> None:
        """Deal the same cards again."""
        await self.app.play_again(self._table)

    async def action_undo(self) -> None:
        """Take back the action that ended the game."""
        self.app.pop_screen()
        await self.app.screen.run_action("undo")

    def action_back(self) -> None:
        """Look at the table as it stands."""
        self.app.pop_screen()

    async def action_replay(self) -> None:
        """Step through the game."""
        await self.app.show_replay(self._table.saved)

    def action_transcript(self) -> None:
        """Copy the game as text."""
        self.app.copy_transcript(self._table.saved)
        self._sentence = "The transcript is on its way to the clipboard."
        self.refresh_list()
