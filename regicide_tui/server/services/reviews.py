"""All shared reviews of the server, and the way into them."""

import asyncio
from collections.abc import Callable, Collection, Mapping

from msgspec import convert

from regicide_tui.games.base import Json
from regicide_tui.server.base.signal import Signal
from regicide_tui.server.base.tasks import BackgroundTasks, start_detached
from regicide_tui.server.model.review.access import is_private
from regicide_tui.server.model.review.messages import (
    AnyMessage,
    Attendance,
    decode_attendance,
    decode_message,
    encode,
)
from regicide_tui.server.model.review.notes import log_of_notes, project_notes
from regicide_tui.server.model.review.state import begin_review
from regicide_tui.server.model.table.decide import Refused
from regicide_tui.server.model.table.facts import is_bot
from regicide_tui.server.services.finished import FinishedGames
from regicide_tui.server.services.judge import Judge
from regicide_tui.server.services.review_replica import sort_workers
from regicide_tui.server.services.review_room import ReviewHandle, ReviewRoom
from regicide_tui.server.storage.peers import Peers
from regicide_tui.server.storage.store import Store, StoreError

EMPTY_ROOMS = 20
"""The most reviews without people whose verdicts stay in memory."""

_TOPIC = "review"
"""The topic of the facts and messages about reviews."""

WordsCheck = Callable[[str, str], None]
"""Raises `Refused` if somebody may not write anything; takes the name and the address."""


class Reviews:
    """The rooms of all reviews, and the judge of their games.

    `ignored_by` returns whom somebody ignores. People of other workers may be in the same reviews:
    `peers` knows them.
    """

    def __init__(
        self,
        store: Store,
        games: FinishedGames,
        tasks: BackgroundTasks,
        check_words: WordsCheck,
        ignored_by: Callable[[str], Collection[str]],
        peers: Peers,
    ) -> None:
        self.changed = Signal[[str, Collection[str]]](tasks.report)
        """Sent with the table of a review where something has happened, and who sees it first."""
        self._store = store
        self._games, self._report = games, tasks.report
        self._check_words, self._ignored_by = check_words, ignored_by
        self._peers = peers
        self.rooms: dict[str, ReviewRoom] = {}
        """The rooms by their tables, those that became empty last at the end."""
        self._end_watching: dict[str, Callable[[], None]] = {}
        """What ends the watch over the notes of each room."""
        self._reading: set[asyncio.Task[None]] = set()
        self._judge = Judge(self.rooms, tasks.report)
        self._end_hearing = (
            peers.on_fact(_TOPIC, self._hear_attendance),
            peers.on_message(_TOPIC, self._hear_message),
        )

    async def enter(
        self, table: str, name: str, moment: int | None = None, address: str = ""
    ) -> ReviewHandle:
        """Let somebody into the review of a finished game, perhaps at a moment.

        Raises `Refused`, `StoreError`.
        """
        finished = await self._games.read(table, name)
        if finished.saved is None:
            raise Refused("That game is no longer kept here.")
        if table not in self.rooms:
            notes = project_notes(self._store, table, self._report)
            await notes.catch_up()
            if table not in self.rooms:  # somebody else may have been quicker
                players = tuple([one for one in finished.seats if one and not is_bot(one)])
                private = is_private(finished)
                state = begin_review(finished.saved, players, notes.value, private=private)
                self.rooms[table] = ReviewRoom(table, state, notes, self, self._elsewhere(table))
                self._watch_notes(table)
        return await self.rooms[table].enter(name, moment, address)

    def people_of(self, table: str) -> tuple[str, ...]:
        """Return who reviews the game of a table now."""
        room = self.rooms.get(table)
        if room is not None:
            return room.state.people
        elsewhere = self._elsewhere(table)
        names = [name for one in sort_workers(elsewhere) for name in elsewhere[one].people]
        return tuple(dict.fromkeys(names))

    def has(self, name: str) -> bool:
        """Tell whether somebody is in a review."""
        return any(name in room.state.people for room in self.rooms.values())

    async def close(self) -> None:
        """Judge nothing more, and tell nobody anything."""
        self._judge.rest()
        for end in (*self._end_hearing, *self._end_watching.values()):
            end()
        for task in self._reading:
            task.cancel()

    def _watch_notes(self, table: str) -> None:
        """Show the notes on a game that are written elsewhere, as long as there is a room."""
        log = log_of_notes(table)
        self._end_watching[table] = self._store.watch(log, lambda _: self._read_soon(table))

    def _read_soon(self, table: str) -> None:
        task = start_detached(self._read_notes(table))
        self._reading.add(task)
        task.add_done_callback(self._reading.discard)

    async def _read_notes(self, table: str) -> None:
        if (room := self.rooms.get(table)) is not None:
            try:
                await room.read_notes()
            except StoreError as error:
                self._report(error, table=table)

    # ------------------------------------------------------------ other workers

    @property
    def me(self) -> str:
        """The id of this worker."""
        return self._peers.me

    def tell(self, table: str, message: AnyMessage, to: str) -> None:
        """Tell another worker, or all of them, something about a review."""
        self._peers.tell(_TOPIC, [table, encode(message)], to)

    def note_attendance(self, table: str, attendance: Attendance | None) -> None:
        """Let the other workers know which people of this one are in a review."""
        self._peers.note(_TOPIC, table, None if attendance is None else encode(attendance))

    def _elsewhere(self, table: str) -> Mapping[str, Attendance]:
        """Return which people of other workers are in a review, by their workers."""
        found = {
            worker: decode_attendance(facts[table])
            for worker, facts in self._peers.facts(_TOPIC).items()
            if table in facts
        }
        return {worker: there for worker, there in found.items() if there is not None}

    def _hear_attendance(self, worker: str, table: str, body: Json) -> None:
        room = self.rooms.get(table)
        if room is not None and room.is_empty:  # the review goes on elsewhere, without this room
            self._forget(table)
        elif room is not None:
            room.note_attendance(worker, decode_attendance(body))
        self.changed.send(table, ())

    def _hear_message(self, worker: str, body: Json) -> None:
        table, message = convert(body, tuple[str, Json])
        if (room := self.rooms.get(table)) is not None:
            room.receive(worker, decode_message(message))

    # ------------------------------------------------------------ what rooms need

    def tell_people(self, table: str, first: Collection[str]) -> None:
        """Tell the people of this worker that something has happened in a review."""
        self.changed.send(table, first)

    def wake_judge(self) -> None:
        """Judge what is to be judged."""
        self._judge.wake()

    def check_words(self, by: str, address: str) -> None:
        """Raise `Refused` if somebody may not write anything now."""
        self._check_words(by, address)

    def ignored_by(self, name: str) -> Collection[str]:
        """Return whom somebody ignores."""
        return self._ignored_by(name)

    def note_empty(self, table: str) -> None:
        """Note that nobody of this worker is in a room any more; forget the oldest of many.

        A room is forgotten at once if people of other workers are there: it goes on without this
        worker. Once all rooms are empty, the process of the judge ends.
        """
        self.rooms[table] = self.rooms.pop(table)
        if self.rooms[table].is_elsewhere:
            self._forget(table)
        empty = [name for name, room in self.rooms.items() if room.is_empty]
        for name in empty[:-EMPTY_ROOMS]:
            self._forget(name)
        if all(room.is_empty for room in self.rooms.values()):
            self._judge.rest()

    def _forget(self, table: str) -> None:
        del self.rooms[table]
        self._end_watching.pop(table)()
