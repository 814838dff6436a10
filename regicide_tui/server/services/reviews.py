"""The shared reviews: a log for each, which every process with people in it reads and writes."""

from collections.abc import Callable, Collection
from contextlib import suppress

from msgspec.structs import replace

from regicide_tui.server.base.signal import Signal
from regicide_tui.server.base.tasks import BackgroundTasks
from regicide_tui.server.model.review import commands
from regicide_tui.server.model.review.access import is_private
from regicide_tui.server.model.review.events import Began
from regicide_tui.server.model.review.judged import Asked
from regicide_tui.server.model.review.log import (
    apply_entry,
    begins_anew,
    decide_command,
    decide_failure,
    decide_verdict,
    encode,
    log_of_review,
)
from regicide_tui.server.model.review.notes import Notes, log_of_notes, project_notes, write_note
from regicide_tui.server.model.review.state import (
    Note,
    Review,
    ReviewState,
    begin_review,
    new_review,
)
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.model.table.facts import is_bot
from regicide_tui.server.services.finished import FinishedGames
from regicide_tui.server.services.judge import Judge
from regicide_tui.server.services.presence import Presence
from regicide_tui.server.services.thinking import Thinking
from regicide_tui.server.services.visitor_limits import VisitorLimits
from regicide_tui.server.storage.projection import Body, LogProjection, follow
from regicide_tui.server.storage.store import LogEntry, Store
from regicide_tui.thinking.questions import Judgement

_AT_ONCE = 4
"""The people who see news at once; for more of them the loop has no time, so others wait."""


class _NothingHappens(Exception):
    """Nothing changes, so no entry is written."""


class OpenReview:
    """A review in which people of this process are: its logs, and whose windows are in it."""

    def __init__(self, table: str, log: LogProjection[Review], notes: LogProjection[Notes]) -> None:
        self.table, self.log, self.notes = table, log, notes
        self.here: list[str] = []
        """The names of those who are in it by this process, one for each window."""
        self.ends: tuple[Callable[[], None], ...] = ()
        """What ends the watches over both logs."""
        self.version = 0
        """How often anything but the verdicts changed."""
        self.told: tuple[Review, Notes] = log.value, notes.value
        """What was told of last."""

    @property
    def state(self) -> ReviewState:
        """The review as it is now, with the notes on the game."""
        return replace(self.log.value.state, notes=self.notes.value)

    @property
    def review(self) -> Review:
        """The review as it is now, with the verdicts."""
        return self.log.value

    @property
    def next_question(self) -> Asked | None:
        """What to ask the bot next; the process of the leader asks for all."""
        state = self.log.value.state
        if state.leader not in self.here or state.judge_failed:
            return None
        return self.log.value.judged.next(state.moment)


class Reviews:
    """The reviews in which people of this process are, and the judge of their games."""

    def __init__(
        self,
        store: Store,
        finished: FinishedGames,
        presence: Presence,
        limits: VisitorLimits,
        thinking: Thinking,
        tasks: BackgroundTasks,
    ) -> None:
        self.changed = Signal[[str, Collection[str]]](tasks.report)
        """Sent with the table of a review where something has happened, and who sees it first."""
        self.open_reviews: dict[str, OpenReview] = {}
        """The reviews by their tables."""
        self._reviewed: dict[str, str] = {}
        """The tables whose games people review, by their names."""
        self._store, self._finished, self._presence = store, finished, presence
        self._limits, self._tasks = limits, tasks
        self._judge = Judge(
            self.open_reviews,
            lambda table: self.open_reviews[table].next_question,
            self._take_judgement,
            thinking,
            tasks.report,
        )
        self._end_watching = presence.changed.subscribe(self._note_person)

    async def close(self) -> None:
        """Judge nothing more, and follow no log."""
        self._judge.rest()
        self._end_watching()
        for one in self.open_reviews.values():
            for end in one.ends:
                end()

    # ------------------------------------------------------------ who is there

    async def enter(self, table: str, name: str, moment: int | None = None) -> OpenReview:
        """Let somebody into the review of a finished game, perhaps at a moment.

        Raises `Refused`, `StoreError`.
        """
        review = await self._open(table, name)
        review.here.append(name)
        try:
            await self.do(review, name, commands.Come(moment))
        except BaseException:
            self.leave(review, name)
            raise
        return review

    def leave(self, review: OpenReview, name: str) -> None:
        """Let somebody go; in another window they stay."""
        review.here.remove(name)
        if name not in review.here:
            self._tasks.run_soon(self._go(review, name))

    async def _go(self, review: OpenReview, name: str) -> None:
        """Note that somebody has left; close a review in which nobody of this process is."""
        is_elsewhere = self._presence.review_of(name) == review.table
        try:
            if name not in review.here and not is_elsewhere:
                await self._try(review, name, commands.Leave())
        finally:
            if not review.here and self.open_reviews.get(review.table) is review:
                del self.open_reviews[review.table]
                for end in review.ends:
                    end()
            if not self.open_reviews:
                self._judge.rest()

    def people_of(self, table: str) -> tuple[str, ...]:
        """Return who reviews the game of a table now."""
        review = self.open_reviews.get(table)
        return review.state.people if review is not None else self._presence.reviewers_of(table)

    def has(self, name: str) -> bool:
        """Tell whether somebody is in a review."""
        return self._presence.review_of(name) != ""

    async def _open(self, table: str, name: str) -> OpenReview:
        """Return a review, read and followed. Raises `Refused`, `StoreError`."""
        finished = await self._finished.read(table, name)
        if finished.game is None:
            raise Refused("That game is no longer kept here.")
        if (found := self.open_reviews.get(table)) is not None:
            return found
        players = tuple([one for one in finished.facts.seats if one and not is_bot(one)])
        state = begin_review(finished.game, players, private=is_private(finished.facts))
        log = LogProjection(
            self._store,
            log_of_review(table),
            new_review(state),
            apply_entry,
            self._tasks.report,
            begins_anew=begins_anew,
        )
        notes = project_notes(self._store, table, self._tasks.report)
        await log.catch_up()
        await notes.catch_up()
        if (found := self.open_reviews.get(table)) is not None:  # somebody else was quicker
            return found
        review = self.open_reviews[table] = OpenReview(table, log, notes)

        async def hear(entry: LogEntry | None) -> None:
            await log.catch_up(entry)
            self._tell(review)

        async def hear_note(entry: LogEntry | None) -> None:
            await notes.catch_up(entry)
            self._tell(review)

        review.ends = (
            follow(self._store, log.log, self._tasks, hear),
            follow(self._store, log_of_notes(table), self._tasks, hear_note),
        )
        return review

    def _note_person(self, name: str) -> None:
        """Tell who has come to a review or left one, and let those leave who were lost."""
        before, now = self._reviewed.pop(name, ""), self._presence.review_of(name)
        if now:
            self._reviewed[name] = now
        for table in {before, now} - {""} if before != now else ():
            self.changed.send(table, ())
        if name not in self._presence:
            for review in self.open_reviews.values():
                if name in review.log.value.state.people and name not in review.here:
                    self._tasks.run_soon(self._try(review, name, commands.Leave()))

    # ------------------------------------------------------------ what is done

    async def do(self, review: OpenReview, by: str, command: commands.ReviewCommand) -> None:
        """Do something in a review. Raises `Refused`, `StoreError`."""
        gone = frozenset(
            [
                name
                for name in review.log.value.state.people
                if name not in self._presence and name not in review.here
            ]
        )
        await self._append(review, lambda value: decide_command(value, command, by, gone))

    async def say(self, review: OpenReview, by: str, text: str, address: str) -> None:
        """Say something to all who are there. Raises `Refused`, `StoreError`."""
        command = commands.Say(text)
        commands.decide(review.state, command, by)  # what is refused doesn't count as a message
        self._limits.count_message(by, address)
        await self.do(review, by, command)

    async def write_note(
        self, review: OpenReview, by: str, moment: int, text: str, address: str
    ) -> None:
        """Write a note on a moment, and keep it. Raises `Refused`, `StoreError`."""
        note = Note(by, moment, text)
        write_note(review.state, note)  # what is refused doesn't count as a message
        self._limits.count_message(by, address)
        await review.notes.append(
            lambda notes: write_note(replace(review.state, notes=notes), note)
        )
        self._tell(review)

    async def _try(self, review: OpenReview, by: str, command: commands.ReviewCommand) -> None:
        """Do something that nobody waits for. Raises `StoreError`."""
        with suppress(Refused):  # another process was quicker
            await self.do(review, by, command)

    async def _append(
        self, review: OpenReview, decide_now: Callable[[Review], commands.Events]
    ) -> None:
        """Append what follows, and tell of it; cut the log where it begins anew."""
        begins = False

        def body(value: Review) -> Body:
            nonlocal begins
            events = decide_now(value)
            if not events:
                raise _NothingHappens
            begins = isinstance(events[0], Began)
            return encode(events)

        try:
            await review.log.append(body)
        except _NothingHappens:
            return
        if begins:
            await self._store.cut(review.log.log, 1)
        self._tell(review)

    def _tell(self, review: OpenReview) -> None:
        """Tell the people of this process what has happened since this was done last."""
        before, review.told = review.told, (review.log.value, review.notes.value)
        if before == review.told:
            return
        state = review.log.value.state
        if state is not before[0].state or before[1] != review.told[1]:
            review.version += 1
            self._judge.wake()
        for name in review.here:
            if name not in state.people:  # another process took them for lost
                self._tasks.run_soon(self._try(review, name, commands.Come()))
        self.changed.send(review.table, state.people[:_AT_ONCE])

    async def _take_judgement(
        self, table: str, asked: Asked, judgement: Judgement | None, failed: bool
    ) -> None:
        """Keep the answer of the bot, or that it has failed. Raises `StoreError`."""
        if (review := self.open_reviews.get(table)) is None:
            return
        if failed:
            await self._append(review, decide_failure)
        else:
            await self._append(review, lambda value: decide_verdict(value, asked, judgement))
