"""What is due at a table, and when, by its state and its people."""

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
"""Milliseconds in which people who were lost with their process may reconnect."""


class Facts(Value):
    """What the server knows about a table that isn't in its log."""

    people: People = People()
    limits: Limits = Limits()
    closes_at: int | None = None
    """When the deal of this table closes, in Unix time in milliseconds."""
    is_surplus: bool = False
    """Whether too many tables are waiting, and this one is among the longest waiting."""


class Due(Value):
    """A command that the server runs by itself from a time on, in Unix time in milliseconds."""

    at: int
    by: str
    command: commands.Command


def due(state: TableFacts, facts: Facts, now: int) -> Due | None:
    """Return what is due next at a table, or None.

    Of several due commands, the first in the order below is next. None of them is refused because
    the log is long: each can happen only a limited number of times.
    """
    found = _before_game(state, facts, now) if state.waiting else _in_game(state, facts, now)
    return min(found, key=lambda one: max(one.at, now), default=None)


def _before_game(state: TableFacts, facts: Facts, now: int) -> Iterator[Due]:
    """Yield what is due before a game: guests lose their seats, tables close, hosts change."""
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
    """Yield what is due in a game: it ends, players get their seats back, time runs out."""
    people = facts.people
    if not state.playing:
        return
    if not people.here and all(map(is_guest, state.people)):  # nobody can come back
        at = max((_lost_until(people, name) for name in state.people), default=0)
        yield Due(at, state.host, Close(Why.ABANDONED))
    if state.clocks_stand(people, now):  # giving a seat back now would start them
        yield Due(_clocks_start_at(state, people), state.host, commands.StartClocks())
    else:
        yield from _while_time_passes(state, people)
    if not state.days and not people.here:
        last = max(state.latest, people.last_left) + facts.limits.forgotten_days * _DAY
        yield Due(max(last, people.opened_at + _HOUR), SERVER, Close(Why.FORGOTTEN))


def _while_time_passes(state: TableFacts, people: People) -> Iterator[Due]:
    """Yield what is due in a game with running clocks: seats return, time runs out."""
    back = people.at_table if state.days else people.here  # here may mean for another game
    for seat, (name, bot) in enumerate(zip(state.seats, state.bots, strict=True)):
        # A player whose time ran out here would get it again: the bot plays this turn.
        late = state.days and seat == state.to_act
        if bot and name in back and not late:
            yield Due(0, name, commands.Return())
    at = state.time_over_at
    if at is not None:
        # Nobody loses days because the server was closed.
        at = max(at, people.opened_at + _HOUR) if state.days else at
        yield Due(at, state.host, commands.CallTime())


def _lost_until(people: People, name: str) -> int:
    """Return until when someone who was lost with their process may reconnect."""
    return people.lost_at[name] + LOST_FOR if name in people.lost_at else 0


def _clocks_start_at(state: TableFacts, people: People) -> int:
    """Return when stopped clocks start: the acting player is here, or had time to reconnect."""
    seat = state.to_act
    if seat is not None and state.seats[seat] in people.here:
        return 0
    return people.opened_at + people.return_time
