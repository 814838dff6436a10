"""A shared review while somebody is there: its state, who is told of news, and the verdicts."""

import asyncio
from collections.abc import Collection, Mapping
from typing import Protocol

from msgspec.structs import replace

from regicide_tui.server.model.review import commands
from regicide_tui.server.model.review.decide import decide
from regicide_tui.server.model.review.events import NoteWritten
from regicide_tui.server.model.review.judged import Asked, Judged
from regicide_tui.server.model.review.messages import Answer, AnyMessage, Attendance, Request
from regicide_tui.server.model.review.notes import Notes, encode_note
from regicide_tui.server.model.review.state import ReviewState, without_words_of
from regicide_tui.server.model.table.decide import Refused
from regicide_tui.server.services.review_replica import Replica, Step
from regicide_tui.server.storage.projection import Body, LogProjection
from regicide_tui.server.storage.store import StoreError, sentence
from regicide_tui.thinking.questions import Judgement
from regicide_tui.thinking.review import GameReview

_AT_ONCE = 4
"""The people who see news at once; for more of them the loop has no time, so others wait."""
PATIENCE = 5.0
"""Seconds to wait for the worker that owns a review."""
_OUT_OF_REACH = "The review is out of reach for a moment. Please try again."


class Surroundings(Protocol):
    """What a room needs of the reviews of the server."""

    @property
    def me(self) -> str:
        """The id of this worker."""
        ...

    def tell(self, table: str, message: AnyMessage, to: str) -> None:
        """Tell another worker, or all of them, something about a review."""
        ...

    def note_attendance(self, table: str, attendance: Attendance | None) -> None:
        """Let the other workers know which people of this one are in a review."""
        ...

    def tell_people(self, table: str, first: Collection[str]) -> None:
        """Tell the people of this worker that something has happened in a review."""
        ...

    def wake_judge(self) -> None:
        """Judge what is to be judged."""
        ...

    def check_words(self, by: str, address: str) -> None:
        """Raise `Refused` if somebody may not write anything now."""
        ...

    def ignored_by(self, name: str) -> Collection[str]:
        """Return whom somebody ignores."""
        ...

    def note_empty(self, table: str) -> None:
        """Note that nobody is in a room any more."""
        ...


class ReviewRoom:
    """A game that people look at together. It is in memory alone, except the notes.

    People of other workers may look at it as well. Then one of the workers owns it (`Replica`), and
    the others ask that one to do what their people want.
    """

    def __init__(
        self,
        table: str,
        state: ReviewState,
        notes: LogProjection[Notes],
        surroundings: Surroundings,
        others: Mapping[str, Attendance],
    ) -> None:
        self.table = table
        self.version = 0
        """How often anything but the verdicts changed."""
        self._replica = Replica(state, Judged(GameReview(state.game)), others=others)
        self._notes = notes
        self._around = surroundings
        self._handles: list[ReviewHandle] = []
        self._requests: dict[int, asyncio.Future[str]] = {}
        """What was asked of the owner, by number: why it was refused, or an empty text."""
        self._last_request = 0
        self._news = asyncio.Event()
        """Set after any news, for those who wait for them."""

    @property
    def state(self) -> ReviewState:
        """The review as it is now."""
        return self._replica.state

    @property
    def judged(self) -> Judged:
        """The verdicts so far."""
        return self._replica.judged

    # ------------------------------------------------------------ who is there

    async def enter(self, name: str, moment: int | None, address: str) -> "ReviewHandle":
        """Let somebody in, perhaps at a moment; return their handle. Raises `Refused`."""
        handle = ReviewHandle(self, name, address)
        is_here = name in self._people
        self._handles.append(handle)
        try:
            if is_here:
                await self.do(name, commands.Come(moment))
            else:
                self._attend({**self._people, name: moment})
                await self._wait_for(name)
        except BaseException:
            self.leave(handle)
            raise
        return handle

    def leave(self, handle: "ReviewHandle") -> None:
        """Let a handle go; somebody with another one stays."""
        if handle not in self._handles:
            return
        self._handles.remove(handle)
        if all(one.name != handle.name for one in self._handles):
            self._attend({name: at for name, at in self._people.items() if name != handle.name})
        if not self._handles:
            self._around.note_empty(self.table)

    @property
    def is_empty(self) -> bool:
        """Whether nobody of this worker is there."""
        return not self._handles

    @property
    def is_elsewhere(self) -> bool:
        """Whether people of other workers are there."""
        return bool(self._replica.others)

    @property
    def _people(self) -> Mapping[str, int | None]:
        """The people of this worker who are there, and to which moments they came."""
        return self._replica.own.people if self._replica.own is not None else {}

    def _attend(self, people: Mapping[str, int | None]) -> None:
        step = self._replica.attend(self._around.me, people)
        self._around.note_attendance(self.table, step.replica.own)
        self._take(step)

    def note_attendance(self, worker: str, attendance: Attendance | None) -> None:
        """Note which people of another worker are there."""
        self._take(self._replica.note_attendance(self._around.me, worker, attendance))

    async def _wait_for(self, name: str) -> None:
        """Wait until the owner has let somebody in. Raises `Refused`."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not (self._replica.is_current and name in self.state.people):
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            raise Refused(_OUT_OF_REACH) from None

    def ignored_by(self, name: str) -> Collection[str]:
        """Return whom somebody ignores."""
        return self._around.ignored_by(name)

    # ------------------------------------------------------------ what is done

    async def do(self, by: str, command: commands.ReviewCommand) -> None:
        """Do something in the review. Raises `Refused`."""
        me = self._around.me
        if self._replica.owns(me):
            self._take(self._replica.do(by, command))
        else:
            await self._ask(self._replica.owner(me), by, command)

    async def say(self, by: str, text: str, address: str) -> None:
        """Say something to all who are there. Raises `Refused`."""
        command = commands.Say(text)
        decide(self.state, command, by)  # what is refused doesn't count as a message
        self._around.check_words(by, address)
        await self.do(by, command)

    async def write_note(self, by: str, moment: int, text: str, address: str) -> None:
        """Write a note on a moment, and keep it. Raises `Refused`, `StoreError`."""
        command = commands.WriteNote(moment, text)
        decide(self.state, command, by)  # what is refused doesn't count as a message
        self._around.check_words(by, address)

        def decide_anew(notes: Notes) -> Body:
            (event,) = decide(replace(self.state, notes=notes), command, by)
            assert isinstance(event, NoteWritten)
            return encode_note(event.note)

        await self._notes.append(decide_anew)
        self._show_notes()

    async def read_notes(self) -> None:
        """Show the notes that were written elsewhere. Raises `StoreError`."""
        await self._notes.catch_up()
        self._show_notes()

    def _show_notes(self) -> None:
        notes = self._notes.value
        if notes != self.state.notes:
            self._take(Step(replace(self._replica, state=replace(self.state, notes=notes))))

    async def _ask(self, owner: str, by: str, command: commands.ReviewCommand) -> None:
        """Ask the owner to do something. Raises `Refused`."""
        self._last_request += 1
        request = Request(self._last_request, by, command)
        answer = self._requests[request.id] = asyncio.get_running_loop().create_future()
        self._around.tell(self.table, request, owner)
        try:
            async with asyncio.timeout(PATIENCE):
                refusal = await answer
        except TimeoutError:
            refusal = _OUT_OF_REACH
        finally:
            del self._requests[request.id]
        if refusal:
            raise Refused(refusal)

    def receive(self, sender: str, message: AnyMessage) -> None:
        """Take a message of another worker."""
        if isinstance(message, Answer):
            self._answer(message.id, message.refusal)
        else:
            self._take(self._replica.receive(self._around.me, sender, message))

    def _answer(self, request: int, refusal: str) -> None:
        answer = self._requests.get(request)
        if answer is not None and not answer.done():
            answer.set_result(refusal)

    def _take(self, step: Step) -> None:
        """Take what has followed from something, tell the other workers, and show it."""
        before, self._replica = self._replica, step.replica
        for to, message in step.messages:
            self._around.tell(self.table, message, to)
        if step.replica.others or before.others:
            self._note_owner(before)
        if self.state is not before.state:
            self.version += 1
            self._around.wake_judge()
        if self.state is not before.state or self.judged is not before.judged:
            self._notify()

    def _note_owner(self, before: Replica) -> None:
        """Note that the review may be current now, or may have another owner."""
        self._news.set()
        me = self._around.me
        if self._replica.owner(me) != before.owner(me):
            for request in self._requests:  # nobody will answer them
                self._answer(request, _OUT_OF_REACH)
            self._around.wake_judge()

    def _notify(self) -> None:
        self._around.tell_people(self.table, self.state.people[:_AT_ONCE])

    # ------------------------------------------------------------ verdicts

    def next_question(self) -> Asked | None:
        """Return what to ask next; None if nobody is there, all is judged, or another one asks."""
        asks = self._replica.owns(self._around.me) and not self.state.judge_failed
        return self.judged.next(self.state.moment) if asks and not self.is_empty else None

    def take_judgement(self, asked: Asked, judgement: Judgement | None) -> None:
        """Take a verdict."""
        if self._replica.owns(self._around.me):
            self._take(self._replica.take_judgement(asked, judgement))

    def give_up(self) -> None:
        """Judge nothing more until somebody comes again."""
        if self._replica.owns(self._around.me):
            self._take(self._replica.give_up_judging())


class ReviewHandle:
    """The access of one person to a shared review."""

    def __init__(self, room: ReviewRoom, name: str, address: str) -> None:
        self.name = name
        self._room = room
        self._address = address

    @property
    def table(self) -> str:
        """The id of the table at which the game was played."""
        return self._room.table

    @property
    def version(self) -> int:
        """How often anything but the verdicts changed."""
        return self._room.version

    @property
    def state(self) -> ReviewState:
        """The review as it is now, without what people wrote whom this person ignores."""
        state, ignored = self._room.state, self._room.ignored_by(self.name)
        return without_words_of(state, ignored) if ignored else state

    @property
    def reviewed(self) -> GameReview:
        """The verdicts on the line of play that this person sees."""
        return self._room.judged.seen_in(what_if=self.state.plays_differently(self.name))

    @property
    def game(self) -> GameReview:
        """The verdicts on the game as it was played."""
        return self._room.judged.game

    @property
    def has_failed(self) -> bool:
        """Whether the bot that judges has failed."""
        return self.state.judge_failed

    @property
    def leads(self) -> bool:
        """Whether this person leads."""
        return self.state.leader == self.name

    @property
    def is_alone(self) -> bool:
        """Whether this person looks around on their own."""
        return self.name in self.state.alone

    @property
    def moment(self) -> int:
        """The moment of the game at which this person is."""
        return self.state.moment_of(self.name)

    async def do(self, command: commands.ReviewCommand) -> None:
        """Do something in the review. Raises `Refused`."""
        await self._room.do(self.name, command)

    async def say(self, text: str) -> None:
        """Say something to all who are there. Raises `Refused`."""
        await self._room.say(self.name, text, self._address)

    async def write_note(self, text: str) -> None:
        """Write a note on the moment at which this person is. Raises `Refused`."""
        try:
            await self._room.write_note(self.name, self.moment, text, self._address)
        except StoreError as error:
            raise Refused(sentence(error)) from error

    def leave(self) -> None:
        """Leave the review."""
        self._room.leave(self)
