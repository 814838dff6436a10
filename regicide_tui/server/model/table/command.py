"""What a table is asked to do: the base of the commands of all families, and their decision.

A command holds what somebody says. What the server knows besides comes with its `Caller`.
"""

from collections.abc import Callable, Coroutine, Iterable, Sequence
from functools import wraps
from math import ceil
from typing import Any, ClassVar, ParamSpec, TypeVar

from msgspec.structs import replace

from regicide_tui.games.base import Seat, Value
from regicide_tui.games.words import counted, named
from regicide_tui.play.history import Result
from regicide_tui.play.ratings import is_program
from regicide_tui.play.table import Table
from regicide_tui.server.model.names import NameRefused, is_guest
from regicide_tui.server.model.table.facts import TableFacts
from regicide_tui.server.model.table.people import People
from regicide_tui.server.model.table.state import EMPTY, Events, Record, TableState
from regicide_tui.server.storage.store import StoreError, sentence

P = ParamSpec("P")
T = TypeVar("T")

_MOST_WAITING, _MOST_PLAYING, _MOST_TO_END = 100, 500, 550
"""The most records of one person that hold something other than actions: before the game, in it,
and to end it.

The log of a table is read whole, so it must have a bound. Actions taken back count, too. Each
person has a bound of their own, so nobody can use up what the others need to go on or to end.
"""
_MOST_GATHERING = 2000
"""The most such records of all people before the game, while people come and go."""


class Refused(Exception):
    """The sentence that says why something can't be done at this table now."""


def refusing(
    method: Callable[P, Coroutine[Any, Any, T]],
) -> Callable[P, Coroutine[Any, Any, T]]:
    """Let a method of the API raise `Refused` alone, also if the store can't do it."""

    @wraps(method)
    async def call(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return await method(*args, **kwargs)
        except (NameRefused, StoreError) as error:
            raise Refused(sentence(error)) from error

    return call


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
    table: TableState = EMPTY
    """The table at which the command is decided."""

    @property
    def facts(self) -> TableFacts:
        """What all may know of the table."""
        return self.table.facts

    @property
    def game(self) -> Table:
        """The game that goes on. Raises `Refused`."""
        if self.table.game is None or not self.facts.playing:
            raise Refused("No game is in progress here.")
        return self.table.game

    @property
    def seat(self) -> Seat:
        """The seat of the caller. Raises `Refused`."""
        seat = self.facts.seat_of(self.name)
        if seat is None:
            raise Refused("You have no seat at this table.")
        return seat

    def check_before_game(self) -> None:
        """Refuse what is done only before a game. Raises `Refused`."""
        if not self.facts.waiting:
            begun = self.facts.begun
            raise Refused("The game has started." if begun else "The table no longer exists.")

    def check_may_come(self, word: str) -> None:
        """Refuse a word that does not open the table, and whom the host has sent away."""
        if not self.table.secrets.opens_with(word):
            raise Refused("This table is private, and the password is wrong or missing.")
        check_not_sent_away(self.table, self.name)

    def check_program(self) -> None:
        """Refuse a program where the host lets none sit down; rounds of tournaments have theirs."""
        facts = self.facts
        lets_in = facts.programs or facts.series or self.name == facts.host
        if is_program(self.name) and not lets_in:
            raise Refused("The host of this table doesn't allow programs.")

    # ------------------------------------------------------------ who is away

    @property
    def absent(self) -> tuple[str, ...]:
        """The people of the table who are not on the server."""
        return tuple([name for name in self.facts.people if name not in self.people.here])

    @property
    def just_left(self) -> tuple[str, ...]:
        """The absent people for whom the others must wait; a guest never comes back."""
        away = [name for name in self.absent if not is_guest(name)]
        return tuple([one for one in away if self.people.seconds_to_return(one, self.at) > 0])

    @property
    def long_absent(self) -> tuple[str, ...]:
        """The absent people without whom the others may go on."""
        just_left = self.just_left
        return tuple([name for name in self.absent if name not in just_left])

    def must_wait_for(self, names: Sequence[str]) -> Refused:
        """Return the refusal of what must wait for people who left only just now."""
        seconds = max(self.people.seconds_to_return(name, self.at) for name in names)
        return Refused(f"{named(names)} left just now. Wait {counted(ceil(seconds), 'second')}.")

    # ------------------------------------------------------------ the time of the players

    @property
    def times(self) -> tuple[int, ...]:
        """What is left of each seat's time, in milliseconds."""
        return self.facts.times(self.people, self.at)

    def is_out_of_time(self, seat: Seat) -> bool:
        """Tell whether a seat has no time left."""
        return bool(self.facts.left) and self.times[seat] == 0

    def times_after(self, moved: Iterable[Seat] = (), sign: int = 0) -> tuple[int, ...]:
        """Return the times after seats gain an increment for each move, or give it back.

        With `sign` 0 they gain none. By correspondence they have the whole time again. A seat for
        which a bot plays gains nothing by its moves. Used time stays used.
        """
        facts = self.facts
        if facts.clock is None:
            return ()
        left = [*self.times]
        for seat in moved:
            if not (sign and facts.bots[seat]):
                gained = max(0, left[seat] + sign * facts.clock.increment * 1000)
                left[seat] = facts.clock.seconds * 1000 if facts.days else gained
        return tuple(left)


class Command(Value):
    """The base of all commands."""

    in_game: ClassVar[bool | None] = None
    """Whether it is given while a game goes on, or before it; None if that doesn't matter."""
    seated: ClassVar[bool] = True
    """Whether it is for those who sit at the table."""
    of_host: ClassVar[str] = ""
    """What only the host does, as the end of a sentence; empty if others may do it as well."""
    opens: ClassVar[bool] = False
    """Whether it opens the table; every other command needs an open one."""
    is_bounded: ClassVar[bool] = True
    """Whether a full log refuses it; what happens once, or once after another command, is not."""
    goes_on: ClassVar[bool] = False
    """Whether it may end a stuck game, or let it go on, so that a log has more room for it."""

    @property
    def has_more_room(self) -> bool:
        """Whether a log has more room for this one."""
        return self.goes_on

    def check(self, who: Caller) -> None:
        """Refuse the command if it is not the moment for it, or not for the caller."""
        if (who.facts.seats == ()) != self.opens:
            raise Refused("It is already open." if self.opens else "There is no such table.")
        if self.in_game:
            _ = who.game
        elif self.in_game is False:
            who.check_before_game()
        if self.seated:
            _ = who.seat
        if self.of_host and who.name != who.facts.host:
            raise Refused(f"Only {who.facts.host} {self.of_host}")

    def decide(self, who: Caller) -> Events:
        """Return what happens if somebody gives this command, once it is checked.

        Raises `Refused`.
        """
        raise NotImplementedError


class ServerCommand(Command):
    """The base of the commands that only the server gives, unasked or for a moderator."""

    seated = is_bounded = False


def decide(table: TableState, command: Command, who: Caller) -> Record:
    """Return the record of what happens if somebody gives this command now. Raises `Refused`."""
    who = replace(who, table=table)
    command.check(who)
    decided = command.decide(who)
    if command.is_bounded and not any(one.ends for one in decided):
        _keep_short(command, who)
    return Record(who.name, who.at, decided)


def _keep_short(command: Command, who: Caller) -> None:
    """Refuse a command that would make the log too long. Raises `Refused`."""
    beside, full = who.table.secrets.beside, False
    if who.facts.waiting:
        most, full = _MOST_WAITING, sum(beside.values()) >= _MOST_GATHERING
    else:
        most = _MOST_TO_END if command.has_more_room else _MOST_PLAYING
    if full or beside.get(who.name, 0) >= most:
        raise Refused(
            "No more messages or requests are possible here. You can still play on or end the game."
        )


def check_not_sent_away(table: TableState, name: str) -> None:
    """Refuse somebody whom the host has sent away. Raises `Refused`."""
    if name in table.secrets.sent_away:
        raise Refused(f"{table.facts.host} doesn't want you at this table.")
