"""Tournaments: opening, joining, leaving and cancelling them, and calling players to rounds."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from math import ceil

from msgspec.structs import replace

from regicide_tui.games.words import counted
from regicide_tui.play.ratings import is_program
from regicide_tui.server.base.tasks import Signal
from regicide_tui.server.model.boards.book import BoardEntry, Book
from regicide_tui.server.model.boards.tournament import (
    TITLE,
    Tournament,
    check,
)
from regicide_tui.server.model.names import is_guest
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.services.boards import NO_GUESTS, Boards
from regicide_tui.server.services.common import Common
from regicide_tui.server.services.limits import RateLimiter
from regicide_tui.server.services.visitor_limits import VisitorLimits

_TIMER = "rounds of tournaments"
"""The key of the timer for the next start or end of a round."""
_ID = 5
"""The bytes of the id of a tournament."""
_MOST_TOURNAMENTS, _MOST_BY_NAME = 20, 2
"""The open tournaments at which a player can't open another: in total and their own."""
_CHANGES = 10, 120.0
"""How many tournaments a name may open, join and cancel at once, and the seconds for each further
one."""
_OPENED_BY_ADDRESS = 5, 24 * 60 * 60.0
"""How many tournaments an address may open at once, and the seconds for each further one."""


class Tournaments:
    """The tournaments."""

    def __init__(self, common: Common, boards: Boards, limits: VisitorLimits) -> None:
        self.called = Signal[[Mapping[str, Sequence[str]]]](common.report)
        """Sent with the people to call, by tournament."""
        self.boards, self._tasks, self._now = boards, common.tasks, common.now
        self._limiter = RateLimiter(*_CHANGES, common.clock)
        self._opened_there = RateLimiter(*_OPENED_BY_ADDRESS, common.clock)
        self._limits = limits
        self._told: dict[str, frozenset[str]] = {}
        """The last announced participants of each tournament."""

    def start(self) -> None:
        """Follow the boards, which have been read, and call people to rounds from now on."""
        self._told = _who_takes_part(self.boards.book)
        self.boards.changed.subscribe(self._tell)
        self._set_timer()

    # ------------------------------------------------------------ changes

    async def open(
        self, asked: Tournament, address: str = "", *, by_operator: bool = False
    ) -> Tournament:
        """Open a tournament with a new id. Raises `Refused`, `StoreError`.

        Open tournaments have different titles. The limits don't apply to the operator.
        """
        title = _make_title(asked.title) if by_operator else self.check_title(asked.title, asked.by)
        tournament = replace(asked, id=secrets.token_hex(_ID), title=title)
        if is_guest(tournament.by):
            raise Refused(NO_GUESTS)

        def decide(book: Book) -> BoardEntry:
            check(tournament, self._now())
            coming = self._coming(book)
            if title.casefold() in _titles(coming):
                raise Refused(f"There is already a tournament with the title '{title}'.")
            if not by_operator:
                if len(coming) >= _MOST_TOURNAMENTS:
                    raise Refused(f"There are already {_MOST_TOURNAMENTS} open tournaments.")
                if sum(one.by == tournament.by for one in coming) >= _MOST_BY_NAME:
                    raise Refused(f"{tournament.by} already has {_MOST_BY_NAME} open tournaments.")
                self._limit(tournament.by)
                self._limit_address(address)
            return BoardEntry(opened=tournament)

        await self.boards.append(decide)
        return tournament

    def check_title(self, text: str, by: str) -> str:
        """Return a title as it is shown, if a player may use it. Raises `Refused`.

        A custom title counts as a message: muted players get the default one.
        """
        title = _make_title(text)
        if title != self.free_title(by):
            self._limits.check_talk(by, "name a tournament")
        return title

    def free_title(self, name: str) -> str:
        """Return an unused title for a player's tournament."""
        taken, title = _titles(self._coming(self.boards.book)), f"{name}'s tournament"
        more = (f"{title} {number}" for number in range(2, len(taken) + 2))
        return next(one for one in (title, *more) if one.casefold() not in taken)

    def _coming(self, book: Book) -> list[Tournament]:
        """Return the tournaments that aren't over."""
        return [one for one in book.tournaments.values() if not one.is_over(self._now())]

    def to_begin(self) -> list[Tournament]:
        """Return the tournaments that haven't started."""
        return [one for one in self._coming(self.boards.book) if self._now() < one.starts]

    async def join(self, tournament: str, name: str) -> None:
        """Add a player to a tournament. Raises `Refused`, `StoreError`."""
        if is_guest(name):
            raise Refused(NO_GUESTS)
        await self._take_part(tournament, name, BoardEntry(joined=(tournament, name)))

    async def withdraw(self, tournament: str, name: str) -> None:
        """Remove a player; their results stay. Raises as `join`."""
        await self._take_part(tournament, name, BoardEntry(withdrew=(tournament, name)))

    async def _take_part(self, tournament: str, name: str, entry: BoardEntry) -> None:
        """Note that a player joins or leaves, unless it is already noted."""

        def decide(book: Book) -> BoardEntry | None:
            takes_part = name in book.joined.get(tournament, {})
            if takes_part == (entry.joined is not None):
                return None
            found = book.tournaments.get(tournament)
            if found is None or found.is_over(self._now()):
                raise Refused("That tournament is over or doesn't exist.")
            if is_program(found.by) != is_program(name):
                kind = "programs" if is_program(found.by) else "people"
                raise Refused(f"That tournament is for {kind} only.")
            self._limit(name)
            return entry

        await self.boards.append(decide)

    async def cancel(self, tournament: str, by: str = "") -> None:
        """Cancel a tournament before its first round. Raises `Refused`, `StoreError`.

        `by` must have opened it; the operator has no name.
        """

        def decide(book: Book) -> BoardEntry:
            found = book.tournaments.get(tournament)
            if found is None:
                raise Refused("There is no such tournament.")
            if by and found.by != by:
                raise Refused(f"Only {found.by} can cancel this tournament.")
            if self._now() >= found.starts:
                raise Refused("The tournament has started.")
            if by:
                self._limit(by)
            return BoardEntry(cancelled=tournament)

        await self.boards.append(decide)

    def _limit(self, name: str) -> None:
        """Count a change of a tournament by a player. Raises `Refused` after too many."""
        if seconds := self._limiter.take(name):
            raise Refused(f"You change tournaments too often. Try again in {int(seconds) + 1} s.")

    def _limit_address(self, address: str) -> None:
        """Count a new tournament. Raises `Refused` after too many."""
        if address and (seconds := self._opened_there.take(address)):
            hours = counted(ceil(seconds / 3600), "hour")
            raise Refused(f"Too many tournaments from your address. Try again in {hours}.")

    # ------------------------------------------------------------ rounds

    async def call(self) -> None:
        """Announce to all participants that a round has started or ended."""
        await self._tasks.attempt(self.boards.catch_up())  # the operator may have cancelled one
        self._set_timer()
        self.called.send({one: [*people] for one, people in self.boards.book.joined.items()})

    def _set_timer(self) -> None:
        """Set the timer for the next start or end of a round."""
        self._tasks.unschedule(_TIMER)
        at = self.boards.book.next_change(self._now())
        if at is not None:
            self._tasks.schedule(_TIMER, (at - self._now()) / 1000 + 0.01, self.call)

    def _tell(self) -> None:
        """Announce new changes of tournaments to the people concerned."""
        before, self._told = self._told, _who_takes_part(self.boards.book)
        concerned = {
            one: sorted(before.get(one, frozenset()) ^ self._told.get(one, frozenset()))
            for one in {**before, **self._told}
            if before.get(one) != self._told.get(one)
        }
        if concerned:
            self._set_timer()
            self.called.send(concerned)


def _make_title(text: str) -> str:
    """Return a title as it is shown, without terminal commands. Raises `Refused`."""
    from regicide_tui.server.base.texts import make_harmless  # it loads tables of widths

    title = make_harmless(text, 2 * TITLE)
    if make_harmless(title, TITLE) != title:
        raise Refused(f"A title has at most {TITLE} characters; a wide one counts as two.")
    return title


def _who_takes_part(book: Book) -> dict[str, frozenset[str]]:
    """Return the participants of each tournament."""
    return {one: frozenset(book.joined.get(one, ())) for one in book.tournaments}


def _titles(tournaments: Iterable[Tournament]) -> set[str]:
    return {one.title.casefold() for one in tournaments}
