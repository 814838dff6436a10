"""Decide what follows from a command: each command decides, and a log must have a bound."""

from msgspec.structs import replace

from regicide_tui.server.model.table.asking import UNDO, Ask
from regicide_tui.server.model.table.command import Caller, Command, Refused
from regicide_tui.server.model.table.event import Events, Record
from regicide_tui.server.model.table.gathering import Open
from regicide_tui.server.model.table.playing import GameEnded
from regicide_tui.server.model.table.state import TableState

_MOST_WAITING, _MOST_PLAYING, _MOST_TO_END = 100, 500, 550
"""The most records of one person that hold something other than actions: before the game, in it,
and to end it.

The log of a table is read whole, so it must have a bound. Actions taken back count, too. Each
person has a bound of their own, so nobody can use up what the others need to go on or to end.
"""
_MOST_GATHERING = 2000
"""The most such records of all people before the game, while people come and go."""


def decide(table: TableState, command: Command, who: Caller) -> Record:
    """Return the record of what happens if somebody gives this command now. Raises `Refused`."""
    if (table.facts.seats == ()) != isinstance(command, Open):
        raise Refused("It is open already." if table.facts.seats else "There is no such table.")
    who = replace(who, table=table)
    command.check(who)
    decided = command.decide(who)
    _keep_short(table, command, who, decided)
    return Record(who.name, who.at, decided)


def _keep_short(table: TableState, command: Command, who: Caller, decided: Events) -> None:
    """Refuse a command that would make the log too long. Raises `Refused`."""
    if not command.is_bounded or any(isinstance(one, GameEnded) for one in decided):
        return
    beside, full = table.secrets.beside, False
    if table.facts.waiting:
        most, full = _MOST_WAITING, sum(beside.values()) >= _MOST_GATHERING
    else:
        goes_on = command.goes_on or (isinstance(command, Ask) and command.what != UNDO)
        most = _MOST_TO_END if goes_on else _MOST_PLAYING
    if full or beside.get(who.name, 0) >= most:
        raise Refused(
            "Too much was said, asked and taken back here. Now you can only play on, or end the "
            "game."
        )
