"""A request for a table, in a text session or JSON."""

from collections.abc import Mapping

from regicide_tui.games.base import Json, Value
from regicide_tui.server.base.random_words import make_table_password
from regicide_tui.server.model.table.commands import Open
from regicide_tui.server.model.table.facts import WhoJoins
from regicide_tui.server.screens.words import CLOCKS, ClockName


class Opening(Value):
    """A table that someone wants to open."""

    game: str
    players: int
    options: Mapping[str, Json] = {}
    private: bool = False
    clock: ClockName | None = None
    days: int = 0
    joining: WhoJoins = WhoJoins.ASK
    talks_freely: bool = False
    programs: bool = False

    @property
    def command(self) -> Open:
        """The command that opens the table."""
        return Open(
            self.game,
            self.players,
            self.options,
            make_table_password() if self.private else "",
            CLOCKS[self.clock] if self.clock else None,
            days=self.days,
            joining=self.joining,
            talks_freely=self.talks_freely,
            programs=self.programs,
        )
