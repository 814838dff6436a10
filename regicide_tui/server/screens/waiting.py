"""A table before its game: who sits where, who is ready, who starts, and which bots sit down."""

from regicide_tui.bots.roster import list_levels
from regicide_tui.games.words import named_with_be
from regicide_tui.server.screens.lists import HandleList
from regicide_tui.server.screens.words import house_rules, timing, what
from regicide_tui.server.tables import commands
from regicide_tui.server.tables.handle import TableHandle
from regicide_tui.server.tables.state import is_bot
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.paint import Row, Run
from regicide_tui.tui.screens.lists import heading_of
from regicide_tui.tui.widgets.listing import Entry, ListStyle


class WaitingScreen(HandleList):
    """The seats of a table at which people gather."""

    def __init__(self, look: Look, place: TableHandle, word: str = "") -> None:
        super().__init__(look, place)
        self._word = word
        self._point_ahead()

    def look_again(self) -> None:
        """Show what is new; go to the table once the game begins."""
        company = self._place.company
        if company.begun:
            self.house_app.show_table(self._place.id, self._word)
        elif company.closed:
            self.house_app.show_lobby("The table is closed: all players left.")
        else:
            super().look_again()

    def _point_ahead(self) -> None:
        """Point at what comes next: a free seat, or else to be ready or to start."""
        company = self._place.company
        looks_for_one = company.seat is None and company.free
        self.cursor = company.seats.index("") if looks_for_one else len(company.seats)

    def title_row(self) -> Row:
        """What is to be played."""
        company = self._place.company
        return heading_of(what(company.game, company.players))

    def heading(self) -> list[Row]:
        """How it is played, and what it waits for."""
        company = self._place.company
        rows: list[Row] = []
        more = [timing(company.clock), house_rules(company)]
        rows += [(Run(text, "muted"),) for text in more if text]
        if company.word:
            rows.append((Run("private, the password is "), Run(company.word, "text+bold")))
        return [*rows, (Run(self._waits_for(), "text+bold"),), *self.said()]

    def _waits_for(self) -> str:
        company, name = self._place.company, self._place.name
        if company.seat is None:
            return "Choose a free seat to sit down." if company.free else "All seats are taken."
        if company.free:
            return "Waiting for somebody to sit down."
        missing = [one for one in company.people if one not in (*company.ready, company.host)]
        others = [one for one in missing if one != name]
        if name in missing:
            return "Are you ready?" + (f" {named_with_be(others)} not ready yet." if others else "")
        if missing:
            return f"Waiting until {named_with_be(others)} ready."
        return "All are ready." if company.host == name else f"{company.host} starts the game."

    def entries(self) -> list[Entry]:
        """The seats, and what can be done."""
        company, name = self._place.company, self._place.name
        found = [
            Entry(str(seat + 1), who or "a free seat", self._told_of(who), f"sit({seat})")
            for seat, who in enumerate(company.seats)
        ]
        if company.seat is not None and company.host == name:
            found += self._entries_of_host()
        elif company.seat is not None:
            ready = name in company.ready
            word = "Not ready yet" if ready else "Ready"
            found.append(Entry("R", word, "", f"ready({int(not ready)})"))
        if company.seat is not None:
            found.append(Entry("X", "Stand up", "and leave the table", "stand"))
        kept = "the seat stays yours" if company.seat is not None else ""
        return [*found, Entry("m", "Lobby", kept, "app.menu")]

    def _entries_of_host(self) -> list[Entry]:
        """What the host alone can do."""
        company = self._place.company
        found = [Entry("G", "Start", "once all are ready", "start")]
        if company.free and list_levels(company.game, company.players):
            found.append(Entry("b", "Seat a bot", "on the last free seat", "seat_bot"))
        if bots := [seat for seat, name in enumerate(company.seats) if is_bot(name)]:
            told = "the last one that sat down"
            found.append(Entry("x", "Send a bot away", told, f"send_away({bots[0]})"))
        found += [
            Entry("O", f"Free the seat of {name}", "away", f"free_seat({name!r})")
            for name in self._away[:1]
        ]
        return found

    @property
    def _away(self) -> list[str]:
        """The others who sit here and are away."""
        return [one for one in self._place.company.absent if one != self._place.name]

    def _told_of(self, who: str) -> str:
        company = self._place.company
        if not who:
            return "" if company.seat is not None else "sit down here"
        if is_bot(who):
            return f"a {company.bots[company.seats.index(who)]}"
        told = ["you"] if who == self._place.name else []
        told += ["opened the table"] if who == company.host else []
        told += ["ready"] if who in company.ready else []
        told += ["away"] if who in company.absent else []
        return ", ".join(told)

    async def action_sit(self, seat: int) -> None:
        """Sit down on a seat."""
        if await self.attempt(self._place.do(commands.Sit(seat, self._word))):
            self._point_ahead()
        self.refresh_list()

    def action_seat_bot(self) -> None:
        """Choose who of the bots sits down."""
        self.app.push_screen(BotsScreen(self.look, self._place))

    async def action_send_away(self, seat: int) -> None:
        """Take the seat of a bot back."""
        await self.attempt(self._place.do(commands.SendBotAway(seat)))

    async def action_free_seat(self, name: str) -> None:
        """Free the seat of somebody who is away."""
        seats = self._place.company.seats
        if name in seats:
            await self.attempt(self._place.do(commands.FreeSeat(seats.index(name))))

    async def action_ready(self, ready: int) -> None:
        """Be ready, or no longer."""
        await self.attempt(self._place.do(commands.BeReady(bool(ready))))

    async def action_start(self) -> None:
        """Begin the game."""
        await self.attempt(self._place.do(commands.Start()))

    async def action_stand(self) -> None:
        """Stand up, and go back to the lobby."""
        if await self.attempt(self._place.do(commands.Stand())):
            self.house_app.show_lobby()

    def action_back(self) -> None:
        """Go to the lobby; the seat is kept."""
        self.house_app.show_lobby()


class BotsScreen(HandleList):
    """The bots that may sit down: their levels, from the simplest to the strongest."""

    list_style = ListStyle(measure=64)

    def title_row(self) -> Row:
        """What they would play."""
        company = self._place.company
        return heading_of(what(company.game, company.players))

    def heading(self) -> list[Row]:
        """What is asked."""
        return [(Run("Which bot should sit down?"),), *self.said()]

    def entries(self) -> list[Entry]:
        """The levels."""
        company = self._place.company
        levels = list_levels(company.game, company.players)
        found = [
            Entry(str(number), level.name.capitalize(), level.character, f"choose({number - 1})")
            for number, level in enumerate(levels, 1)
        ]
        return [*found, Entry("", "Back", "", "back")]

    async def action_choose(self, number: int) -> None:
        """Give the last free seat to a bot of this level."""
        company = self._place.company
        level = list_levels(company.game, company.players)[number].name
        free = [seat for seat, name in enumerate(company.seats) if not name]
        if not free or await self.attempt(self._place.do(commands.SeatBot(free[-1], level))):
            self.action_back()
