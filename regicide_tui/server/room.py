"""A table of the house and who is at it, as its log tells: a pure fold over what was done.

Whatever is done at a table is a body: who did it (`by`), when (`at`, Unix time in milliseconds),
what (`do`), and what more it needs. A body is checked before it is appended to the log, by the same
function that takes it from there.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Required, TypedDict

from msgspec import Meta, ValidationError, convert
from msgspec.structs import replace

from regicide_tui import games
from regicide_tui.games.base import AnyGame, BadSetup, Json, Outcome, Seat, Value
from regicide_tui.play.dealing import deal
from regicide_tui.play.history import Start
from regicide_tui.play.saves.codec import Saved
from regicide_tui.play.table import Table
from regicide_tui.server.follower import Body
from regicide_tui.server.store import Entry

SAID_LIMIT = 50
"""The sentences that are remembered."""
_MOST_BESIDE, _MOST_AT_ALL = 1000, 1100
"""How much may be done at a table beside the actions of its game: the last of it to end the game.

What takes one back is beside them, too, so the actions have a bound as well.
"""
_FREELY = ("open", "start", "stand", "act", "back", "wake", "resign", "end", "flag", "abandon")
"""What may be done however much was done: it happens but once, or once after something else."""
_TO_END = ("refuse", "draw", "stand in")
BOT = " (bot)"
"""Ends the names of bots; no account has such a name."""


class Refused(Exception):
    """What can't be done at this table now, with a sentence why."""


class Clock(Value, frozen=True):
    """How long each player may think: in all, and added after each action, in seconds."""

    seconds: int
    increment: int = 0


class Ask(Value, frozen=True):
    """What somebody asks of everybody: to take the last action back, or to end the game."""

    what: str
    agreed: tuple[Seat, ...]


class Said(Value, frozen=True):
    """A sentence from the list, who said it, and when."""

    by: str
    text: str
    at: int = 0


class Room(Value, frozen=True):
    """A table: what is played, who sits where (empty: free), who is ready, and the game.

    `word` opens a private table. `wishes` holds, while the next player is being chosen, what each
    seat would like (R-9). `left` is each seat's time in milliseconds, as it was at `since`.
    """

    game: str = ""
    players: int = 0
    options: Mapping[str, Json] = {}
    word: str = ""
    clock: Clock | None = None
    host: str = ""
    seats: tuple[str, ...] = ()
    ready: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()
    """The levels of the bots that play, seat by seat, also of those that stand in for somebody."""
    saved: Saved | None = None
    asked: Ask | None = None
    draws: tuple[Seat, ...] = ()
    """Who offers a draw (D-21)."""
    wishes: Mapping[Seat, bool] = {}
    said: tuple[Said, ...] = ()
    ended: bool = False
    """Whether it was ended without a winner."""
    after: str = ""
    """The table at which this company played before."""
    closed: bool = False
    """Whether everybody has left it before the game began, or for ever."""
    left: tuple[int, ...] = ()
    since: int = 0
    beside: int = 0
    """How much was done here beside the actions of the game."""

    @property
    def rules(self) -> AnyGame:
        """The game that is played here."""
        return games.find(self.game)

    @property
    def table(self) -> Table | None:
        """The running or finished game, for one look at it."""
        return Table(self.saved) if self.saved is not None else None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None."""
        return self.table.outcome if self.table is not None else None

    @property
    def over(self) -> bool:
        """Whether nothing is played here any more."""
        return self.ended or self.closed or self.outcome is not None

    @property
    def playing(self) -> bool:
        """Whether a game goes on."""
        return self.saved is not None and not self.over

    @property
    def people(self) -> tuple[str, ...]:
        """Who sits here, without the bots."""
        return tuple([name for name in self.seats if name and not is_bot(name)])

    @property
    def bot(self) -> Seat | None:
        """The seat that must act, if a bot plays there."""
        table = self.table
        seat = table.to_act if table is not None and self.playing else None
        return seat if seat is not None and self.bots[seat] else None

    @property
    def free(self) -> int:
        """How many seats are free."""
        return self.seats.count("")

    def seat_of(self, name: str) -> Seat | None:
        """Return where somebody sits, or None."""
        return self.seats.index(name) if name and name in self.seats else None


def is_bot(name: str) -> bool:
    """Tell whether this is the name of a bot."""
    return name.endswith(BOT)


EMPTY = Room()
"""A table of which nothing is known yet."""

Doing = Callable[[Room, str, Body], Room]
"""The table before, who does it, and all that is said of it: the table after."""


class _Shape(TypedDict, total=False):
    """What a body may hold, and of which type it is; what is done looks at the seat itself."""

    by: Required[str]
    at: Required[Annotated[int, Meta(ge=0, le=2**53)]]
    do: Required[str]
    game: str
    players: int
    options: dict[str, Any]
    word: str
    clock: list[int] | None
    after: str
    level: str
    name: str
    ready: bool
    seed: str
    action: str
    moves: int
    what: str
    absent: list[str]
    text: str
    wish: bool


def take(room: Room, body: Body) -> Room:
    """Do what a body says at a table. Raises `Refused`."""
    from regicide_tui.server.sitting import PLAYING

    try:
        convert(body, _Shape)
    except ValidationError as error:
        raise Refused(f"That is not valid: {error}.") from None
    doing: Doing | None = GATHERING.get(body["do"]) or PLAYING.get(body["do"])
    if doing is None:
        raise Refused("That can't be done at a table.")
    if (room.seats == ()) != (body["do"] == "open"):
        raise Refused("There is no such table." if not room.seats else "It is open already.")
    after = doing(room, body["by"], body)
    return after if body["do"] == "act" else replace(after, beside=room.beside + 1)


def take_new(room: Room, body: Body) -> Room:
    """Do as `take` does what is not in the log yet, if the log may grow by it. Raises `Refused`.

    (The log of a table is read whole. What ends the table may always be done.)
    """
    after = take(room, body)
    do, to_end = body["do"], body["do"] in _TO_END or body.get("what") == "end"
    most = _MOST_AT_ALL if to_end else _MOST_BESIDE
    if do not in _FREELY and not after.over and room.beside >= most:
        raise Refused(
            "Too much was said, asked and taken back at this table. Now you can only play on, or "
            "end the game."
        )
    return after


def fold(room: Room, entry: Entry) -> Room:
    """Take an entry of the log; it was checked before it was written."""
    return take(room, entry.body)


def seated(room: Room, by: str) -> Seat:
    """Return the seat of who does something. Raises `Refused`."""
    seat = room.seat_of(by)
    if seat is None:
        raise Refused("You don't sit at this table.")
    return seat


# ---------------------------------------------------------------- before the game


def _open(room: Room, by: str, body: Body) -> Room:
    game, players = body["game"], body["players"]
    if game not in games.NAMES or players not in games.find(game).player_counts:
        raise Refused("There is no such game for so many players.")
    clock = Clock(*body["clock"]) if body.get("clock") else None
    if clock is not None and not games.find(game).rivals:
        raise Refused("A clock is only for games of opponents.")
    try:
        deal(Start(game, players, "1", body["options"]))
    except BadSetup as error:
        raise Refused(error.message) from None
    seats = (by, *[""] * (players - 1))
    room = Room(game, players, body["options"], body.get("word", ""), clock, by, seats)
    return replace(room, after=body.get("after", ""), bots=("",) * players)


def _gathering(room: Room) -> None:
    if room.saved is not None or room.closed:
        raise Refused("The game has started." if room.saved else "The table no longer exists.")


def _sit(room: Room, by: str, body: Body) -> Room:
    _gathering(room)
    seat = body["seat"]
    if room.word and room.word != body.get("word") and room.seat_of(by) is None:
        raise Refused("This table is private, and the password is wrong.")
    if not (isinstance(seat, int) and 0 <= seat < room.players) or room.seats[seat] not in ("", by):
        raise Refused("That seat is taken.")
    others = ["" if name == by else name for name in room.seats]
    others[seat] = by
    return replace(room, seats=tuple(others), ready=_without(room.ready, by))


def _stand(room: Room, by: str, body: Body) -> Room:
    _gathering(room)
    seated(room, by)
    room = replace(room, seats=tuple(["" if name == by else name for name in room.seats]))
    host = room.host if room.host in room.people else next(iter(room.people), "")
    return replace(room, host=host, ready=_without(room.ready, by), closed=not room.people)


def _seat_bot(room: Room, by: str, body: Body) -> Room:
    """Give a free seat to a bot of a level, or with an empty level take it back."""
    _gathering(room)
    if by != room.host:
        raise Refused(f"{room.host} seats the bots.")
    seat, level = body["seat"], body["level"]
    if not (isinstance(seat, int) and 0 <= seat < room.players):
        raise Refused("There is no such seat.")
    if room.seats[seat] and (level or not is_bot(room.seats[seat])):
        raise Refused("That seat is taken.")
    seats, bots = [*room.seats], [*room.bots]
    seats[seat], bots[seat] = body["name"] if level else "", level
    return replace(room, seats=tuple(seats), bots=tuple(bots))


def _be_ready(room: Room, by: str, body: Body) -> Room:
    _gathering(room)
    seated(room, by)
    ready = _without(room.ready, by)
    return replace(room, ready=(*ready, by) if body["ready"] else ready)


def _start(room: Room, by: str, body: Body) -> Room:
    _gathering(room)
    if by != room.host:
        raise Refused(f"{room.host} starts the game.")
    if room.free:
        raise Refused("Not all seats are taken.")
    waiting = [name for name in room.people if name not in (*room.ready, by)]
    if waiting:
        raise Refused(f"Not ready yet: {', '.join(waiting)}.")
    start = Start(room.game, room.players, body["seed"], room.options)
    saved = deal(start, room.seats, room.bots)
    left = (room.clock.seconds * 1000,) * room.players if room.clock else ()
    return replace(room, saved=saved, left=left, since=body["at"])


def _without(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple([one for one in names if one != name])


GATHERING: Mapping[str, Doing] = {
    "open": _open,
    "sit": _sit,
    "stand": _stand,
    "bot": _seat_bot,
    "ready": _be_ready,
    "start": _start,
}
"""What can be done before a game."""
