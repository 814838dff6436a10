"""What is done at a table of the house while a game goes on, and after it: pure, as `room` is."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from regicide_tui.games.base import IllegalAction, Seat
from regicide_tui.play.saves.codec import Saved
from regicide_tui.play.table import Table
from regicide_tui.server.accounts import is_guest
from regicide_tui.server.follower import Body
from regicide_tui.server.room import SAID_LIMIT, Ask, Doing, Refused, Room, Said, seated

UNDO, END, STAND_IN = "undo", "end", "stand in"
PHRASES = ("Hello.", "Well played.", "Thank you.", "One moment, please.", "Sorry.", "Good game.")
"""What may be said in any game at any time: nothing that tells of a hand (R-9)."""
RATHER_NOT, NO_LONGER = "No, thank you.", "I take my question back."
"""What is said by refusing what is asked, and by asking no longer."""


def _at(room: Room) -> Table:
    """Return the running game. Raises `Refused`."""
    table = room.table
    if table is None or not room.playing:
        raise Refused("No game goes on here.")
    return table


def _act(room: Room, by: str, body: Body) -> Room:
    table, seat = _at(room), seated(room, by)
    if "moves" in body and (body["moves"] != table.moves or not room.bots[seat]):
        raise Refused("The bot is too late.")
    if table.to_act not in (seat, None):
        raise Refused(f"It is {room.seats[table.to_act]}'s turn.")
    if _out_of_time(room, seat, body["at"]):
        raise Refused("Your time is up.")
    try:
        table.act(seat, body["action"])
    except IllegalAction as error:
        raise Refused(error.message) from None
    left = _after_thinking(room, seat, body["at"])
    room = replace(room, saved=table.saved, asked=None, draws=(), left=left, since=body["at"])
    return room if may_wish(room) else replace(room, wishes={})


def _ask(room: Room, by: str, body: Body) -> Room:
    """Ask everybody, or agree to what is asked; what all want is done."""
    table, seat = _at(room), seated(room, by)
    what = body["what"]
    if what not in (UNDO, END, STAND_IN):
        raise Refused("Nobody can ask for that.")
    if what == UNDO and not table.can_undo:
        raise Refused("There is nothing to take back.")
    if what == STAND_IN:
        _may_stand_in(room, body)
    known = room.asked.agreed if room.asked is not None and room.asked.what == what else ()
    agreed = tuple(dict.fromkeys((*known, seat)))
    absent = {room.seat_of(name) for name in body.get("absent", ())} - {seat}
    # An absent player holds up the end of a game, but nobody takes back their cards.
    people = {seat for seat, level in enumerate(room.bots) if not level}
    needed = people - (set() if what == UNDO else absent)
    if not needed <= set(agreed):
        return replace(room, asked=Ask(what, agreed))
    if what == END:
        return replace(room, asked=None, ended=True)
    if what == STAND_IN:
        return _stood_in(room, body)
    table.undo()
    saved = _forgotten(table.saved)
    return replace(room, saved=saved, asked=None, draws=(), wishes={}, since=body["at"])


def _forgotten(saved: Saved) -> Saved:
    """Return the game without the moves that were taken back: at a table nothing is redone."""
    return replace(saved, history=saved.history.forget())


def _refuse(room: Room, by: str, body: Body) -> Room:
    _at(room)
    seat = seated(room, by)
    if room.asked is None:
        raise Refused("Nobody asked for anything.")
    answer = NO_LONGER if seat == room.asked.agreed[0] else RATHER_NOT
    return replace(_with_said(room, by, answer, body), asked=None)


def _end(room: Room, by: str, body: Body) -> Room:
    """The host ends a game in which somebody is absent, without a winner."""
    _at(room)
    seated(room, by)
    absent = [name for name in body["absent"] if name in room.seats and name != by]
    if by != room.host or not absent:
        raise Refused("All players are here, so all must agree to end the game.")
    return replace(room, ended=True, asked=None)


def _abandon(room: Room, by: str, body: Body) -> Room:
    """The house closes a table to which nobody can come back: guests are here but once."""
    _at(room)
    if not all(name in body["absent"] and is_guest(name) for name in room.people):
        raise Refused("Somebody can come back to this table.")
    return replace(room, closed=True, asked=None)


def _stand_in(room: Room, by: str, body: Body) -> Room:
    """The host lets bots play for those who are absent, until they are back."""
    _at(room)
    seated(room, by)
    if by != room.host:
        raise Refused(f"{room.host} or all of you let a bot play.")
    _may_stand_in(room, body)
    return _stood_in(room, body)


def _may_stand_in(room: Room, body: Body) -> None:
    if not body["level"]:
        raise Refused("There are no bots for this game.")
    if not alone(room, body["absent"]):
        raise Refused("A bot plays for every absent player already.")


def _stood_in(room: Room, body: Body) -> Room:
    seats = [room.seats.index(name) for name in alone(room, body["absent"])]
    bots = [body["level"] if seat in seats else level for seat, level in enumerate(room.bots)]
    return replace(_with_bots(room, bots), asked=None)


def _back(room: Room, by: str, body: Body) -> Room:
    """Play again for oneself."""
    _at(room)
    seat = seated(room, by)
    if not room.bots[seat]:
        raise Refused("No bot plays for you.")
    return _with_bots(room, ["" if one == seat else level for one, level in enumerate(room.bots)])


def _with_bots(room: Room, bots: Sequence[str]) -> Room:
    assert room.saved is not None  # the game goes on
    saved = replace(room.saved, bots=tuple(bots) if any(bots) else ())
    return replace(room, bots=tuple(bots), saved=saved)


def alone(room: Room, absent: Iterable[str]) -> tuple[str, ...]:
    """Return who of the absent has no bot to play for them."""
    return tuple([name for name in absent if not room.bots[room.seats.index(name)]])


def _resign(room: Room, by: str, body: Body) -> Room:
    table, seat = _at(room), seated(room, by)
    if not table.resign(seat):
        raise Refused("You can't resign in this game.")
    return replace(room, saved=table.saved, asked=None)


def _draw(room: Room, by: str, body: Body) -> Room:
    """Offer a draw; if both do, it is one (D-21)."""
    table, seat = _at(room), seated(room, by)
    if not table.can_call_off:
        raise Refused("There is no draw in this game.")
    draws = tuple(dict.fromkeys((*room.draws, seat)))
    if len(draws) < room.players:
        return replace(room, draws=draws)
    table.agree_on_draw()
    return replace(room, saved=table.saved, asked=None, draws=())


def _flag(room: Room, by: str, body: Body) -> Room:
    """Note that the time of who must act is over: that seat has lost."""
    table = _at(room)
    seat = table.to_act
    if seat is None or not _out_of_time(room, seat, body["at"]):
        raise Refused("There is time left.")
    left, since = time_left(room, body["at"]), body["at"]
    if not table.resign(seat):  # of more than two, nobody has won
        return replace(room, ended=True, left=left, since=since)
    return replace(room, saved=table.saved, asked=None, left=left, since=since)


def _wake(room: Room, by: str, body: Body) -> Room:
    """Go on after the house was closed: nobody's clock ran meanwhile."""
    _at(room)
    return replace(room, since=body["at"])


def _say(room: Room, by: str, body: Body) -> Room:
    seated(room, by)
    if body["text"] not in phrases(room):
        raise Refused("At a table you can only say what is on the list.")
    return _with_said(room, by, body["text"], body)


def _with_said(room: Room, by: str, text: str, body: Body) -> Room:
    return replace(room, said=(*room.said, Said(by, text, body["at"]))[-SAID_LIMIT:])


def _wish(room: Room, by: str, body: Body) -> Room:
    seat = seated(room, by)
    if not may_wish(room):
        raise Refused("You can say this only while the next player is chosen (R-9).")
    return replace(room, wishes={**room.wishes, seat: bool(body["wish"])})


def phrases(room: Room) -> tuple[str, ...]:
    """Return what may be said now: the usual phrases, and public facts of the game (R-9)."""
    table = room.table
    return PHRASES + (room.rules.remarks(table.view(None)) if table is not None else ())


def may_wish(room: Room) -> bool:
    """Tell whether one may say if one would like to go next (R-9)."""
    table = room.table
    return room.playing and table is not None and room.rules.may_wish(table.view(None))


def time_left(room: Room, at: int) -> tuple[int, ...]:
    """Return what is left of each seat's time, in milliseconds; nothing without a clock.

    Nobody gains time where `at` is before the latest action.
    """
    table = room.table
    acting = table.to_act if table is not None and room.playing else None
    return tuple(
        max(0, left - max(0, at - room.since)) if seat == acting else left
        for seat, left in enumerate(room.left)
    )


def _out_of_time(room: Room, seat: Seat, at: int) -> bool:
    return bool(room.left) and time_left(room, at)[seat] == 0


def _after_thinking(room: Room, seat: Seat, at: int) -> tuple[int, ...]:
    """Return the times after an action of this seat."""
    if room.clock is None:
        return ()
    left = [*time_left(room, at)]
    left[seat] += room.clock.increment * 1000
    return tuple(left)


PLAYING: Mapping[str, Doing] = {
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
"""What can be done while a game goes on, and when it is over."""
