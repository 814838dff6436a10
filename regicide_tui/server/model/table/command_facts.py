"""What the server adds to a command before it is decided: who is away, and the names of bots."""

from collections.abc import Sequence
from math import ceil

from msgspec.structs import replace

from regicide_tui.bots.roster import list_levels, name_players, review_level
from regicide_tui.games.words import counted, named
from regicide_tui.server.model.names import is_guest
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.decide import Refused
from regicide_tui.server.model.table.facts import BOT, TableFacts
from regicide_tui.server.model.table.people import People


def add_facts(
    command: commands.TableCommand, state: TableFacts, people: People, now: int
) -> commands.TableCommand:
    """Return a command with the facts that the server adds. Raises `Refused`."""
    if isinstance(command, commands.SeatBot):
        return replace(command, name=bot_name(state, command.level))
    if isinstance(command, commands.Abandon):
        seen = max(people.opened_at, people.last_left)
        return commands.Abandon(absent(state, people), seen)
    if isinstance(command, commands.PassHost | commands.EndForgotten):
        return replace(command, absent=absent(state, people))
    if isinstance(command, commands.Stand):
        return commands.Stand(absent(state, people))
    if isinstance(command, commands.End | commands.FreeSeat):
        return replace(command, absent=_absent_for_long(command, state, people, now))
    if isinstance(command, commands.CallTime):
        return commands.CallTime(stand_in_level(state))
    if isinstance(command, commands.Ask | commands.StandIn):
        away = _absent_for_long(command, state, people, now)
        return replace(command, absent=away, level=stand_in_level(state))
    return command


def absent(state: TableFacts, people: People) -> tuple[str, ...]:
    """Return the people of a table who are not here."""
    return tuple([name for name in state.people if name not in people.here])


def bot_name(state: TableFacts, level: str) -> str:
    """Return a name for another bot of a level at a table. Raises `Refused`."""
    if level not in [one.name for one in list_levels(state.game, state.players)]:
        raise Refused("There is no such bot for this game.")
    names = name_players([level] * state.players, [""] * state.players)
    return next(name + BOT for name in names if name + BOT not in state.seats)


def stand_in_level(state: TableFacts) -> str:
    """Return the level of the bots that stand in; empty if the game has no bots."""
    levels = list_levels(state.game, state.players)
    return review_level(state.game, state.players) or (levels[0].name if levels else "")


def _absent_for_long(
    command: commands.TableCommand, state: TableFacts, people: People, now: int
) -> tuple[str, ...]:
    """Return the people who have been away so long that the others may go on without them.

    A guest never comes back. Raises `Refused` if the command must wait for others.
    """
    away = absent(state, people)
    waits = {name: people.seconds_to_return(name, now) for name in away if not is_guest(name)}
    just_left = [name for name, seconds in waits.items() if seconds > 0]
    if awaited := _awaited(command, state, away, just_left):
        wait = counted(ceil(max(waits[name] for name in awaited)), "second")
        raise Refused(f"{named(awaited)} left only just now: wait {wait}.")
    return tuple([name for name in away if name not in just_left])


def _awaited(
    command: commands.TableCommand,
    state: TableFacts,
    away: Sequence[str],
    just_left: Sequence[str],
) -> Sequence[str]:
    """Return the people for whom a command must wait, of those who left only just now."""
    match command:
        case commands.FreeSeat(seat) if seat in range(state.players):
            return [name for name in just_left if name == state.seats[seat]]
        case commands.End() | commands.StandIn():
            return just_left if len(just_left) == len(away) else ()
        case commands.Ask(what, answers=None) if what in (commands.END, commands.STAND_IN):
            return just_left
        case _:
            return ()
