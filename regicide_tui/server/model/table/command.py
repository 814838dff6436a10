"""What a table is asked to do: the base of the commands of all families.

A command holds what somebody says. What the server knows besides comes with its `Caller`.
"""

from collections.abc import Sequence
from math import ceil
from typing import ClassVar

from regicide_tui.games.base import Seat, Value
from regicide_tui.games.words import counted, named
from regicide_tui.play.match import Result
from regicide_tui.play.table import Table
from regicide_tui.server.model.names import is_guest
from regicide_tui.server.model.table.event import Events
from regicide_tui.server.model.table.facts import TableFacts
from regicide_tui.server.model.table.people import People
from regicide_tui.server.model.table.state import TableState


class Refused(Exception):
    """The sentence that says why something can't be done at this table now."""


class Dealt(Value):
    """The cards that the server has for a new game: a seed, or a board that it gave to people."""

    seed: str = ""
    board: str = ""
    people: tuple[str, ...] = ()
    """To whom the board was given."""


class Following(Value):
    """The table after whose game another one is opened, and the match that goes on there.

    `rivals` are the two players in the order of their seats so far, `earlier` the games of the
    match.
    """

    table: str = ""
    rivals: tuple[str, ...] = ()
    earlier: tuple[Result, ...] = ()


class Caller(Value):
    """The person who gives a command, and what the server knows at this moment.

    `at` is Unix time in milliseconds.
    """

    name: str
    at: int
    people: People = People()
    dealt: Dealt = Dealt()
    following: Following = Following()
    invitation: str = ""
    """The word that leads to a new table; empty for guests."""

    def absent(self, facts: TableFacts) -> tuple[str, ...]:
        """Return the people of a table who are not on the server."""
        return tuple([name for name in facts.people if name not in self.people.here])

    def just_left(self, facts: TableFacts) -> tuple[str, ...]:
        """Return the absent people for whom the others must wait; a guest never comes back."""
        away = [name for name in self.absent(facts) if not is_guest(name)]
        return tuple([one for one in away if self.people.seconds_to_return(one, self.at) > 0])

    def long_absent(self, facts: TableFacts) -> tuple[str, ...]:
        """Return the absent people without whom the others may go on."""
        just_left = self.just_left(facts)
        return tuple([name for name in self.absent(facts) if name not in just_left])

    def must_wait_for(self, names: Sequence[str]) -> Refused:
        """Return the refusal of what must wait for people who left only just now."""
        seconds = max(self.people.seconds_to_return(name, self.at) for name in names)
        return Refused(
            f"{named(names)} left only just now: wait {counted(ceil(seconds), 'second')}."
        )


class Command(Value):
    """The base of all commands."""

    is_bounded: ClassVar[bool] = True
    """Whether a full log refuses it; what happens once, or once after another command, is not."""
    goes_on: ClassVar[bool] = False
    """Whether it may end a stuck game, or let it go on, so that a log has more room for it."""

    def decide(self, table: TableState, who: Caller) -> Events:
        """Return what happens if somebody gives this command now. Raises `Refused`."""
        raise NotImplementedError


class ServerCommand(Command):
    """The base of the commands that only the server gives, unasked or for a moderator."""

    is_bounded = False


def seat_of(table: TableState, who: Caller) -> Seat:
    """Return the seat of somebody. Raises `Refused`."""
    seat = table.facts.seat_of(who.name)
    if seat is None:
        raise Refused("You don't sit at this table.")
    return seat


def playing(table: TableState) -> Table:
    """Return the game that goes on. Raises `Refused`."""
    if table.game is None or not table.facts.playing:
        raise Refused("No game goes on here.")
    return table.game


def check_before_game(facts: TableFacts) -> None:
    """Refuse what is done only before a game. Raises `Refused`."""
    if facts.begun or facts.closed:
        raise Refused("The game has started." if facts.begun else "The table no longer exists.")


def check_seat(facts: TableFacts, seat: Seat) -> None:
    """Refuse a seat that is not there. Raises `Refused`."""
    if not 0 <= seat < facts.players:
        raise Refused("There is no such seat.")
