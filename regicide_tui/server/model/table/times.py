"""The time of each player: what is left of it, and whether it passes now."""

from collections.abc import Iterable

from regicide_tui.games.base import Seat
from regicide_tui.server.model.table.command import Caller
from regicide_tui.server.model.table.facts import TableFacts
from regicide_tui.server.model.table.people import People

CLOCK_ERROR = 60_000
"""Milliseconds by which the time of an entry may lie ahead: machines differ a little."""


def clocks_stand(facts: TableFacts, people: People, now: int) -> bool:
    """Tell whether clocks stand since the server was opened; days count as they pass.

    So do the clocks of an entry whose time lies ahead, because the clock of a machine was wrong.
    """
    if not facts.playing or facts.clock is None or facts.days:
        return False
    return facts.since < people.opened_at or facts.since > now + CLOCK_ERROR


def last_done(facts: TableFacts, now: int) -> int:
    """Return when something was done at the table last, or 0 if that lies a minute ahead.

    Then the clock of the machine was wrong before the server was opened, and nobody knows when
    anything was done. Without this, nobody could close such a table for as long as it was wrong.
    """
    return facts.latest if facts.latest < now + CLOCK_ERROR else 0


def time_left(facts: TableFacts, who: Caller) -> tuple[int, ...]:
    """Return what is left of each seat's time as somebody gives a command, in milliseconds.

    No time passes while the clocks stand.
    """
    stand = clocks_stand(facts, who.people, who.at)
    return facts.time_left(facts.since if stand else who.at)


def is_out_of_time(facts: TableFacts, seat: Seat, who: Caller) -> bool:
    """Tell whether a seat has no time left."""
    return bool(facts.left) and time_left(facts, who)[seat] == 0


def gaining(facts: TableFacts, *moved: Seat) -> tuple[Seat, ...]:
    """Return the seats whose clocks gain an increment: not those for which a bot plays."""
    return tuple([seat for seat in moved if not facts.bots[seat]])


def times_after(
    facts: TableFacts, who: Caller, moved: Iterable[Seat] = (), sign: int = 1
) -> tuple[int, ...]:
    """Return the times in milliseconds, after seats gain or give back an increment for each move.

    Without a clock there are none. Used time stays used.
    """
    if facts.clock is None:
        return ()
    left = [*time_left(facts, who)]
    for seat in moved:
        left[seat] = max(0, left[seat] + sign * facts.clock.increment * 1000)
        if facts.days:
            left[seat] = facts.clock.seconds * 1000
    return tuple(left)
