"""The end of a game: how it went, and what one may want to do next."""

from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from regicide_tui.games.regicide.events import EnemyDefeated
from regicide_tui.games.regicide.state import SOLO_JESTERS
from regicide_tui.games.regicide.telling import counted, tell_end
from regicide_tui.play.table import Table
from regicide_tui.tui import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.paint import Row, Run
from regicide_tui.tui.screens.lists import BACK, ListScreen
from regicide_tui.tui.widgets.listing import Entry

if TYPE_CHECKING:
    from regicide_tui.tui.app import RegicideApp


class ResultScreen(ListScreen):
    """Won or lost, why, and with what; the lost position is one key away."""

    BINDINGS: ClassVar[list[BindingType]] = list(c.bindings((BACK,)))
    app: "RegicideApp"

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
        turns = counted(table.turn, "turn")
        facts = f"{len(defeats)} of 12 royals defeated, {exact} exactly, in {turns}"
        used = counted(SOLO_JESTERS - view.jesters_unused, "Jester") + " used" if alone else ""
        undos = counted(table.undos, "move") + " taken back" if table.undos else ""
        return [
            (won if outcome.won else lost,),
            (),
            (Run(tell_end(outcome, table.seats[view.turn], alone)),),
            (Run(facts, "muted"),),
            (Run(", ".join([fact for fact in (used, undos) if fact]), "muted"),),
            (Run(f"seed {table.seed}", "muted"),),
            (Run(self._sentence, "success"),),
        ]

    def entries(self) -> list[Entry]:
        """What to do next."""
        return [
            Entry("a", "The same deal again", "another try", "again"),
            Entry("n", "New game", "", "new_game"),
            Entry("u", "Take back", "back to before the last action", "undo"),
            Entry("v", "Look at the table", "", "back"),
            Entry("w", "Watch the replay", "", "replay"),
            Entry("t", "Copy the transcript", "to the clipboard", "transcript"),
            Entry("m", "Menu", "", "menu"),
            Entry("q", "Quit", "", "quit_app"),
        ]

    def action_again(self) -> None:
        """Deal the same cards again."""
        self.app.play_again(self._table)

    def action_new_game(self) -> None:
        """Set up another game."""
        self.app.show_new_game()

    async def action_undo(self) -> None:
        """Take back the action that ended the game."""
        self.app.pop_screen()
        await self.app.screen.run_action("undo")

    def action_back(self) -> None:
        """Look at the table as it stands."""
        self.app.pop_screen()

    def action_replay(self) -> None:
        """Step through the game."""
        self.app.show_replay(self._table.saved)

    def action_transcript(self) -> None:
        """Copy the game as text."""
        self.app.copy_transcript(self._table.saved)
        self._sentence = "The transcript is on its way to the clipboard."
        self.refresh_list()

    def action_menu(self) -> None:
        """Go to the menu."""
        self.app.show_menu()

    def action_quit_app(self) -> None:
        """Leave the app."""
        self.app.leave()
