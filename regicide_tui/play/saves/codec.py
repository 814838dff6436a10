"""Converts a saved game to bytes and back (docs/saves.md).

A save is untrusted: it may be cut off, changed, from another program, or an attack. So the code
limits its size before it reads it, and its lengths while it unpacks it. A schema checks types and
bounds. Finally, the game is played again and compared with the snapshot.
"""

from collections.abc import Mapping
from typing import Annotated

import msgpack
import msgspec

from regicide_tui import __version__, games
from regicide_tui.digests import blake2b
from regicide_tui.games.base import BadSetup, IllegalAction, Json, PlayerCount
from regicide_tui.play.history import History, Match, Start, replay
from regicide_tui.play.table import Table
from regicide_tui.printable import printable

FORMAT = 1
MAGIC = "regicide-tui save"
SIZE_LIMIT = 256 * 1024
"""The largest size in bytes; the longest games need about five thousand."""
_MOVES_LIMIT = 4000
_MESSAGE_LIMIT = 200
_DIGEST_SIZE = 16

NAME_LIMIT = 40
"""The largest number of characters of a player's name."""

_Text = Annotated[str, msgspec.Meta(max_length=200)]
_Name = Annotated[str, msgspec.Meta(max_length=NAME_LIMIT)]
_Names = Annotated[tuple[_Name, ...], msgspec.Meta(max_length=4)]
_Count = Annotated[int, msgspec.Meta(ge=0, le=2**40)]
_Position = Annotated[dict[_Text, Json], msgspec.Meta(max_length=60)]
_Number = Annotated[int, msgspec.Meta(ge=0, lt=_MOVES_LIMIT)]


class BadSave(Exception):
    """A file that isn't a save of this program, or a damaged save. The message says which.

    The message may quote the file, so it is cut, and control characters are removed.
    """

    def __init__(self, message: str) -> None:
        whole = message if len(message) <= _MESSAGE_LIMIT else f"{message[:_MESSAGE_LIMIT]}..."
        super().__init__(printable(whole))


class StartBody(msgspec.Struct, forbid_unknown_fields=True):
    """The start of a game, as a save holds it."""

    players: PlayerCount
    seed: _Text
    options: Annotated[dict[_Text, Json], msgspec.Meta(max_length=20)]
    position: _Position | None


class Body(msgspec.Struct, forbid_unknown_fields=True):
    """The schema of format 1: the content of a save before the proof."""

    app: _Text
    game: _Text
    name: _Text
    saved: _Count
    seats: _Names
    start: StartBody
    actions: Annotated[list[_Text], msgspec.Meta(max_length=_MOVES_LIMIT)]
    cursor: Annotated[int, msgspec.Meta(ge=0, le=_MOVES_LIMIT)]
    undos: _Count
    snapshot: _Position
    goal: _Text = ""
    peeks: _Count = 0
    match: Match | None = None
    title: _Text = ""
    bots: _Names = ()
    hints: _Count = 0
    hinted: Annotated[tuple[_Number, ...], msgspec.Meta(max_length=_MOVES_LIMIT)] = ()


_OPTIONAL = ("peeks", "match", "title", "bots", "hints", "hinted")
"""The keys that a save leaves out if they are empty."""


def encode(table: Table) -> bytes:
    """Return a table as a save of the newest format."""
    history, start = table.history, table.history.start
    position = dict(start.position) if isinstance(start.position, Mapping) else None
    body = Body(
        app=__version__,
        game=start.game,
        name=table.name,
        saved=table.saved,
        seats=table.seats,
        start=StartBody(start.players, start.seed, dict(start.options), position),
        actions=[history.game.format(move.action) for move in history.moves],
        cursor=history.cursor,
        undos=table.undos,
        snapshot=history.game.position(history.state),
        goal=table.goal,
        peeks=table.peeks,
        match=table.match if table.match != Match() else None,
        title=table.title,
        bots=table.bots if any(table.bots) else (),
        hints=table.hints,
        hinted=tuple([one for one in table.hinted if one < len(history.moves)]),
    )
    content = msgspec.to_builtins(body)
    packed = msgpack.packb(
        {key: content[key] for key in content if content[key] or key not in _OPTIONAL}
    )
    written: bytes = msgpack.packb([MAGIC, FORMAT, _checksum(packed), packed])
    return written


def decode(data: bytes) -> Table:
    """Return the table that these bytes hold, proved by playing its game again.

    Raises `BadSave` with a sentence for people.
    """
    body = read_body(data)
    history = _prove(start_of(body), body.actions, body.cursor, body.snapshot)
    match = body.match or Match()
    if match != Match() and not (history.game.rivals and len(body.seats) == 2):
        raise BadSave("The save is damaged: this game can't be part of a match.")
    return Table(
        history,
        body.seats,
        name=body.name,
        saved=body.saved,
        undos=body.undos,
        goal=body.goal,
        peeks=body.peeks,
        match=match,
        title=body.title,
        bots=body.bots,
        hints=body.hints,
        hinted=body.hinted,
    )


def read_body(data: bytes) -> Body:
    """Return the content of a save, with checked types but not proved. Raises `BadSave`."""
    packed = _open_envelope(data)
    try:
        body = msgspec.convert(_unpack(packed, len(packed)), Body)
    except msgspec.ValidationError as error:
        raise BadSave(f"The save is damaged: {error}.") from None
    if len(body.seats) != body.start.players:
        raise BadSave("The save is damaged: it doesn't name every player.")
    body.seats, body.bots = _printable(body.seats), _printable(body.bots)
    body.name, body.goal, body.title = _printable((body.name, body.goal, body.title))
    if body.bots and (len(body.bots) != len(body.seats) or all(body.bots)):
        raise BadSave("The save is damaged: its list of bots is wrong.")
    ascending = sorted({*body.hinted}) == [*body.hinted]
    if not ascending or any(number >= len(body.actions) for number in body.hinted):
        raise BadSave("The save is damaged: its list of actions after hints is wrong.")
    return body


def start_of(body: Body) -> Start:
    """Return how the game of a save began."""
    given = body.start
    return Start(body.game, given.players, given.seed, given.options, given.position)


def _printable(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(printable, texts))


def has_magic(data: bytes) -> bool:
    """Return whether these bytes start like a save."""
    return MAGIC.encode() in data[:40]


def _checksum(packed: bytes) -> bytes:
    return blake2b(packed, digest_size=_DIGEST_SIZE).digest()


def _open_envelope(data: bytes) -> bytes:
    """Return the packed body. Raises `BadSave` for a wrong file, format or checksum."""
    if len(data) > SIZE_LIMIT:
        raise BadSave("This file is too large to be a saved game.")
    if not has_magic(data):
        raise BadSave("This file is not a saved game of regicide-tui.")
    match _unpack(data, len(data)):
        case [str(), int(number), bytes(), bytes()] if number > FORMAT:
            raise BadSave(
                f"This game was saved by a newer version (format {number}); "
                f"this one reads formats up to {FORMAT}."
            )
        case [magic, 1, bytes(checksum), bytes(packed)] if magic == MAGIC:
            if checksum != _checksum(packed):
                raise BadSave("The save is damaged: its checksum is wrong.")
            return packed
    raise BadSave("The save is damaged: its header is wrong.")


def _unpack(data: bytes, limit: int) -> Json:
    """Return unpacked msgpack, in which no length may be larger than the data itself."""
    try:
        found: Json = msgpack.unpackb(
            data,
            strict_map_key=True,
            max_str_len=limit,
            max_bin_len=limit,
            max_array_len=min(limit, _MOVES_LIMIT),
            max_map_len=min(limit, 100),
            max_ext_len=0,
        )
        return found
    except (ValueError, msgpack.UnpackException, RecursionError, TypeError, OverflowError):
        raise BadSave("The save is damaged: it is cut off or garbled.") from None


def _prove(start: Start, actions: list[str], cursor: int, snapshot: Json) -> History:
    """Return the game played again; it must match the snapshot. Raises `BadSave`."""
    try:
        game = games.find(start.game)
        history = replay(game, start, actions, cursor)
    except KeyError:
        raise BadSave(f"This version has no game called {start.game[:40]!r}.") from None
    except (BadSetup, IllegalAction) as error:
        raise BadSave(f"The save is damaged: its game can't be played. {error}") from None
    if history.cursor != cursor or game.position(history.state) != snapshot:
        raise BadSave("The save is damaged: its actions don't lead to its position.")
    return history
