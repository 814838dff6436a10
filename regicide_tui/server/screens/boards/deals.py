"""Duplicate deals in the lobby: the daily deal, the server's deals, and tournaments."""

from collections.abc import Sequence

from msgspec.structs import replace

from regicide_tui.server.api.deals import DayResults, Offer
from regicide_tui.server.model.boards.pages import (
    describe_result,
    describe_time,
    describe_tournament,
    explain_ranking,
    ranking_lines,
)
from regicide_tui.server.model.boards.series import DAYS_OPEN, GAME, describe_players
from regicide_tui.server.screens.boards.series import (
    DealScreen,
    PageScreen,
    SeriesScreen,
    describe_waiting,
)
from regicide_tui.server.screens.boards.tournament import NewTournamentScreen
from regicide_tui.server.screens.lists import BACK, InnerList, key_of
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.paint import Row, prose
from regicide_tui.tui.screens.daily import calendar_rows
from regicide_tui.tui.screens.lists import Entry, ListStyle

_DAY = (
    "The same cards for everyone on this server. You play them once. After your game, you see how "
    "often our marshals, the strongest bots, win with them, and how the others did."
)
_EARLIER = (
    f"You can play each daily deal once, within {DAYS_OPEN} days. Until you have played it, you "
    "can't see how others did. Your result counts for that day, and shows how many days later you "
    "played."
)
_MOST_OVER = 10
"""The maximum finished tournaments in the list."""
_HOUSE = (
    "Several tables play the same cards, and you never get cards you have seen. There is no undo, "
    "and bots don't fill free seats. A game in which a bot stands in for a player doesn't count. "
    "Results are compared with those of our marshals, the strongest bots."
)


class DayScreen(SeriesScreen):
    """The daily deal, for one player and for tables; afterwards, how the others did."""

    what_it_is = _DAY

    def __init__(self, look: Look, day: str = "") -> None:
        """Show a day; without one, always today."""
        super().__init__(look)
        self._day = day

    @property
    def headline(self) -> str:
        """The title with the day."""
        return f"Daily deal  {self._day or self.api.deals.today}"

    def offers(self) -> Sequence[Offer]:
        """Return the day's deal for each number of players."""
        deals = self.api.deals
        return deals.day(self._day or deals.today)

    def entries(self) -> list[Entry]:
        """Return a line for each number of players; guests can't play these deals."""
        found = [self._entry(at, one) for at, one in enumerate(self.playable())]
        earlier = Entry(key_of(len(found) + 1), "Earlier days", "play a deal you missed", "days")
        return [*found, *([earlier] if found and not self._day else []), BACK]

    def action_days(self) -> None:
        """List the days whose deals can be played."""
        self.open(DaysScreen)

    def _entry(self, number: int, offer: Offer) -> Entry:
        company = describe_players(offer.series.players)
        if offer.result is not None:
            detail = describe_result(offer.result)
            return Entry(str(number + 1), f"Compare: {company}", detail, f"compare({number})")
        label, detail = f"Play {company}", f"not played yet{describe_waiting(offer)}"
        if offer.sits:
            detail = "continue"
        elif offer.has_seen:
            detail = "played or seen"
        return Entry(str(number + 1), label, detail, f"play({number})")

    def action_compare(self, number: int) -> None:
        """Show the par of a deal that the visitor has played, and how the others did."""
        deals, series = self.api.deals, self.offers()[number].series
        self.open(DealScreen, lambda: deals.compare_series(series))


class DaysScreen(InnerList):
    """The earlier days whose deals can still be played, below the calendar."""

    headline = "Earlier days"
    pictured_game = GAME

    def told_rows(self) -> list[Row]:
        """Return an explanation, and the calendar of the visitor's solo games."""
        days = self.api.deals.days()
        won = {one.day: one.alone.won for one in days if one.alone is not None}
        calendar = calendar_rows(won, days[0].day, self.look.symbols)
        return [*prose(_EARLIER, "muted", self.measure), (), *calendar]

    def entries(self) -> list[Entry]:
        """Return a line for each day before today, which has its own page."""
        return [
            Entry("", one.day, _describe_day(one), f"day('{one.day}')")
            for one in self.api.deals.days()[1:]
        ]

    def action_day(self, day: str) -> None:
        """Show the deals of a day."""
        self.open(DayScreen, day)


def _describe_day(day: DayResults) -> str:
    own = describe_result(day.result) if day.result is not None else "not played yet"
    return f"{own}, {day.played} played it here" if day.played else own


class DuplicateScreen(SeriesScreen):
    """The server's deals, the ranking, and the tournaments."""

    headline = "Duplicate deals"
    list_style = ListStyle(facts=True)
    what_it_is = _HOUSE

    def offers(self) -> Sequence[Offer]:
        """Return the server's deals for each number of players."""
        return self.api.deals.house()

    def entries(self) -> list[Entry]:
        """Return the deals to play, the tournaments, and the ranking; guests only look."""
        api, guest = self.api, self.visitor.guest
        play = [
            Entry(
                str(at + 1),
                f"Play {describe_players(one.series.players)}",
                f"a deal that is new to you{describe_waiting(one)}",
                f"play({at})",
            )
            for at, one in enumerate(self.playable())
        ]
        latest, now = api.deals.tournaments(), api.now()
        coming = [one for one in latest if not one.is_over(now)]
        over = [one for one in latest if one.is_over(now)][:_MOST_OVER]
        told = [(one, one.quoted, describe_tournament(one, now)) for one in coming]
        told += [
            (one, f"Results: {one.quoted}", f"ended {describe_time(one.ends)}") for one in over
        ]
        tournaments = [
            Entry("", label, f"{when}, by {one.by}", f"app.tournament('{one.id}')")
            for one, label, when in told
        ]
        opening = Entry("n", "Open a tournament", "an evening of deals", "new")
        return [
            *play,
            Entry("S", "Ranking", "compared with our marshals", "ranking"),
            *([] if guest else [opening]),
            *tournaments,
            BACK,
        ]

    def action_ranking(self) -> None:
        """Show the ranking over all boards that the visitor may view."""
        reader = self.api.reader()
        ranked = [replace(one, name=reader.read(one.name)) for one in self.api.deals.ranking()]
        lines = [*explain_ranking(), "", *ranking_lines(ranked)]
        self.open(PageScreen, "Ranking", "\n".join(lines))

    def action_new(self) -> None:
        """Open the form for a new tournament."""
        self.open(NewTournamentScreen)
