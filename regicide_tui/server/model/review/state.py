"""The state of a shared review: the people, the leader, and what they look at."""

from collections.abc import Collection, Mapping
from typing import Any

from msgspec.structs import replace

from regicide_tui.games.base import Seat, Value
from regicide_tui.play.table import Table
from regicide_tui.server.model.review.judged import Judged
from regicide_tui.thinking.review import GameReview


class Pointer(Value):
    """A card that someone points at: its place, from 0, in a seat's hand or on the table."""

    by: str
    seat: Seat | None
    """The seat with the hand; None for the cards on the table, outside the hands."""
    place: int


class Note(Value):
    """A note on a moment: its author, its text and the number of actions before the moment."""

    by: str
    moment: int
    text: str


class Said(Value):
    """A message to everyone in the review, and the leader's moment when it was sent."""

    by: str
    moment: int
    text: str


MOST_SAID = 20
"""The maximum number of remembered messages."""


class Shared(Value, kw_only=True):
    """The fields shared by a review and the first entry of its log."""

    moment: int = 0
    """The leader's moment, or the moment at which the what-if started."""
    people: tuple[str, ...] = ()
    """The people, in the order in which they joined."""
    leader: str = ""
    """The leader; empty without people."""
    played_by: tuple[str, ...] = ()
    """The author of each action of the what-if, for any seat."""
    pointer: Pointer | None = None
    said: tuple[Said, ...] = ()
    """The latest messages, the newest last."""
    judge_failed: bool = False
    """Whether the judging bot has failed since the last person joined."""

    @property
    def shared(self) -> dict[str, Any]:
        """The fields of this class by name."""
        return {name: getattr(self, name) for name in Shared.__struct_fields__}


class ReviewState(Shared):
    """A finished game, and the people who review it together.

    One of them leads. The others follow, or are on their own. A moment is the number of
    actions before it.
    """

    game: Table
    """The game as it was played, with people on all seats and without undone actions."""
    players: tuple[str, ...] = ()
    """The names of the people who played it."""
    stood_in: Mapping[int, Seat] = {}
    """The seats for which a bot acted, by the numbers of the moves."""
    alone: Mapping[str, int] = {}
    """The people on their own, and their moments."""
    what_if: Table | None = None
    """The game with other actions from the moment on; None without a what-if."""
    notes: tuple[Note, ...] = ()
    private: bool = False
    """Whether only its players may look at the game."""

    @property
    def length(self) -> int:
        """The number of actions of the game."""
        return self.game.history.cursor

    @property
    def followers(self) -> tuple[str, ...]:
        """The people who follow the leader."""
        return tuple([one for one in self.people if one != self.leader and one not in self.alone])

    @property
    def steps(self) -> int:
        """The number of actions in the what-if."""
        return self.what_if.history.cursor - self.moment if self.what_if is not None else 0

    @property
    def running_what_if(self) -> Table:
        """The what-if, which an event requires."""
        assert self.what_if is not None  # it started earlier
        return self.what_if

    def near(self, moment: int) -> int:
        """Return the moment of the game nearest to this number."""
        return min(max(moment, 0), self.length)

    def pointer_of_others(self, name: str) -> Pointer | None:
        """Return the pointer, unless it is this person's."""
        return None if self.pointer is not None and self.pointer.by == name else self.pointer

    def moment_of(self, name: str) -> int:
        """Return a person's moment of the game."""
        return self.alone.get(name, self.moment)

    def plays_differently(self, name: str) -> bool:
        """Return whether a person is in the what-if."""
        return self.what_if is not None and name not in self.alone

    def seen_by(self, name: str) -> Table:
        """Return the table that a person sees: at their moment, or in the what-if."""
        if self.what_if is not None and name not in self.alone:
            return self.what_if
        return self.game.at(self.moment_of(name))

    def said_at(self, moment: int) -> tuple[Said, ...]:
        """Return the messages sent while the leader was at a moment."""
        return tuple([one for one in self.said if one.moment == moment])

    def notes_at(self, moment: int) -> tuple[Note, ...]:
        """Return the notes on a moment."""
        return tuple([one for one in self.notes if one.moment == moment])


def begin_review(
    saved: Table,
    players: tuple[str, ...],
    *,
    private: bool = False,
    stood_in: Mapping[int, Seat] = {},
) -> ReviewState:
    """Return the review of a finished game without people; it starts at the game's end."""
    game = replace(saved.forget_undone(), bots=())
    return ReviewState(game, players, stood_in, moment=game.moves, private=private)


def without_words_of(state: ReviewState, names: Collection[str]) -> ReviewState:
    """Return a review without the messages and notes of some people."""
    said = tuple([one for one in state.said if one.by not in names])
    return replace(state, said=said, notes=tuple([n for n in state.notes if n.by not in names]))


def branch(game: Table, moment: int) -> Table:
    """Return the game up to a moment, from which it can continue as if it had not ended."""
    return replace(game.at(moment).forget_undone(), match=game.match.call_off(None))


def without(alone: Mapping[str, int], name: str) -> Mapping[str, int]:
    """Return the people on their own, except one."""
    return {one: moment for one, moment in alone.items() if one != name}


class Review(Value):
    """A shared review: its state, the verdicts, and the number of entries since its start."""

    state: ReviewState
    judged: Judged
    entries: int = 0

    def with_state(self, **changes: object) -> "Review":
        """Return the review with changed fields of its state."""
        state = replace(self.state, **changes)
        return replace(self, state=state, judged=self.judged.follow(state.what_if))

    def with_what_if(self, what_if: Table | None, played_by: tuple[str, ...] = ()) -> "Review":
        """Return the review with another what-if and without a pointer."""
        return self.with_state(what_if=what_if, played_by=played_by, pointer=None)


def new_review(state: ReviewState) -> Review:
    """Return the review of a finished game before any event."""
    return Review(state, Judged(GameReview(state.game)))
