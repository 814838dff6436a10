"""The daily deal: today's deal, the streak of days, a calendar, and the best result."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

from regicide_tui.games.words import counted
from regicide_tui.play.dealing import (
    DailyDeal,
    best_record,
    describe_result,
    find_daily_deal,
    first_attempts,
    game_of_the_day,
    streak,
)
from regicide_tui.play.saves.saves_folder import SavesFolder
from regicide_tui.play.statistics import Record, Records
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.paint import Row, Run, Symbols
from regicide_tui.tui.screens.lists import BackList, Entry, picture_of
from regicide_tui.tui.screens.page import heading_of

if TYPE_CHECKING:
    from regicide_tui.tui.app import RegicideApp

_WEEKDAYS = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
WEEKS = 5
"""Number of weeks in the calendar; the last is this week."""


class DailyScreen(BackList):
    """The page of the daily deal: everyone gets the same cards, and the first attempt counts."""

    app: "RegicideApp"

    def __init__(self, look: Look, saves_folder: SavesFolder, records: Records) -> None:
        super().__init__(look)
        self._saves_folder = saves_folder
        self._records = records
        self._today = ""
        self._found = DailyDeal("")
        self._days: Mapping[str, Record] = {}
        self._known = asyncio.Event()

    async def on_screen_resume(self) -> None:
        """Read the player's progress with today's deal."""
        self._today = datetime.now().date().isoformat()
        self._found, self._days = await asyncio.to_thread(self._look_around)
        self._known.set()
        self.refresh_list()

    def _look_around(self) -> tuple[DailyDeal, Mapping[str, Record]]:
        records = self._records.read()
        return find_daily_deal(self._today, self._saves_folder.labels(), records), first_attempts(
            records
        )

    async def action_confirm(self) -> None:
        """Run the entry at the cursor, once the records have been read."""
        await self._known.wait()
        await super().action_confirm()

    def title_row(self) -> Row:
        """Return the title."""
        return (*heading_of("Daily deal"), Run(f"  {self._today}", "muted"))

    def heading(self) -> list[Row]:
        """Return today's result, the streak, the best result and the calendar."""
        if not self._today:
            return []
        return daily_rows(self._days, self._today, self.look.symbols)

    def picture(self, width: int, height: int) -> Sequence[Row]:
        """Return the picture of the game."""
        return picture_of(game_of_the_day(), width, height, self.look.symbols)

    def entries(self) -> list[Entry]:
        """Return the actions for today's deal."""
        found = self._found
        if found.going_on:
            first = Entry("", "Resume", "today's deal is unfinished", "play")
        elif found.record is None:
            first = Entry("", "Play", "the same cards for everyone", "play")
        elif found.finished:
            first = Entry("", "See the result", describe_result(found.record), "play")
        else:
            return [self._again]
        return [first, *([self._again] if found.record and not found.going_on else [])]

    @property
    def _again(self) -> Entry:
        return Entry("a", "Play again", "only the first attempt counts", "again")

    async def action_play(self) -> None:
        """Play today's deal, or show its result."""
        await self.app.play_daily(self._today)

    async def action_again(self) -> None:
        """Deal today's cards again."""
        await self.app.deal_day_again(self._today)


def daily_rows(days: Mapping[str, Record], today: str, symbols: Symbols) -> list[Row]:
    """Return the rows above the list: today, the streak, the best result and a calendar."""
    won = sum(one.won for one in days.values())
    top = best_record(days.values())
    record = days.get(today)
    told = f"Today: {describe_result(record)}" if record else "Today: no result yet"
    so_far = f"{counted(streak(days, today), 'day')} in a row, {won} of {len(days)} won"
    first = "Only your first attempt at a daily deal counts."
    rows = [(Run(told, "text+bold"),), (Run(so_far if days else first, "text"),)]
    if top is not None:
        rows.append((Run(f"Best: {describe_result(top)} ({top.seed})", "text"),))
    won_days = {day: one.won for day, one in days.items()}
    return [*rows, (), *calendar_rows(won_days, today, symbols), ()]


def calendar_rows(days: Mapping[str, bool], today: str, symbols: Symbols) -> list[Row]:
    """Return the last weeks as a calendar of days that were won or lost."""
    last = date.fromisoformat(today)
    monday = last - timedelta(days=last.weekday() + 7 * (WEEKS - 1))
    rows = [(Run("    "), *[Run(f" {day} ", "muted") for day in _WEEKDAYS])]
    for week in range(WEEKS):
        dates = [monday + timedelta(days=7 * week + day) for day in range(7)]
        named = not week or dates[0].day <= len(dates)
        month = Run(f" {_MONTHS[dates[0].month - 1]}" if named else "    ", "muted")
        cells = [_day(one, days, last, symbols) for one in dates if one <= last]
        rows.append((month, *cells))
    return [*rows, (Run(f"{symbols.star} won  {symbols.fallen} lost", "muted"),)]


def _day(day: date, days: Mapping[str, bool], today: date, symbols: Symbols) -> Run:
    won = days.get(day.isoformat())
    mark = " " if won is None else symbols.star if won else symbols.fallen
    style = "muted" if won is None else "success+bold" if won else "error"
    return Run(f" {day.day:>2}{mark}", "on-accent/accent+bold" if day == today else style)
