"""The shared reviews: each has a log, which every process with people in it reads and writes."""

from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

from msgspec.structs import replace

from regicide_tui.server.base.tasks import Signal, Workers
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
from regicide_tui.server.model.review.notes import Notes, project_notes, write_note
from regicide_tui.server.model.review.state import (
    Note,
    Review,
    ReviewState,
    begin_review,
    new_review,
)
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.model.table.facts import is_bot
from regicide_tui.server.services.common import Common
from regicide_tui.server.services.finished import FinishedGames
from regicide_tui.server.services.presence import Presence
from regicide_tui.server.services.thinking import Thinking
from regicide_tui.server.services.visitor_limits import VisitorLimits
from regicide_tui.server.storage.projection import LogProjection
from regicide_tui.server.storage.store import Body
from regicide_tui.thinking.bot_thread import Fault
from regicide_tui.thinking.questions import the_judgement

_JUDGE = "judge"
"""The key of the evaluating task."""
_PATIENCE = 60.0
"""Seconds after which a bot without an answer has failed."""
_AT_ONCE = 4
"""The number of people who see news at once; others wait, because the loop has no time for more."""


@dataclass(eq=False, repr=False)
class OpenReview:
    """A review with people of this process: its logs and the windows in it."""

    table: str
    log: LogProjection[Review]
    notes: LogProjection[Notes]
    here: list[str] = field(default_factory=list)
    """The names of this process's people in it, one for each window."""
    is_broken: bool = False
    """Whether making a question about it failed."""
    ends: tuple[Callable[[], None], ...] = ()
    """The functions that stop following both logs."""
    version: int = 0
    """The number of changes other than verdicts."""

    def __post_init__(self) -> None:
        """Announce changes from now on."""
        self.told: tuple[Review, Notes] = self.log.value, self.notes.value
        """The last announced state."""

    @property
    def state(self) -> ReviewState:
        """The current review, with the notes on the game."""
        return replace(self.log.value.state, notes=self.notes.value)

    @property
    def review(self) -> Review:
        """The current review, with the verdicts."""
        return self.log.value

    @property
    def next_question(self) -> Asked | None:
        """The next question for the bot; the leader's process asks for all."""
        state = self.log.value.state
        if state.leader not in self.here or state.judge_failed or self.is_broken:
            return None
        return self.log.value.judged.next(state.moment)


class Reviews:
    """The reviews with people of this process, and the bots' verdicts on their games."""

    def __init__(
        self,
        common: Common,
        finished: FinishedGames,
        presence: Presence,
        limits: VisitorLimits,
        thinking: Thinking,
    ) -> None:
        self.changed = Signal[[str, Collection[str]]](common.report)
        """Sent with the table of a changed review, and the people who see it first."""
        self.open_reviews: dict[str, OpenReview] = {}
        """The reviews by table."""
        self._reviewed: dict[str, str] = {}
        """The tables whose games people review, by the people's names."""
        self._store, self._finished, self._presence = common.store, finished, presence
        self._limits, self._tasks = limits, common.tasks
        self._thinking, self._workers = thinking, Workers(lambda error, _: common.report(error))
        presence.changed.subscribe(self._note_person)

    async def close(self) -> None:
        """Stop evaluating."""
        await self._workers.close()

    # ------------------------------------------------------------ people

    async def enter(self, table: str, name: str, moment: int | None = None) -> OpenReview:
        """Let a person into the review of a finished game, perhaps at a moment.

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
        """Let a window leave; a person may stay in another one."""
        review.here.remove(name)
        if name not in review.here:
            self._tasks.run_soon(self._go(review, name))

    async def _go(self, review: OpenReview, name: str) -> None:
        """Note that a person has left; close a review without people of this process."""
        is_elsewhere = self._presence.facts_of(name).review == review.table
        try:
            if name not in review.here and not is_elsewhere:
                await self._try(review, name, commands.Leave())
        finally:
            if not review.here and self.open_reviews.get(review.table) is review:
                del self.open_reviews[review.table]
                for end in review.ends:
                    end()
            if not self.open_reviews:
                self._workers.stop(_JUDGE)

    def people_of(self, table: str) -> tuple[str, ...]:
        """Return the people who are reviewing the game of a table."""
        review = self.open_reviews.get(table)
        if review is not None:
            return review.state.people
        presence = self._presence
        return tuple([name for name in presence.names if presence.facts_of(name).review == table])

    async def _open(self, table: str, name: str) -> OpenReview:
        """Return a review that has been read and is followed. Raises `Refused`, `StoreError`."""
        finished = await self._finished.read(table, name)
        if finished.game is None:
            raise Refused("That game is no longer kept here.")
        if (found := self.open_reviews.get(table)) is not None:
            return found
        players = tuple([one for one in finished.facts.seats if one and not is_bot(one)])
        facts = finished.facts
        state = begin_review(
            finished.game, players, private=is_private(facts), stood_in=facts.stood_in
        )
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
        if (found := self.open_reviews.get(table)) is not None:  # someone else was quicker
            return found
        review = self.open_reviews[table] = OpenReview(table, log, notes)
        review.ends = tuple(
            [one.follow(self._tasks, lambda: self._tell(review)) for one in (log, notes)]
        )
        return review

    def _note_person(self, name: str) -> None:
        """Announce who has joined or left a review, and remove lost people."""
        before, now = self._reviewed.pop(name, ""), self._presence.facts_of(name).review
        if now:
            self._reviewed[name] = now
        for table in {before, now} - {""} if before != now else ():
            self.changed.send(table, ())
        if name not in self._presence:
            for review in self.open_reviews.values():
                if name in review.log.value.state.people and name not in review.here:
                    self._tasks.run_soon(self._try(review, name, commands.Leave()))

    # ------------------------------------------------------------ commands

    async def do(self, review: OpenReview, by: str, command: commands.ReviewCommand) -> None:
        """Run a command in a review. Raises `Refused`, `StoreError`."""
        gone = frozenset(
            [
                name
                for name in review.log.value.state.people
                if name not in self._presence and name not in review.here
            ]
        )
        await self._append(review, lambda value: decide_command(value, command, by, gone))

    async def say(self, review: OpenReview, by: str, text: str, address: str) -> None:
        """Send a message to everyone in a review. Raises `Refused`, `StoreError`."""
        command = commands.Say(text)
        commands.decide(review.state, command, by)  # refused messages don't count
        self._limits.count_message(by, address)
        await self.do(review, by, command)

    async def write_note(
        self, review: OpenReview, by: str, moment: int, text: str, address: str
    ) -> None:
        """Write a note on a moment, and store it. Raises `Refused`, `StoreError`."""
        note = Note(by, moment, text)
        write_note(review.state, note)  # refused messages don't count
        self._limits.count_message(by, address)
        await review.notes.append(
            lambda notes: write_note(replace(review.state, notes=notes), note)
        )
        self._tell(review)

    async def _try(self, review: OpenReview, by: str, command: commands.ReviewCommand) -> None:
        """Run a command that nobody waits for. Raises `StoreError`."""
        with suppress(Refused):  # another process was quicker
            await self.do(review, by, command)

    async def _append(
        self, review: OpenReview, decide_now: Callable[[Review], commands.Events]
    ) -> None:
        """Append the events and announce them; cut the log where it restarts."""
        begins = False

        def body(value: Review) -> Body | None:
            nonlocal begins
            events = decide_now(value)
            begins = isinstance(next(iter(events), None), Began)
            return encode(events) if events else None

        await review.log.append(body)
        if begins:
            await self._store.cut(review.log.log, 1)
        self._tell(review)

    def _tell(self, review: OpenReview) -> None:
        """Tell the people of this process about changes since the last time."""
        before, review.told = review.told, (review.log.value, review.notes.value)
        if before == review.told:
            return
        state = review.log.value.state
        if state is not before[0].state or before[1] != review.told[1]:
            review.version += 1
            self.wake_judge()
        for name in review.here:
            if name not in state.people:  # another process thought them lost
                self._tasks.run_soon(self._try(review, name, commands.Come()))
        self.changed.send(review.table, state.people[:_AT_ONCE])

    # ------------------------------------------------------------ verdicts of bots

    def wake_judge(self) -> None:
        """Start to evaluate the games, unless a task already does."""
        self._workers.wake(_JUDGE, self._judge)

    async def _judge(self) -> None:
        """Ask about one decision after the other, until none is left."""
        while (found := self._next_question()) is not None:
            review, asked = found
            try:
                answer = await self._thinking.ask_for_review(asked.question, _PATIENCE)
            except (Fault, TimeoutError):
                decided = decide_failure
            else:
                judgement = the_judgement(answer)
                decided = partial(decide_verdict, asked=asked, judgement=judgement)
            if self.open_reviews.get(review.table) is review:
                await self._append(review, decided)

    def _next_question(self) -> tuple[OpenReview, Asked] | None:
        """Return the next review with a question, in turns, and the question."""
        for table, review in [*self.open_reviews.items()]:
            try:
                asked = review.next_question
            except Exception as error:  # noqa: BLE001 # one game must not harm the others
                self._tasks.report(error)
                review.is_broken = True
                continue
            if asked is not None:
                self.open_reviews[table] = self.open_reviews.pop(table)
                return review, asked
        return None
