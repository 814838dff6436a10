"""The menu of a table, beyond its game: who is there, how it ends, who stands in."""

from regicide_tui.games.words import counted, named
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.visitor_table import VisitorTable
from regicide_tui.server.screens.ignoring import IgnoringScreen
from regicide_tui.server.screens.lists import BACK, HandleList
from regicide_tui.server.screens.words import (
    describe_pause,
    describe_places,
    describe_players,
    describe_question,
    describe_spectators,
)
from regicide_tui.tui.rendering.paint import Row, Run, prose
from regicide_tui.tui.screens.lists import Entry

_SURE = "Press E again to {} the game without a winner."


class TableMenu(HandleList):
    """Ends or pauses the game, calls in bots, and ignores people."""

    headline = "The table"
    closes = True

    def told_rows(self) -> list[Row]:
        """Return who plays and where they are, who watches, and the open question."""
        table, now = self.table, self.api.now()
        told = [
            describe_players(table),
            describe_places(table, self._handle.name, now, between=", "),
            describe_spectators(table),
            describe_pause(table, now),
        ]
        rows = [row for text in filter(None, told) for row in prose(text, "muted", self.measure)]
        asked = describe_question(table)
        asked_rows: list[Row] = [(Run(asked, "text+bold"),)] if asked else []
        return [*rows, *asked_rows]

    def entries(self) -> list[Entry]:
        """Return what the visitor can do now."""
        table, guest = self.table, self.visitor.guest
        ignore = Entry("x", "Ignore people", "hide their messages", "ignore")
        found = self._of_players(table) if table.playing and table.seat is not None else []
        return [*found, *([] if guest else [ignore]), BACK]

    def _of_players(self, table: VisitorTable) -> list[Entry]:
        """Return what players can do during the game."""
        found: list[Entry] = []
        hosting, days = table.host == self._handle.name, table.days > 0
        absent = () if days else table.absent
        lost = ", counts as lost" if table.board and not table.stood_in else ""
        if absent and table.absent_without_bot and (hosting or table.question is None):
            until = "and the game no longer counts" if table.board else "until they return"
            detail = f"for {named(table.absent_without_bot)}, {until}"
            let = self.entry_for("b", "Let a bot play", detail, commands.StandIn())
            ask = self.entry_for("b", "Ask for a bot", detail, commands.Ask(commands.STAND_IN))
            found.append(let if hosting else ask)
        if days:
            found += self._of_days(table)
        if table.question is None:
            what = f"{self._ends} the game".capitalize()
            found.append(Entry("E", what, f"without a winner{lost}", "end_all"))
        if absent and hosting:
            away = f"while someone is away{lost}"
            found.append(self.entry_for("Z", "End the game", away, commands.End()))
        return found

    def _of_days(self, table: VisitorTable) -> list[Entry]:
        """Return what players can do in a correspondence game: ask for a pause, give more time."""
        found = []
        if table.question is None and table.paused_until <= self.api.now():
            detail = f"the clocks stop for {commands.PAUSE_DAYS} days, or until the next action"
            found.append(
                self.entry_for("", "Ask for a pause", detail, commands.Ask(commands.PAUSE))
            )
        if table.acting_person not in (None, table.seat):
            acting = table.seats[table.acting_person or 0]
            detail = f"{acting} gets {counted(table.days, 'day')} again"
            found.append(self.entry_for("", "Give more time", detail, commands.GiveTime()))
        return found

    def action_ignore(self) -> None:
        """List the people of this table who can be ignored, and everyone who is."""

        def find_people() -> list[str]:
            table = self.table
            spoken = [one.by for one in reversed((*table.said, *self._handle.spectator_chat))]
            return [*table.seats, *table.spectators, *spoken]

        self.open(IgnoringScreen, find_people)

    @property
    def _ends(self) -> str:
        """The verb for ending the game: there may be no one to ask."""
        return "ask to end" if len(self.table.people) > 1 else "end"

    async def action_end_all(self) -> None:
        """Ask everyone to end the game, after a confirmation."""
        sure = _SURE.format(self._ends)
        if self.sentence == sure:
            await self._handle.do(commands.Ask(commands.END))
            self.action_back()
        else:
            self.say(sure)
