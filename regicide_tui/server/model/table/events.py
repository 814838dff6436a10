"""The events at a table, as its log stores them.

An event is a fact: it says what changed, not what was asked for. So it can be applied without the
checks of `decide`, which may have changed when the log is read again. Only the rules of the game
are asked again: `ActionTaken` holds the notation of an action, and applying it plays that action.

One entry of a log is a `Record` of events that happened together. Old kinds of events are never
removed, and never get another meaning.
"""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, ValidationError, convert, to_builtins

from regicide_tui.games.base import Json, Value
from regicide_tui.play.match import GAMES_LIMIT, Result

_OLDEST, VERSION = 5, 5
"""The oldest and the newest version of records. Those of 2 to 4 are from before the first release.
"""


Seat = Annotated[int, Meta(ge=0, lt=16)]


class Event(Value, frozen=True, tag_field="event", tag=True):
    """The base of all events."""


class TableOpened(Event, frozen=True):
    """A table was opened; `host` sits on its first seat. `clock` is seconds and an increment."""

    game: str
    players: Annotated[int, Meta(ge=1, le=16)]
    options: Mapping[str, Json]
    host: str
    password: str = ""
    clock: tuple[int, int] | None = None
    after: str = ""
    invitation: str = ""
    """The word that leads to the table, and stands for its password; guests' tables have none."""


class MatchContinued(Event, frozen=True):
    """The next game is one of a match; `rivals` are the two players, in the order of their seats.

    `earlier` are the games of the match so far. The game belongs to it only if both sit down.
    """

    rivals: tuple[str, str]
    earlier: Annotated[tuple[Result, ...], Meta(max_length=GAMES_LIMIT)]


class CorrespondenceChosen(Event, frozen=True):
    """The game is played by correspondence: each action must be taken within these days."""

    days: Annotated[int, Meta(ge=1, le=365)]


class SeriesChosen(Event, frozen=True):
    """The table plays a board of this series; which one is decided when its game begins."""

    series: str


class BoardDealt(Event, frozen=True):
    """The table got this board: the cards of the game that begins are those of the board."""

    board: str


class SeatTaken(Event, frozen=True):
    """Somebody sat down; a seat they had before is free."""

    seat: Seat
    name: str


class SeatLeft(Event, frozen=True):
    """A seat became free."""

    seat: Seat


class PersonSentAway(Event, frozen=True):
    """The host took somebody's seat back; this person does not sit down here again."""

    seat: Seat
    name: str


class HostChanged(Event, frozen=True):
    """Somebody else is the host now."""

    host: str


class TableClosed(Event, frozen=True):
    """The table was closed without a result: its people left it, or stayed away."""


class BotSeated(Event, frozen=True):
    """A bot of a level took a free seat."""

    seat: Seat
    name: str
    level: str


class BotSentAway(Event, frozen=True):
    """A bot left its seat."""

    seat: Seat


class BotReplaced(Event, frozen=True):
    """Somebody took the seat of a bot in the middle of the game.

    `left` is each seat's time in milliseconds; empty without a clock.
    """

    seat: Seat
    name: str
    left: tuple[int, ...] = ()


class ReadinessChanged(Event, frozen=True):
    """Somebody is ready to begin, or no longer."""

    name: str
    ready: bool


class GameStarted(Event, frozen=True):
    """The cards were dealt from a seed."""

    seed: str


class ActionTaken(Event, frozen=True):
    """A seat acted, in the notation of the game. `left` is each seat's time in milliseconds."""

    seat: Seat
    action: str
    left: tuple[int, ...] = ()


class ActionUndone(Event, frozen=True):
    """The last action of a person was taken back, with the answers of bots.

    `left` is each seat's time in milliseconds; empty without a clock.
    """

    left: tuple[int, ...] = ()


class QuestionAsked(Event, frozen=True):
    """Something is asked of everybody; `agreed` are the seats that want it, the first asked."""

    what: str
    agreed: tuple[Seat, ...]


class QuestionDropped(Event, frozen=True):
    """What was asked is refused or taken back."""


class DrawOffered(Event, frozen=True):
    """A seat offers a draw (D-21)."""

    seat: Seat


class DrawAgreed(Event, frozen=True):
    """Both players agreed on a draw (D-21)."""


class Resigned(Event, frozen=True):
    """A seat gave up (D-21)."""

    seat: Seat


class TimeRanOut(Event, frozen=True):
    """The time of a seat is over. `left` is each seat's time in milliseconds."""

    seat: Seat
    left: tuple[int, ...]


class ClocksStarted(Event, frozen=True):
    """The server is open again; no clock ran while it was closed."""


class GameEnded(Event, frozen=True):
    """The game was ended without a winner."""


class BotsStoodIn(Event, frozen=True):
    """A bot of a level plays for the absent players on these seats until they are back.

    `left` is each seat's time in milliseconds; empty without a clock.
    """

    seats: tuple[Seat, ...]
    level: str
    left: tuple[int, ...] = ()


class PlayerReturned(Event, frozen=True):
    """A player plays again for themselves; a bot played for them.

    `left` is each seat's time in milliseconds; empty without a clock.
    """

    seat: Seat
    left: tuple[int, ...] = ()


class PhraseSaid(Event, frozen=True):
    """Somebody said a phrase of the list. `number` is the count that a phrase may name."""

    name: str
    phrase: str
    number: int = 0


class SentenceSaid(Event, frozen=True):
    """Somebody said something in their own words."""

    name: str
    text: str


class WishStated(Event, frozen=True):
    """A seat would like to go next, or would not (R-9)."""

    seat: Seat
    wish: bool


AnyEvent = (
    TableOpened
    | MatchContinued
    | CorrespondenceChosen
    | SeriesChosen
    | BoardDealt
    | SeatTaken
    | SeatLeft
    | HostChanged
    | TableClosed
    | BotSeated
    | BotSentAway
    | BotReplaced
    | ReadinessChanged
    | GameStarted
    | ActionTaken
    | ActionUndone
    | QuestionAsked
    | QuestionDropped
    | DrawOffered
    | DrawAgreed
    | Resigned
    | TimeRanOut
    | ClocksStarted
    | GameEnded
    | BotsStoodIn
    | PlayerReturned
    | PhraseSaid
    | SentenceSaid
    | WishStated
    | PersonSentAway
)
"""Every event that was ever written."""


class Record(Value, frozen=True):
    """Events that happened together: `at` is Unix time in milliseconds, `by` who caused them."""

    by: str
    at: Annotated[int, Meta(ge=0, le=2**53)]
    events: tuple[AnyEvent, ...]
    version: int = VERSION


class UnknownRecord(Exception):
    """An entry of a log that this program can't read, with a sentence that says why."""


def encode(record: Record) -> dict[str, Json]:
    """Return the body of a log entry."""
    body: dict[str, Json] = to_builtins(record)
    return body


def decode(body: Mapping[str, Json]) -> Record:
    """Return the record of a log entry. Raises `UnknownRecord`."""
    version = body.get("version")
    if not isinstance(version, int) or version < _OLDEST:
        raise UnknownRecord("it is damaged")
    if version > VERSION:
        raise UnknownRecord("it was written by a newer version of the program")
    try:
        return convert(body, Record)
    except ValidationError:
        raise UnknownRecord("it is damaged") from None
