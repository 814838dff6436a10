"""Records of version 1, which stored commands and not their events.

This module returns the events that they had then. It checks nothing: whatever stands in a log was
allowed when it was written. It never changes, whatever the rules of tables are today.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Required, TypedDict

from msgspec import Meta, ValidationError, convert

from regicide_tui.games.base import Json
from regicide_tui.server.model.table import events as e
from regicide_tui.server.model.table.state import TableState

_PHRASES: Mapping[str, str] = {
    "Hello.": "hello",
    "Well played.": "well played",
    "Thank you.": "thank you",
    "One moment, please.": "one moment",
    "Sorry.": "sorry",
    "Good game.": "good game",
}


class _Body(TypedDict, total=False):
    """The keys that a body may have, and the types of their values."""

    by: Required[str]
    at: Required[Annotated[int, Meta(ge=0, le=2**53)]]
    do: Required[str]
    game: str
    players: int
    options: dict[str, Json]
    word: str
    clock: list[int] | None
    after: str
    seat: Annotated[int, Meta(ge=0)]
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


def upgrade(table: TableState, body: Mapping[str, Json]) -> e.Record:
    """Return the events of an entry of version 1. Raises `UnknownRecord`."""
    try:
        checked = convert(body, _Body)
    except ValidationError:
        raise e.UnknownRecord("it is damaged") from None
    consequences = _CONSEQUENCES.get(checked["do"])
    if consequences is None or (checked["do"] == "open") != (table.seats == ()):
        raise e.UnknownRecord("it is damaged")
    events = tuple(consequences(table, checked["by"], checked))
    return e.Record(checked["by"], checked["at"], events)


Consequences = Callable[[TableState, str, _Body], Iterable[e.AnyEvent]]


def _open(_: TableState, by: str, body: _Body) -> list[e.AnyEvent]:
    clock = body.get("clock")
    return [
        e.TableOpened(
            body["game"],
            body["players"],
            body["options"],
            by,
            body.get("word", ""),
            (clock[0], clock[1]) if clock else None,
            body.get("after", ""),
        )
    ]


def _sit(_: TableState, by: str, body: _Body) -> list[e.AnyEvent]:
    return [e.SeatTaken(body["seat"], by)]


def _stand(table: TableState, by: str, _: _Body) -> list[e.AnyEvent]:
    people = [name for name in table.people if name != by]
    left: list[e.AnyEvent] = [e.SeatLeft(table.seats.index(by))]
    if table.host not in people:
        left.append(e.HostChanged(people[0] if people else ""))
    return left if people else [*left, e.TableClosed()]


def _seat_bot(_: TableState, _by: str, body: _Body) -> list[e.AnyEvent]:
    if not body["level"]:
        return [e.BotSentAway(body["seat"])]
    return [e.BotSeated(body["seat"], body["name"], body["level"])]


def _be_ready(_: TableState, by: str, body: _Body) -> list[e.AnyEvent]:
    return [e.ReadinessChanged(by, body["ready"])]


def _start(_: TableState, _by: str, body: _Body) -> list[e.AnyEvent]:
    return [e.GameStarted(body["seed"])]


def _time_left(table: TableState, at: int) -> list[int]:
    """Return each seat's time in milliseconds. In version 1 it ran for bots as well."""
    game = table.table
    acting = game.to_act if game is not None and table.playing else None
    return [
        max(0, left - max(0, at - table.since)) if seat == acting else left
        for seat, left in enumerate(table.left)
    ]


def _act(table: TableState, by: str, body: _Body) -> list[e.AnyEvent]:
    seat = table.seats.index(by)
    left = _time_left(table, body["at"])
    if table.clock is not None:
        left[seat] += table.clock.increment * 1000
    return [e.ActionTaken(seat, body["action"], tuple(left))]


def _ask(table: TableState, by: str, body: _Body) -> list[e.AnyEvent]:
    seat, what = table.seats.index(by), body["what"]
    open_one = table.question is not None and table.question.what == what
    known = table.question.agreed if table.question is not None and open_one else ()
    agreed = tuple(dict.fromkeys((*known, seat)))
    absent = {table.seat_of(name) for name in body.get("absent", ())} - {seat}
    people = {seat for seat, level in enumerate(table.bots) if not level}
    if not people - (set() if what == "undo" else absent) <= set(agreed):
        return [e.QuestionAsked(what, agreed)]
    if what == "end":
        return [e.GameEnded()]
    return _stand_in(table, by, body) if what == "stand in" else [e.ActionUndone()]


def _refuse(table: TableState, by: str, _: _Body) -> list[e.AnyEvent]:
    asked = table.question.agreed[0] if table.question is not None else None
    answer = "no longer" if asked == table.seats.index(by) else "no thanks"
    return [e.PhraseSaid(by, answer), e.QuestionDropped()]


def _end(_table: TableState, _by: str, _: _Body) -> list[e.AnyEvent]:
    return [e.GameEnded()]


def _abandon(_table: TableState, _by: str, _: _Body) -> list[e.AnyEvent]:
    return [e.TableClosed()]


def _stand_in(table: TableState, _by: str, body: _Body) -> list[e.AnyEvent]:
    seats = [table.seats.index(name) for name in body["absent"]]
    return [e.BotsStoodIn(tuple([one for one in seats if not table.bots[one]]), body["level"])]


def _back(table: TableState, by: str, _: _Body) -> list[e.AnyEvent]:
    return [e.PlayerReturned(table.seats.index(by))]


def _resign(table: TableState, by: str, _: _Body) -> list[e.AnyEvent]:
    return [e.Resigned(table.seats.index(by))]


def _draw(table: TableState, by: str, _: _Body) -> list[e.AnyEvent]:
    seat = table.seats.index(by)
    agreed = len({*table.draws, seat}) == table.players
    return [e.DrawAgreed()] if agreed else [e.DrawOffered(seat)]


def _flag(table: TableState, _by: str, body: _Body) -> list[e.AnyEvent]:
    seat = table.table.to_act if table.table is not None else None
    if seat is None:
        raise e.UnknownRecord("it is damaged")
    return [e.TimeRanOut(seat, tuple(_time_left(table, body["at"])))]


def _wake(_: TableState, _by: str, _body: _Body) -> list[e.AnyEvent]:
    return [e.ClocksStarted()]


def _say(_: TableState, by: str, body: _Body) -> list[e.AnyEvent]:
    phrase = _PHRASES.get(body["text"])
    return [e.PhraseSaid(by, phrase) if phrase else e.SentenceSaid(by, body["text"])]


def _wish(table: TableState, by: str, body: _Body) -> list[e.AnyEvent]:
    return [e.WishStated(table.seats.index(by), body["wish"])]


_CONSEQUENCES: Mapping[str, Consequences] = {
    "open": _open,
    "sit": _sit,
    "stand": _stand,
    "bot": _seat_bot,
    "ready": _be_ready,
    "start": _start,
    "act": _act,
    "ask": _ask,
    "refuse": _refuse,
    "end": _end,
    "abandon": _abandon,
    "stand in": _stand_in,
    "back": _back,
    "resign": _resign,
    "draw": _draw,
    "flag": _flag,
    "wake": _wake,
    "say": _say,
    "wish": _wish,
}
"""The events of each command of version 1."""
