"""A table before its game: the seats, who is ready, who starts, and the bots."""

from textual.events import Key

from regicide_tui.bots.roster import list_levels
from regicide_tui.server.api.tables import TableHandle
from regicide_tui.server.model.names import is_guest
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.facts import is_bot
from regicide_tui.server.model.table.visitor_table import VisitorTable
from regicide_tui.server.screens.lists import BACK, HandleList
from regicide_tui.server.screens.lobby_page import chat_rows
from regicide_tui.server.screens.words import (
    describe_clock,
    describe_game,
    describe_house_rules,
    describe_manners,
    describe_seat,
    describe_spectators,
    describe_wait,
    tell_changes,
)
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.paint import Row, Run, prose
from regicide_tui.tui.screens.lists import Entry, ListStyle

_TICK = 30.0
"""Seconds between two looks at how long people have been away."""
_REMEMBERED = 3
"""The maximum rows of messages at the table."""


class WaitingScreen(HandleList):
    """The seats of a waiting table."""

    def __init__(self, look: Look, handle: TableHandle, sentence: str) -> None:
        super().__init__(look, handle)
        self.sentence = sentence
        self._seen = handle.table
        """The table as it was last shown."""
        self._waited = self._waits_for()
        """What the table waited for when it was last shown."""
        self.cursor = self._place_ahead

    def on_mount(self) -> None:
        """Update regularly how long people have been away.

        Textual calls the method of the base, too.
        """
        self.set_interval(_TICK, self.look_soon)

    def look_again(self) -> None:
        """Show the news; go to the table once the game begins."""
        table = self.table
        if table.begun:
            self.visitor_app.show_table(self._handle.id, self._handle.password)
        elif table.closed:
            self.visitor_app.show_lobby(self._why_closed(table.series))
        elif table.is_sent_away:
            self.visitor_app.show_lobby(f"{table.host} has sent you away from the table.")
        else:
            moves_on = self._points_at_nothing(table)
            told = tell_changes(self._seen, table, self._handle.name)
            self._seen = table
            before, self._waited = self._waited, self._waits_for()
            if self._waited != before and self.style == "error":
                self.sentence = ""  # the reason for the refusal is outdated
            if told:
                self.sentence, self.style = " ".join(told), "warning"
            super().look_again()
            if moves_on:
                self.point(self._place_ahead)

    def _points_at_nothing(self, table: VisitorTable) -> bool:
        """Whether the line at the cursor is gone, or its seat is no longer free."""
        if self._pointed_action not in [one.action for one in self.entries()]:
            return True
        return table.seat is None and bool(table.free and "".join(table.seats[self.cursor :][:1]))

    def _why_closed(self, series: str) -> str:
        """Return why the table is closed."""
        if by_moderator := self._handle.why_closed:
            return by_moderator
        late = self.api.deals.why_too_late(series)
        return f"The table is closed. {late}" if late else "The table is closed: all players left."

    @property
    def _pointed_action(self) -> str:
        """The action of the line at the cursor."""
        return self.shown[self.cursor].action if self.cursor < len(self.shown) else ""

    @property
    def _place_ahead(self) -> int:
        """The line of the likely next choice: a free seat, or else being ready or starting.

        For a player who is ready it is the chat, so that enter undoes nothing.
        """
        table, name = self.table, self._handle.name
        if name in table.ready and name != table.host:
            return [one.action for one in self.entries()].index("talk")
        looks_for_one = table.seat is None and table.free and not is_guest(name)
        return table.seats.index("") if looks_for_one else len(table.seats)

    @property
    def headline(self) -> str:
        """The game, and whose table it is."""
        table = self.table
        whose = "your" if table.host == self._handle.name else f"{table.host}'s"
        return f"{describe_game(table.game, table.players)} at {whose} table"

    def told_rows(self) -> list[Row]:
        """Return the settings of the table, and what it waits for."""
        table = self.table
        rows: list[Row] = []
        rules = describe_house_rules(table)
        more = [describe_clock(table.clock).capitalize(), f"House rules: {rules}" if rules else ""]
        deal = self.api.deals.describe(table)
        for text in (deal, *more, describe_manners(table)):
            rows += prose(text, "muted", self.measure)
        if table.password:
            rows.append((Run("private, the password is "), Run(table.password, "text+bold")))
        if table.invitation and table.free:
            rows.append((Run("To invite someone, send them this command:", "muted"),))
            rows += prose(self._invitation, "text+bold", self.measure)
        said = chat_rows(table.said, self.measure, _REMEMBERED, table.reader)
        looking = describe_spectators(table)
        rows += [*said, *prose(f"{looking}." if looking else "", "muted", self.measure)]
        waits: Row = (Run(self._waits_for(), "text+bold"),)
        # The reason for a refused start already says what the table waits for.
        refused = self.style == "error" and self.sentence != ""
        return rows if refused else [*rows, waits]

    @property
    def _invitation(self) -> str:
        """The command with which others join this table."""
        return self.visitor.server.invite(self.table.invitation)

    def action_copy(self) -> None:
        """Send the invitation to the terminal's clipboard."""
        self.app.copy_to_clipboard(self._invitation)
        self.say("Copied. If pasting doesn't work, select the line with shift and the mouse.")

    def _waits_for(self) -> str:
        return describe_wait(self.table, self._handle.name, "Press s", "Press b")

    def entries(self) -> list[Entry]:
        """Return the seats, and what can be done."""
        table, name = self.table, self._handle.name
        found = [
            Entry(
                str(seat + 1),
                shown or "a free seat",
                self._describe_seat(table.seats[seat]),
                f"sit({seat})",
            )
            for seat, shown in enumerate(table.readable)
        ]
        if table.seat is not None and table.host == name:
            found += self._entries_of_host()
        elif table.seat is not None:
            if name in table.ready:  # without a key: a second R must not undo the first one
                found.append(
                    self.entry_for(
                        "",
                        "Not ready",
                        f"tell {table.host} that you'd like to wait",
                        commands.BeReady(False),
                    )
                )
            else:
                play = f"tell {table.host} that you'd like to play"
                found.append(self.entry_for("R", "Ready", play, commands.BeReady(True)))
        if table.seat is not None:
            alone = table.people == (name,)
            leave = f"and {'close' if alone else 'leave'} the table"
            found.append(Entry("X", "Stand up", leave, "stand"))
            found.append(Entry("t", "Chat", "with the others", "talk"))
        if table.invitation and table.free:
            found.append(Entry("c", "Copy the invitation", "to the clipboard", "copy"))
        if is_guest(name) and table.seat is None:
            found.append(Entry("s", "Get a name", "and sit down", "app.get_name"))
        kept = "the seat stays yours" if table.seat is not None else ""
        return [*found, Entry("m", "Lobby", kept, "app.menu")]

    def _entries_of_host(self) -> list[Entry]:
        """Return what only the host can do."""
        table, entry_for = self.table, self.entry_for
        others = [
            (seat, name)
            for seat, name in enumerate(table.seats)
            if name not in ("", table.host) and not is_bot(name)
        ]
        found = [entry_for("G", "Start", "once everyone is ready", commands.StartGame())]
        if table.free and not table.series and list_levels(table.game, table.players):
            found.append(Entry("b", "Seat a bot", "in the last free seat", "seat_bot"))
        if bots := [seat for seat, name in enumerate(table.seats) if is_bot(name)]:
            last = "the last one that sat down"
            found.append(entry_for("x", "Send a bot away", last, commands.SendBotAway(bots[0])))
        found += [
            entry_for("O", f"Free the seat of {name}", "away", commands.FreeSeat(seat))
            for seat, name in [one for one in others if one[1] in table.absent][:1]
        ]
        found += [
            entry_for("", f"Send {name} away", "for good", commands.SendPersonAway(seat, name))
            for seat, name in others
        ]
        return found

    def _describe_seat(self, name: str) -> str:
        table = self.table
        if not name:
            sits = table.seat is not None or is_guest(self._handle.name)
            return "" if sits else "sit down here"
        return describe_seat(table, name, self._handle.name, self.api.now())

    async def action_sit(self, seat: int) -> None:
        """Sit down in a seat."""
        await self._handle.do(commands.Sit(seat, self._handle.password))
        self.refresh_list()
        self.point(self._place_ahead)

    async def on_key(self, event: Key) -> None:
        """Answer R where it does nothing; Textual calls the method of the base, too."""
        table, name = self.table, self._handle.name
        if event.character == "R" and self.is_current and name in (table.host, *table.ready):
            self.say("Press G to start the game." if name == table.host else "You are ready.")

    def action_seat_bot(self) -> None:
        """Choose which bot sits down."""
        self.open(BotsScreen, self._handle)

    async def action_stand(self) -> None:
        """Stand up, and go back to the lobby."""
        await self._handle.do(commands.Stand())
        self.visitor_app.show_lobby()

    def action_back(self) -> None:
        """Go to the lobby; the seat is kept."""
        self.visitor_app.show_lobby()


class BotsScreen(HandleList):
    """The list of the bots' levels, from the simplest to the strongest."""

    list_style = ListStyle(measure=64)
    closes = True
    told, told_style = "Which bot should sit down?", "text"

    @property
    def headline(self) -> str:
        """The game that the bot would play."""
        table = self.table
        return describe_game(table.game, table.players)

    def entries(self) -> list[Entry]:
        """Return the levels; a bot sits down in the last free seat."""
        table = self.table
        free = [seat for seat, name in enumerate(table.seats) if not name]
        found = [
            self.entry_for(
                str(number),
                level.name.capitalize(),
                level.character,
                commands.SeatBot(free[-1], level.name),
            )
            for number, level in enumerate(list_levels(table.game, table.players), 1)
            if free
        ]
        return [*found, BACK]
