"""The end of a game on the server: the result, and what to do next."""

from collections.abc import Callable
from functools import cached_property
from typing import TypeVar

from msgspec.structs import replace

from regicide_tui.games.words import named, named_with_be
from regicide_tui.server.api.tables import TableHandle
from regicide_tui.server.screens.boards.deals import DuplicateScreen
from regicide_tui.server.screens.boards.series import DealScreen
from regicide_tui.server.screens.finished import TranscriptScreen
from regicide_tui.server.screens.lists import HandleList
from regicide_tui.server.screens.lobby_page import chat_rows
from regicide_tui.server.screens.words import describe_another_game
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.result import Ending, Report, ending_of
from regicide_tui.tui.rendering.paint import Row, Run, prose
from regicide_tui.tui.screens.lists import Entry
from regicide_tui.tui.screens.result import EndingScreen
from regicide_tui.tui.table.game_ui import pages_of

_REMEMBERED = 3
"""The maximum rows of messages since the end."""
_NO_REPORT = "How the game ended can't be shown here. The replay shows it step by step."

T = TypeVar("T")


_SELDOM = 0.5
"""Minimum seconds between two looks at the review."""


class EndScreen(EndingScreen, HandleList):
    """Shows who won, and why; one key starts another game with the same players."""

    def __init__(self, look: Look, handle: TableHandle) -> None:
        super().__init__(look, handle)
        self._ended = handle.table
        finished = handle.finished_game
        assert finished is not None
        self._finished, self._table = finished, finished.game
        self._failed = False

    def listen(self) -> Callable[[], None]:
        """Listen to the review of the game as well, to show who joins it."""
        news = self.visitor_app.news.reviews
        self.listening.callback(
            news.add(self.look_soon, self._handle.id, _SELDOM, self._handle.name)
        )
        return super().listen()

    @cached_property
    def _report(self) -> Report | None:
        """The report of the game; None without an outcome, or if the report fails."""
        reader = self._ended.seat
        return self._try(lambda: pages_of(self._table.game.name).report(self._table, reader), None)

    def ending(self) -> Ending:
        """Return how the game ended, and the messages since."""
        if self._report is None:
            return Ending(
                "ENDED",
                False,
                self._rows_without_report if self._failed else self._rows_of_unfinished_game,
            )
        lost = self._lost
        found = ending_of(self._report, "", self.look.symbols, lost=lost)

        def facts(width: int, room: int) -> list[Row]:
            talk = self._talk_rows(width)
            rows = self._try(lambda: [*found.facts(width, room - len(talk))], None)
            return self._rows_without_report(width, room) if rows is None else [*rows, *talk]

        def band(width: int, roomy: bool) -> list[Row]:
            return self._try(lambda: [*found.band(width, roomy)], [])

        return replace(found, facts=facts, band=band)

    def _try(self, work: Callable[[], T], instead: T) -> T:
        """Return the result of some work, or `instead` if it fails.

        The first failure goes to the journal. A failing report must not end the app.
        """
        try:
            return work()
        except Exception as error:  # noqa: BLE001
            if not self._failed:
                self.api.report(error, table=self._handle.id)
            self._failed = True
            return instead

    def _rows_without_report(self, width: int, _: int) -> list[Row]:
        """Return the rows for a game whose report fails."""
        return [*prose(_NO_REPORT, "text", width), *self._talk_rows(width)]

    def _rows_of_unfinished_game(self, width: int, _: int) -> list[Row]:
        """Return the rows for a game that was ended without a winner."""
        why = self._handle.why_closed
        seats = self._ended.readable
        text = f"{named(seats)} didn't finish this game."
        return [
            *prose(why or "The game was ended without a winner.", "text+bold", width),
            (),
            *prose(text, "on-felt", width),
            *self._talk_rows(width),
        ]

    @property
    def _lost(self) -> bool:
        """Whether an opponent of the visitor has won."""
        outcome, seat = self._table.outcome, self._ended.seat
        if outcome is None or seat is None or not self._table.game.rivals:
            return False
        return bool(outcome.winners) and seat not in outcome.winners

    def notice(self) -> Row:
        """Return why an action was refused, or who waits at the next game or reviews this one."""
        if self.sentence:
            return (Run(self.sentence, self.style),)
        if waiting := self._who_waits:
            return (Run(f"{waiting} at the next game: press a to join.", "accent"),)
        if self._followed:
            return (Run("The players moved on to another game: press a to follow.", "accent"),)
        others = self.api.reviews.people_of(self._handle.id)
        if not others:
            return ()
        return (Run(f"{named_with_be(others)} reviewing the game: press V to join.", "accent"),)

    def _talk_rows(self, width: int) -> list[Row]:
        """Return the messages since the end."""
        said = [one for one in self.table.said if one not in self._ended.said]
        return chat_rows(said, width, _REMEMBERED, self.table.reader) if said else []

    def entries(self) -> list[Entry]:
        """Return what to do next."""
        next_game = self._who_waits or describe_another_game(self._ended)
        played = [Entry("a", "Another game", next_game, "again")]
        if self._ended.series:
            played.append(Entry("", "Duplicate deals", "play another one", "duplicates"))
        follow = Entry("a", "Follow the players", "to their next game", "again")
        followed = [follow] if self._followed else []
        if len(self._ended.places) > 1:  # bots don't read
            played.append(Entry("t", "Chat", "with the others", "talk"))
        return [
            *(played if self._ended.seat is not None else followed),
            *self._par_entries(),
            Entry("v", "Look at the table", "", "back"),
            Entry("V", "Review the game", "together, with the bots' verdicts", "review"),
            Entry("W", "Watch the replay", "with all hands open", "replay"),
            Entry("T", "The transcript", "to read and copy", "transcript"),
            Entry("m", "Lobby", "", "app.menu"),
        ]

    def _par_entries(self) -> list[Entry]:
        """Return the line that leads to the par of the deal, if it has one."""
        par = self.api.deals.par_shortly(self._table)
        return [Entry("z", "Compare with par", par, "compare")] if par else []

    def action_compare(self) -> None:
        """Show the par of the deal and, for a board, how others did."""
        deals, table, game = self.api.deals, self._handle.id, self._table
        self.open(DealScreen, lambda: deals.compare_game(table, game))

    @property
    def _who_waits(self) -> str:
        """Who waits for this player at the table of the next game; empty for spectators."""
        waiting = self._handle.who_waits()
        if not waiting:
            return ""
        return f"{named_with_be(waiting)} waiting for you"

    @property
    def _followed(self) -> str:
        """The players' next table, for a spectator; else empty."""
        return self._handle.find_followed()

    async def action_again(self) -> None:
        """Sit down with the same players, or watch their next game as a spectator."""
        if self._ended.seat is not None:
            self.visitor_app.show_table(await self._handle.play_again())
        elif table := self._followed:
            self.visitor_app.show_table(table, self._handle.password)

    def action_duplicates(self) -> None:
        """List the duplicate deals."""
        self.open(DuplicateScreen)

    async def action_review(self) -> None:
        """Join the review of the game, where the others may be."""
        await self.visitor_app.show_review(self._handle.id)

    def action_replay(self) -> None:
        """Step through the game."""
        self.visitor_app.show_replay(self._finished, self._handle.id)

    def action_transcript(self) -> None:
        """Show the game as text."""
        self.open(TranscriptScreen, self._table)
