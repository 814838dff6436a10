"""A shared review while somebody is there: its state, who is told of news, and the verdicts."""

from collections.abc import Callable, Collection
from typing import Protocol

from msgspec.structs import replace

from regicide_tui.server.review import commands
from regicide_tui.server.review.decide import decide
from regicide_tui.server.review.events import NoteWritten, ReviewEvent, apply_all
from regicide_tui.server.review.judged import Asked, Judged
from regicide_tui.server.review.notes import Notes, encode_note
from regicide_tui.server.review.state import ReviewState, without_words_of
from regicide_tui.server.tables.listeners import Callback, Listeners
from regicide_tui.server.tables.log_projection import Body, LogProjection
from regicide_tui.thinking.questions import Judgement
from regicide_tui.thinking.review import GameReview

_AT_ONCE = 4
"""The people who see news at once; for more of them the loop has no time, so others wait."""


class Surroundings(Protocol):
    """What a room needs of the reviews of the server."""

    listeners: Listeners

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
    """A game that people look at together. It is in memory alone, except the notes."""

    def __init__(
        self,
        table: str,
        state: ReviewState,
        notes: LogProjection[Notes],
        surroundings: Surroundings,
    ) -> None:
        self.table = table
        self.state = state
        self.judged = Judged(GameReview(state.game))
        self.failed = False
        """Whether the bot that judges has failed."""
        self.version = 0
        """How often anything but the verdicts changed."""
        self._notes = notes
        self._around = surroundings
        self._handles: list[ReviewHandle] = []

    # ------------------------------------------------------------ who is there

    def enter(self, name: str, moment: int | None, address: str) -> "ReviewHandle":
        """Let somebody in, perhaps at a moment; return their handle."""
        handle = ReviewHandle(self, name, address)
        self._handles.append(handle)
        self.failed = False
        self._do(name, commands.Come(moment))
        return handle

    def leave(self, handle: "ReviewHandle") -> None:
        """Let a handle go; somebody with another one stays."""
        if handle not in self._handles:
            return
        self._handles.remove(handle)
        if all(one.name != handle.name for one in self._handles):
            self._do(handle.name, commands.Leave())
        if not self._handles:
            self._around.note_empty(self.table)

    @property
    def is_empty(self) -> bool:
        """Whether nobody is there."""
        return not self._handles

    def ignored_by(self, name: str) -> Collection[str]:
        """Return whom somebody ignores."""
        return self._around.ignored_by(name)

    def listen(self, callback: Callback, name: str) -> Callable[[], None]:
        """Call this soon after any news, in the context of the caller; return what ends that."""
        return self._around.listeners.add(callback, name, self.table, 0.0)

    # ------------------------------------------------------------ what is done

    def do(self, by: str, command: commands.ReviewCommand) -> None:
        """Do something in the review. Raises `Refused`."""
        self._do(by, command)

    def say(self, by: str, text: str, address: str) -> None:
        """Say something to all who are there. Raises `Refused`."""
        command = commands.Say(text)
        decide(self.state, command, by)  # what is refused doesn't count as a message
        self._around.check_words(by, address)
        self._do(by, command)

    async def write_note(self, by: str, moment: int, text: str, address: str) -> None:
        """Write a note on a moment, and keep it. Raises `Refused`, `StoreError`."""
        command = commands.WriteNote(moment, text)
        decide(self.state, command, by)  # what is refused doesn't count as a message
        self._around.check_words(by, address)

        def decide_anew(notes: Notes) -> Body:
            (event,) = decide(replace(self.state, notes=notes), command, by)
            assert isinstance(event, NoteWritten)
            return encode_note(event.note)

        *_, note = await self._notes.append(decide_anew)
        self._take((NoteWritten(note),))

    def _do(self, by: str, command: commands.ReviewCommand) -> None:
        self._take(decide(self.state, command, by))

    def _take(self, happened: tuple[ReviewEvent, ...]) -> None:
        if happened:
            self.state = apply_all(self.state, happened)
            self.judged = self.judged.follow(self.state)
            self.version += 1
            self._notify()
            self._around.wake_judge()

    def _notify(self) -> None:
        self._around.listeners.notify({self.table: self.state.people[:_AT_ONCE]})

    # ------------------------------------------------------------ verdicts

    def next_question(self) -> Asked | None:
        """Return what to ask next; None if nobody is there, or all is judged."""
        return None if self.failed or self.is_empty else self.judged.next(self.state.moment)

    def take_judgement(self, asked: Asked, judgement: Judgement | None) -> None:
        """Take a verdict."""
        self.judged = self.judged.take(asked, judgement)
        self._notify()

    def give_up(self) -> None:
        """Judge nothing more until somebody comes again."""
        self.failed = True
        self.version += 1
        self._notify()


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
        return self._room.failed

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

    def listen(self, callback: Callback) -> Callable[[], None]:
        """Call this soon after any news, in the context of the caller; return what ends that."""
        return self._room.listen(callback, self.name)

    def do(self, command: commands.ReviewCommand) -> None:
        """Do something in the review. Raises `Refused`."""
        self._room.do(self.name, command)

    def say(self, text: str) -> None:
        """Say something to all who are there. Raises `Refused`."""
        self._room.say(self.name, text, self._address)

    async def write_note(self, text: str) -> None:
        """Write a note on the moment at which this person is. Raises `Refused`, `StoreError`."""
        await self._room.write_note(self.name, self.moment, text, self._address)

    def leave(self) -> None:
        """Leave the review."""
        self._room.leave(self)
