"""The book of boards: the dealt boards, who has seen them, and how their games ended.

A board is a deal that the server gives to several tables. A table is opened for a series and gets
one of its boards when its game starts, so that nobody gets a deal they have seen. Boards have names
(`series.py`). The seed of a board is drawn when the first table gets it; until a game starts, it is
only in that entry of the log `boards`. The book also decides who gets and who sees a board.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import count

from msgspec import convert
from msgspec.structs import replace

from regicide_tui.games.base import Value
from regicide_tui.play.history import Start
from regicide_tui.server.model.boards.results import BoardResult
from regicide_tui.server.model.boards.series import GAME, Series, closing_of, series_of
from regicide_tui.server.model.boards.tournament import Round, Tournament
from regicide_tui.server.model.names import is_guest
from regicide_tui.server.storage.projection import LogValue
from regicide_tui.server.storage.store import LogEntry

MOST_TABLES = 24
"""The number of tables that get one duplicate deal; then it closes, and everyone may see it."""
PLAYING = "Your own game of this deal isn't over yet. You can look at it after that."
NOT_YET = "You can still play this deal, so you can't see it yet."
_GUESTS = "Guests can't see deals that others can still play. Choose a name first."


class Dealt(Value):
    """A table that got a board, with its people; the first such table adds the seed."""

    board: str
    table: str
    people: tuple[str, ...]
    seed: str = ""


class BoardEntry(Value, omit_defaults=True):
    """An entry of the log: one or more of these facts."""

    dealt: Dealt | None = None
    released: str = ""
    """A table whose game couldn't start: nobody there has seen its board."""
    watched: tuple[str, str] | None = None
    """A board and a new spectator of it."""
    over: BoardResult | None = None
    opened: Tournament | None = None
    joined: tuple[str, str] | None = None
    """A tournament and a new participant."""
    withdrew: tuple[str, str] | None = None
    """A tournament and a participant who left."""
    cancelled: str = ""
    """A tournament that was cancelled."""


class Book(LogValue):
    """The boards, their tables, and the tournaments."""

    log = "boards"

    def __init__(self) -> None:
        self.deals: dict[str, Start] = {}
        """The deals of the boards by name, the oldest first."""
        self.tables: dict[str, Dealt] = {}
        """The boards by table id, including finished games."""
        self.tournaments: dict[str, Tournament] = {}
        self.joined: dict[str, dict[str, None]] = {}
        """The participants of each tournament, in the order in which they joined."""
        self._by_series: dict[str, list[str]] = {}
        self._seen: dict[str, Counter[str]] = {}
        """Who has seen each board, and at how many tables."""
        self._tables_of: Counter[str] = Counter()
        """The number of tables that got each board."""
        self._playing: dict[str, dict[str, None]] = {}
        """The tables at which each player is playing a board."""
        self._results: dict[str, list[BoardResult]] = {}

    # ------------------------------------------------------------ what is known

    def boards_of(self, series: Series) -> Sequence[str]:
        """Return the boards of a series, the oldest first."""
        return self._by_series.get(series.name, ())

    def new_board(self, series: Series) -> str:
        """Return the name of the next board of a series."""
        if not series.is_of_house:
            return series.name
        numbers = count(len(self.boards_of(series)) + 1)  # higher if an entry was damaged
        names = (f"{series.name}/{number}" for number in numbers)
        return next(name for name in names if name not in self.deals)

    def players_of(self, series: Series) -> int:
        """Return the number of seats at a table of a series.

        Raises `KeyError` for a round of an unknown tournament.
        """
        return series.players or self.tournaments[series.of].players

    def board_of(self, table: str) -> str:
        """Return the board of a table, or an empty string."""
        dealt = self.tables.get(table)
        return dealt.board if dealt is not None else ""

    def has_seen(self, board: str, name: str) -> bool:
        """Return whether a player has sat at or watched a table of a board."""
        return self._seen.get(board, Counter())[name] > 0

    def plays(self, board: str, name: str) -> bool:
        """Return whether a player's own game of a board is in progress."""
        return any(self.tables[table].board == board for table in self._playing.get(name, ()))

    def results_of(self, board: str) -> Sequence[BoardResult]:
        """Return how the games of a board ended, in order."""
        return self._results.get(board, ())

    def tables_played(self) -> set[str]:
        """Return the tables whose games of boards are in progress."""
        return {table for tables in self._playing.values() for table in tables}

    def own_result(self, board: str, name: str) -> BoardResult | None:
        """Return the result of a player's own game of a board, or None."""
        return next((one for one in self.results_of(board) if name in one.people), None)

    @property
    def results(self) -> Iterator[BoardResult]:
        """Yield the results of all boards."""
        for found in self._results.values():
            yield from found

    def is_open(self, board: str, now: int) -> bool:
        """Return whether people may still get a board; `now` is Unix time in milliseconds.

        The boards of a tournament stay open until its last round is over.
        """
        series = series_of(board)
        if series is not None and series.is_of_day:
            return now < closing_of(series.of)
        if series is not None and series.is_of_tournament:
            tournament = self.tournaments.get(series.of)
            return tournament is not None and not tournament.is_over(now)
        return self._tables_of[board] < MOST_TABLES

    # ------------------------------------------------------------ who gets and who sees a board

    def choose(self, series: Series, table: str, people: Iterable[str], now: int) -> str | None:
        """Return the first board of a series that these people may get now, or None.

        Nobody gets a board that they have seen, except at the same table: then the game couldn't
        start the first time.
        """
        people, before = [*people], self.tables.get(table)
        for board in self.boards_of(series):
            known = before.people if before is not None and before.board == board else ()
            new = not any(self.has_seen(board, one) for one in people if one not in known)
            if new and self.is_open(board, now):
                return board
        return None

    def who_has_seen(self, series: Series, people: Iterable[str]) -> tuple[str, ...]:
        """Return the people who have seen a board of a series."""
        boards = self.boards_of(series)
        return tuple([one for one in people if any(self.has_seen(board, one) for board in boards)])

    def why_not_look(self, board: str, name: str, now: int) -> str:
        """Return why a player may not see the finished games of a board now; empty if they may.

        Players who can still get the board, or are playing it, may not.
        """
        if board not in self.deals:
            return "This deal can't be shown: its entry in the log of boards is damaged."
        if self.plays(board, name):
            return PLAYING
        if not self.is_open(board, now):
            return ""
        if is_guest(name):
            return _GUESTS
        return "" if self.has_seen(board, name) else NOT_YET

    def why_not_watch(self, board: str, name: str, now: int) -> str:
        """Return why a player may not watch a running game of a board; empty if they may.

        A duplicate deal may be watched, which counts as seeing it: there is always another one.
        """
        why, series = self.why_not_look(board, name, now), series_of(board)
        return "" if why == NOT_YET and series is not None and series.is_of_house else why

    # ------------------------------------------------------------ rounds of tournaments

    def tournaments_of(self, name: str) -> list[Tournament]:
        """Return the tournaments that a player has joined."""
        return [self.tournaments[one] for one, people in self.joined.items() if name in people]

    def rounds_waiting(self, name: str, seated: Collection[str], now: int) -> list[Round]:
        """Return the current rounds in which a participant hasn't started their game.

        `seated` are the names of the series at whose tables they sit. `now` is Unix time in
        milliseconds.
        """
        rounds = [Round(one, one.round_at(now)) for one in self.tournaments_of(name)]
        names = [one.series.name for one in rounds]
        return [
            one
            for one, series in zip(rounds, names, strict=True)
            if one.number and series not in seated and not self.has_seen(series, name)
        ]

    def next_change(self, now: int) -> int | None:
        """Return when the next round begins or ends, in Unix time in milliseconds, or None."""
        coming = [one for one in self.tournaments.values() if not one.is_over(now)]
        return min([one.starts_of(one.round_at(now) + 1) for one in coming], default=None)

    # ------------------------------------------------------------ entries

    def take(self, entry: LogEntry) -> None:
        """Apply an entry of the log."""
        noted = convert(entry.body, BoardEntry)
        if noted == BoardEntry():
            raise ValueError("an entry without a fact")
        for change in (noted.joined, noted.withdrew):
            if change is not None and change[0] not in self.joined:
                raise KeyError("a tournament that is not there")
        self.apply(noted, entry.at)

    def apply(self, entry: BoardEntry, at: int) -> None:
        """Apply the facts of an entry."""
        if entry.dealt is not None:
            self._note_deal_of(entry.dealt)
            self._release(entry.dealt.table)
            self._note_dealt(entry.dealt)
        if entry.released:
            self._release(entry.released)
        if entry.watched is not None:
            board, name = entry.watched
            self._seen.setdefault(board, Counter())[name] += 1
        if entry.over is not None:
            self._note_over(entry.over, at)
        if entry.opened is not None:
            self.tournaments[entry.opened.id] = entry.opened
            self.joined[entry.opened.id] = {}
        if entry.joined is not None:
            self.joined[entry.joined[0]][entry.joined[1]] = None
        if entry.withdrew is not None:
            self.joined[entry.withdrew[0]].pop(entry.withdrew[1], None)
        if entry.cancelled:
            self.tournaments.pop(entry.cancelled, None)
            self.joined.pop(entry.cancelled, None)

    def _note_deal_of(self, dealt: Dealt) -> None:
        """Note the deal of a board. Raises `KeyError` if there is no such board."""
        if dealt.board not in self.deals:
            series = series_of(dealt.board)
            if series is None or not dealt.seed:
                raise KeyError("a board that is not there")
            players = self.players_of(series)
            self.deals[dealt.board] = Start(GAME, players, dealt.seed, {})
            self._by_series.setdefault(series.name, []).append(dealt.board)

    def _note_dealt(self, dealt: Dealt) -> None:
        self.tables[dealt.table] = dealt
        self._tables_of[dealt.board] += 1
        self._seen.setdefault(dealt.board, Counter()).update(dealt.people)
        for name in dealt.people:
            self._playing.setdefault(name, {})[dealt.table] = None

    def _release(self, table: str) -> None:
        """Take the board of a table back, if its game isn't over."""
        dealt = self.tables.get(table)
        if dealt is None or not all(table in self._playing.get(one, ()) for one in dealt.people):
            return
        del self.tables[table]
        self._tables_of[dealt.board] -= 1
        self._seen[dealt.board].subtract(dealt.people)
        self._stop_playing(dealt)

    def _note_over(self, result: BoardResult, at: int) -> None:
        dealt = self.tables.get(result.table)
        found = self._results.setdefault(result.board, [])
        if dealt is None or any(one.table == result.table for one in found):
            return
        self._stop_playing(dealt)
        found.append(replace(result, at=at))

    def _stop_playing(self, dealt: Dealt) -> None:
        for name in dealt.people:
            self._playing.get(name, {}).pop(dealt.table, None)
