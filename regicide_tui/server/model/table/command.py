"""The base of the commands of a table, and their decision.

A command contains a person's request. Its `Caller` adds what the server knows.
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
"""The maximum number of a person's records that aren't actions: before the game, during it, and to
end it.

The log of a table is read as a whole, so its length is limited. Undone actions count as well. The
limit is per person, so that nobody can use up what others need to continue or end the game.
"""
_MOST_GATHERING = 2000
"""The maximum number of such records of all people before the game."""


class Refused(Exception):
    """The sentence that explains why something can't be done at this table now."""


def refusing(
    method: Callable[P, Coroutine[Any, Any, T]],
) -> Callable[P, Coroutine[Any, Any, T]]:
    """Make a method of the API raise only `Refused`, even if the store fails."""

    @wraps(method)
    async def call(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return await method(*args, **kwargs)
        except (NameRefused, StoreError) as error:
            raise Refused(sentence(error)) from error

    return call


class Dealt(Value):
    """The cards for a new game: a seed, or a board given to people."""

    seed: str = ""
    board: str = ""
    people: tuple[str, ...] = ()
    """The people who got the board."""


class Following(Value):
    """The table after whose game another one is opened, and the match that continues there.

    `rivals` are the two opponents in the order of their seats, `earlier` the games of the match.
    """

    table: str = ""
    rivals: tuple[str, ...] = ()
    earlier: tuple[Result, ...] = ()


class Caller(Value):
    """The person who gives a command, and what the server knows at that moment.

    `at` is Unix time in milliseconds.
    """

    name: str
    at: int
    people: People = People()
    dealt: Dealt = Dealt()
    following: Following = Following()
    invitation: str = ""
    """The invitation word of a new table; empty for guests."""
    table: TableState = EMPTY
    """The table of the command."""

    @property
    def facts(self) -> TableFacts:
        """The public facts of the table."""
        return self.table.facts

    @property
    def game(self) -> Table:
        """The game in progress. Raises `Refused`."""
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
        """Refuse the command unless the table is before its game. Raises `Refused`."""
        if not self.facts.waiting:
            begun = self.facts.begun
            raise Refused("The game has started." if begun else "The table no longer exists.")

    def check_may_come(self, word: str) -> None:
        """Refuse a wrong password, and people whom the host has sent away."""
        if not self.table.secrets.opens_with(word):
            raise Refused("This table is private, and the password is wrong or missing.")
        check_not_sent_away(self.table, self.name)

    def check_program(self) -> None:
        """Refuse programs unless the host allows them or the table plays a board."""
        facts = self.facts
        lets_in = facts.programs or facts.series or self.name == facts.host
        if is_program(self.name) and not lets_in:
            raise Refused("The host of this table doesn't allow programs.")

    # ------------------------------------------------------------ who is away

    @property
    def absent(self) -> tuple[str, ...]:
        """The people of the table who aren't on the server."""
        return tuple([name for name in self.facts.people if name not in self.people.here])

    @property
    def just_left(self) -> tuple[str, ...]:
        """The absent people for whom the others must wait; guests never come back."""
        away = [name for name in self.absent if not is_guest(name)]
        return tuple([one for one in away if self.people.seconds_to_return(one, self.at) > 0])

    @property
    def long_absent(self) -> tuple[str, ...]:
        """The absent people whom the others need not wait for."""
        just_left = self.just_left
        return tuple([name for name in self.absent if name not in just_left])

    def must_wait_for(self, names: Sequence[str]) -> Refused:
        """Return the refusal while people who left just now may come back."""
        seconds = max(self.people.seconds_to_return(name, self.at) for name in names)
        return Refused(f"{named(names)} left just now. Wait {counted(ceil(seconds), 'second')}.")

    # ------------------------------------------------------------ the time of the players

    @property
    def times(self) -> tuple[int, ...]:
        """The remaining time of each seat, in milliseconds."""
        return self.facts.times(self.people, self.at)

    def is_out_of_time(self, seat: Seat) -> bool:
        """Return whether a seat has no time left."""
        return bool(self.facts.left) and self.times[seat] == 0

    def times_after(self, moved: Iterable[Seat] = (), sign: int = 0) -> tuple[int, ...]:
        """Return the times after seats gain an increment for each move, or return it.

        With `sign` 0 they gain none. In a correspondence game they get the full time again. Moves
        of a bot that stands in gain nothing. Used time stays used.
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
    """Whether it is for running games or for tables before their game; None for both."""
    seated: ClassVar[bool] = True
    """Whether it is only for people who sit at the table."""
    of_host: ClassVar[str] = ""
    """What only the host can do, as the end of a sentence; empty if others may do it as well."""
    opens: ClassVar[bool] = False
    """Whether it opens the table; all other commands need an open table."""
    is_bounded: ClassVar[bool] = True
    """Whether a full log refuses it; commands that can't be repeated freely aren't refused."""
    goes_on: ClassVar[bool] = False
    """Whether it may end a stuck game or let it continue, so that a log has more room for it."""

    @property
    def has_more_room(self) -> bool:
        """Whether a log has more room for this one."""
        return self.goes_on

    def check(self, who: Caller) -> None:
        """Refuse the command at the wrong moment or from the wrong caller."""
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
        """Return what this command does, once it is checked.

        Raises `Refused`.
        """
        raise NotImplementedError


class ServerCommand(Command):
    """The base of commands that only the server gives, by itself or for a moderator."""

    seated = is_bounded = False


def decide(table: TableState, command: Command, who: Caller) -> Record:
    """Return the record of what a command does now. Raises `Refused`."""
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
    """Refuse a person whom the host has sent away. Raises `Refused`."""
    if name in table.secrets.sent_away:
        raise Refused(f"{table.facts.host} doesn't want you at this table.")
