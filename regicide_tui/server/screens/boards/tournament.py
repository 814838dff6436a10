"""The page of a tournament, and the form for a new one."""

from collections.abc import Sequence

from regicide_tui import games
from regicide_tui.server.api.deals import Offer
from regicide_tui.server.model.boards.pages import (
    describe_time,
    describe_tournament,
    name_some,
    schedule_shortly,
)
from regicide_tui.server.model.boards.series import GAME
from regicide_tui.server.model.boards.tournament import MINUTE, TITLE, Round, Tournament
from regicide_tui.server.screens.boards.series import PageScreen, SeriesScreen, describe_waiting
from regicide_tui.server.screens.lists import BACK, InnerList
from regicide_tui.server.screens.other_tables import BY_LOBBY, tell_of_round
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.paint import Row, Run, prose
from regicide_tui.tui.screens.lists import Entry

_VALUES = {
    "players": (1, 2, 3, 4),
    "rounds": (2, 3, 4, 6, 8, 10, 12),
    "minutes": (10, 15, 20, 30, 45, 60),
    "begins": (0, 10, 30, 60, 120, 240, 24 * 60, 48 * 60),  # minutes from now
}
"""The choices for a new tournament."""
_LIST_ROWS, _LEAST_ROOM = 17, 4
"""The rows of a window for commands and sentences, and the minimum rows for players and
rounds."""
_PLAYERS_CELLS = 20
"""Cells of the players' rows without names: the word before them, and the ends of rows."""
_LATE = "Start a deal during its round. A game that continues after that still counts."
_TICK = 10.0
"""Seconds between two looks at the clock."""


class TournamentScreen(SeriesScreen):
    """A tournament: its schedule, players, current round and results."""

    def __init__(self, look: Look, tournament: str) -> None:
        super().__init__(look)
        self._shown_id = tournament

    def on_mount(self) -> None:
        """Check the current round from time to time; the base class shows the list."""
        self.set_interval(_TICK, self.look_soon)

    @property
    def _tournament(self) -> Tournament | None:
        """The tournament, or None once it was cancelled."""
        return self.api.deals.tournament(self._shown_id)

    @property
    def _joined(self) -> Sequence[str]:
        """Who takes part."""
        return self.api.deals.joined(self._shown_id)

    @property
    def headline(self) -> str:
        """The title of the tournament."""
        found = self._tournament
        return found.quoted if found is not None else "Tournament"

    def told_rows(self) -> list[Row]:
        """Return the schedule, and who takes part."""
        found, now = self._tournament, self.api.now()
        if found is None:
            return prose("This tournament was cancelled.", "warning", self.measure)
        room = max(_LEAST_ROOM, self.size.height - _LIST_ROWS)
        reader = self.api.reader()
        what = f"{games.find(GAME).title}, {describe_tournament(found, now)}"
        joined = [*map(reader.read, self._joined)]
        people = f"Players: {name_some(joined, self.measure * (room // 3) - _PLAYERS_CELLS)}"
        rows = prose(people, "text", self.measure)
        schedule = schedule_shortly(found, now, max(2, room - len(rows)))
        return [
            *prose(f"{what}, opened by {reader.read(found.by)}", "text+bold", self.measure),
            *prose(_LATE, "muted", self.measure),
            *rows,
            *[(Run(line, "muted"),) for line in schedule],
        ]

    def sentence_rows(self) -> list[Row]:
        """Leave out how to play the current round: it is a line of this screen."""
        found, said = self._tournament, self.sentence
        if found is None:
            return []
        current = Round(found, found.round_at(self.api.now()))
        said = said.replace(tell_of_round(current, BY_LOBBY.to_round), tell_of_round(current))
        return [*prose(said, self.style, self.measure)] if said else []

    def offers(self) -> Sequence[Offer]:
        """Return the deal of the current round, if there is one."""
        found, api = self._tournament, self.api
        number = found.round_at(api.now()) if found is not None else 0
        return [api.deals.offer(found.series_of(number))] if found is not None and number else []

    def entries(self) -> list[Entry]:
        """Return what can be done now."""
        found, name, now = (
            self._tournament,
            self.visitor.name,
            self.api.now(),
        )
        if found is None:
            return [BACK]
        offers = self.offers()
        lines = [Entry("S", "Results", "as text to copy", "results")]
        if name not in self._joined and not found.is_over(now):
            lines.insert(0, Entry("R", "Take part", "", "join"))
        elif offers:
            detail = f"{_own_state(offers[0])}{describe_waiting(offers[0])}"
            lines.insert(0, Entry("1", f"Play round {offers[0].series.round}", detail, "play(0)"))
        if name in self._joined and not found.is_over(now):
            lines.append(Entry("", "Withdraw", "leave the tournament", "withdraw"))
        if found.by == name and now < found.starts:
            lines.append(Entry("X", "Cancel it", "only before it starts", "cancel"))
        return [*lines, BACK]

    async def action_join(self) -> None:
        """Take part."""
        await self.api.deals.join(self._shown_id)
        self.refresh_list()

    async def action_withdraw(self) -> None:
        """Leave the tournament."""
        if (found := self._tournament) is not None:
            await self.api.deals.withdraw(found)
            self.refresh_list()

    async def action_cancel(self) -> None:
        """Cancel the tournament."""
        await self.api.deals.cancel(self._shown_id)
        self.action_back()

    def action_results(self) -> None:
        """Show the results as text."""
        if (found := self._tournament) is not None:
            text = self.api.deals.results_of(found)
            self.open(PageScreen, "Results", text)


def _own_state(offer: Offer) -> str:
    """Return whether the visitor has played the deal of a round."""
    if offer.result is not None:
        return "played"
    return "you're playing it" if offer.plays else "not played yet"


class NewTournamentScreen(InnerList):
    """The form for a new tournament: each line changes a part of it."""

    headline = "Open a tournament"
    told = "Everyone plays the same deals, one per round. Choose a line to change it."

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self._places = {"players": 1, "rounds": 2, "minutes": 3, "begins": 1}
        self._title = ""

    def _value(self, part: str) -> int:
        found = _VALUES[part]
        return found[self._places[part] % len(found)]

    @property
    def _shown_title(self) -> str:
        """The title that was typed, or else one with the visitor's name."""
        return self._title or self.api.deals.free_title()

    def entries(self) -> list[Entry]:
        """Return a line for each part."""
        starts = self.api.now() + self._value("begins") * MINUTE
        players, minutes = self._value("players"), self._value("minutes")
        return [
            Entry("", "Title", self._shown_title, "title"),
            Entry("", "Players at a table", str(players), "change('players')"),
            Entry("", "Deals", str(self._value("rounds")), "change('rounds')"),
            Entry("", "Time for each deal", f"{minutes} min", "change('minutes')"),
            Entry("", "Starts", describe_time(starts), "change('begins')"),
            Entry("", "Open the tournament", "others join it from the lobby", "open"),
            BACK,
        ]

    def action_title(self) -> None:
        """Ask for another title."""
        self.visitor_app.ask_text("Title of the tournament:", self._take_title, TITLE)

    async def _take_title(self, text: str) -> None:
        self._title = self.api.deals.check_title(text)
        self.refresh_list()

    def action_change(self, part: str) -> None:
        """Go to the next value of a part."""
        self._places[part] += 1
        self.refresh_list()

    async def action_open(self) -> None:
        """Open the tournament, and take part."""
        app, name = self.visitor_app, self.visitor.name
        asked = Tournament(
            id="",
            title=self._shown_title,
            by=name,
            players=self._value("players"),
            rounds=self._value("rounds"),
            starts=app.api.now() + self._value("begins") * MINUTE,
            minutes=self._value("minutes"),
        )

        opened = await app.api.deals.open_tournament(asked)
        app.pop_screen()
        app.push_screen(TournamentScreen(self.look, opened))
