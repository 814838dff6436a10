"""All shared reviews of the server, and the way into them."""

from collections.abc import Awaitable, Callable, Collection
from typing import Protocol

from regicide_tui.server.review.judge import Judge
from regicide_tui.server.review.notes import project_notes
from regicide_tui.server.review.room import ReviewHandle, ReviewRoom
from regicide_tui.server.review.state import begin_review
from regicide_tui.server.storage.store import Store
from regicide_tui.server.tables.decide import Refused
from regicide_tui.server.tables.listeners import Callback, Listeners
from regicide_tui.server.tables.state import TableState, is_bot

_EMPTY_ROOMS = 20
"""The most reviews without people whose verdicts stay in memory."""

_SELDOM = 0.5
"""The least seconds between two calls of somebody who is not in a review."""

WordsCheck = Callable[[str, str], None]
"""Raises `Refused` if somebody may not write anything; takes the name and the address."""


class FinishedGames(Protocol):
    """What the reviews need of the hub."""

    def read_finished(self, table: str, name: str) -> Awaitable[TableState]:
        """Return the state of a finished table. Raises `Refused`, `StoreError`."""
        ...

    def ignored_by(self, name: str) -> Collection[str]:
        """Return whom somebody ignores."""
        ...

    def report(self, error: BaseException, **facts: object) -> None:
        """Write an error of background work into the journal."""
        ...


class Reviews:
    """The rooms of all reviews, and the judge of their games."""

    def __init__(self, store: Store, games: FinishedGames, check_words: WordsCheck) -> None:
        self.listeners = Listeners()
        self._store = store
        self._games = games
        self._check_words = check_words
        self._rooms: dict[str, ReviewRoom] = {}
        """The rooms by their tables, those that became empty last at the end."""
        self._judge = Judge(self._rooms, games.report)

    async def enter(
        self, table: str, name: str, moment: int | None = None, address: str = ""
    ) -> ReviewHandle:
        """Let somebody into the review of a finished game, perhaps at a moment.

        Raises `Refused`, `StoreError`.
        """
        finished = await self._games.read_finished(table, name)
        if finished.saved is None:
            raise Refused("That game is no longer kept here.")
        if table not in self._rooms:
            notes = project_notes(self._store, table, self._games.report)
            players = tuple([one for one in finished.seats if one and not is_bot(one)])
            state = begin_review(finished.saved, players, await notes.catch_up())
            room = ReviewRoom(table, state, notes, self)
            self._rooms.setdefault(table, room)  # somebody else may have been quicker
        return self._rooms[table].enter(name, moment, address)

    def people_of(self, table: str) -> tuple[str, ...]:
        """Return who reviews the game of a table now."""
        room = self._rooms.get(table)
        return room.state.people if room is not None else ()

    def has(self, name: str) -> bool:
        """Tell whether somebody is in a review."""
        return any(name in room.state.people for room in self._rooms.values())

    def listen(self, table: str, callback: Callback, name: str) -> Callable[[], None]:
        """Call this after news of a review, but seldom; return what ends that."""
        return self.listeners.add(callback, name, table, _SELDOM)

    async def close(self) -> None:
        """Judge nothing more, and tell nobody anything."""
        self._judge.rest()
        await self.listeners.close()

    def wake_judge(self) -> None:
        """Judge what is to be judged."""
        self._judge.wake()

    def check_words(self, by: str, address: str) -> None:
        """Raise `Refused` if somebody may not write anything now."""
        self._check_words(by, address)

    def ignored_by(self, name: str) -> Collection[str]:
        """Return whom somebody ignores."""
        return self._games.ignored_by(name)

    def note_empty(self, table: str) -> None:
        """Note that nobody is in a room any more; forget the oldest of many such rooms.

        Once all rooms are empty, the process of the judge ends.
        """
        self._rooms[table] = self._rooms.pop(table)
        empty = [name for name, room in self._rooms.items() if room.is_empty]
        for name in empty[:-_EMPTY_ROOMS]:
            del self._rooms[name]
        if all(room.is_empty for room in self._rooms.values()):
            self._judge.rest()
