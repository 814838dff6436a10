"""What the server does at a table unasked, and when: decided from its state and who is there."""

from collections.abc import Iterator

from regicide_tui.games.base import Value
from regicide_tui.server.base.limits import Limits
from regicide_tui.server.model.names import is_guest
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.commands import Close, Why
from regicide_tui.server.model.table.facts import TableFacts
from regicide_tui.server.model.table.gathering import MOST_PASSED
from regicide_tui.server.model.table.people import People
from regicide_tui.server.model.table.state import SERVER

_MINUTE, _HOUR, _DAY = 60_000, 3_600_000, 86_400_000
_WEEK = 7 * _DAY
"""Milliseconds."""
LOST_FOR = 30_000
"""Milliseconds in which people who were lost together with their process may be here again."""


class Facts(Value):
    """What the server knows of a table that doesn't stand in its log."""

    people: People = People()
    limits: Limits = Limits()
    closes_at: int | None = None
    """When the deal of this table is played no more, in Unix time in milliseconds."""
    is_surplus: bool = False
    """Whether too many tables wait, and this one is among those that waited longest."""


class Due(Value):
    """A command that the server runs unasked, from a moment on: Unix time in milliseconds."""

    at: int
    by: str
    command: commands.Command


def due(state: TableFacts, facts: Facts, now: int) -> Due | None:
    """Return what is due at a table next, or None.

    Of several commands whose moments have come, the first in the order below is next. None of them
    is refused because the log is long: each happens once, once after another command, or so many
    times.
    """
    found = _before_game(state, facts, now) if state.waiting else _in_game(state, facts, now)
    return min(found, key=lambda one: max(one.at, now), default=None)


def _before_game(state: TableFacts, facts: Facts, now: int) -> Iterator[Due]:
    """Yield what is due before a game: guests leave their seats, tables close, hosts change."""
    people, limits = facts.people, facts.limits
    for name in state.people:
        if is_guest(name) and name not in people.here:
            yield Due(_lost_until(people, name), name, commands.Stand())
    if facts.closes_at is not None:
        yield Due(facts.closes_at, SERVER, Close(Why.LATE))
    room_at = state.may_make_room_at(people, now)
    if room_at is not None:
        kept = max(_WEEK, state.days * _DAY) if state.days else limits.waiting_hours * _HOUR
        kept_until = state.last_seen(people, now) + kept
        at = room_at if facts.is_surplus else max(room_at, kept_until)
        yield Due(at, state.host, Close(Why.ABANDONED))
    elif state.passed < MOST_PASSED and state.host and state.host not in people.here:
        away_since = max(people.opened_at, people.left_at.get(state.host, 0))
        yield Due(away_since + limits.host_minutes * _MINUTE, SERVER, commands.PassHost())


def _in_game(state: TableFacts, facts: Facts, now: int) -> Iterator[Due]:
    """Yield what is due in a game: it ends, seats return to their players, time passes."""
    people = facts.people
    if not state.playing:
        return
    if not people.here and all(map(is_guest, state.people)):  # nobody can come back
        at = max((_lost_until(people, name) for name in state.people), default=0)
        yield Due(at, state.host, Close(Why.ABANDONED))
    if state.clocks_stand(people, now):  # a seat that returned now would start them
        yield Due(_clocks_start_at(state, people), state.host, commands.StartClocks())
    else:
        yield from _while_time_passes(state, people)
    if not state.days and not people.here:
        last = max(state.latest, people.last_left) + facts.limits.forgotten_days * _DAY
        yield Due(max(last, people.opened_at + _HOUR), SERVER, Close(Why.FORGOTTEN))


def _while_time_passes(state: TableFacts, people: People) -> Iterator[Due]:
    """Yield what is due in a game whose clocks don't stand: seats return, and time is called."""
    back = people.at_table if state.days else people.here  # else they may be here for another game
    for seat, (name, bot) in enumerate(zip(state.seats, state.bots, strict=True)):
        # Who let their days run out at the table would get them again: the bot plays this turn.
        late = state.days and seat == state.to_act
        if bot and name in back and not late:
            yield Due(0, name, commands.Return())
    at = state.time_over_at
    if at is not None:
        # Nobody shall lose their days because the server was closed.
        at = max(at, people.opened_at + _HOUR) if state.days else at
        yield Due(at, state.host, commands.CallTime())


def _lost_until(people: People, name: str) -> int:
    """Return until when somebody who was lost together with their process may be here again."""
    return people.lost_at[name] + LOST_FOR if name in people.lost_at else 0


def _clocks_start_at(state: TableFacts, people: People) -> int:
    """Return when standing clocks start: the acting player is here, or had the time to come."""
    seat = state.to_act
    if seat is not None and state.seats[seat] in people.here:
        return 0
    return people.opened_at + people.return_time
