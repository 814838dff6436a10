"""While somebody is away: bots stand in, others take over, and the game ends, or its table."""

from collections.abc import Iterable

from msgspec.structs import replace

from regicide_tui.bots.roster import list_levels, review_level
from regicide_tui.enums import TextEnum
from regicide_tui.server.model.names import is_guest
from regicide_tui.server.model.table.command import (
    Caller,
    Command,
    Refused,
    ServerCommand,
    check_before_game,
    playing,
    seat_of,
)
from regicide_tui.server.model.table.event import (
    Event,
    Events,
    Record,
    Seat,
    changed,
    running_game,
)
from regicide_tui.server.model.table.facts import TableFacts
from regicide_tui.server.model.table.gathering import (
    NO_GUESTS,
    TableClosed,
    check_not_sent_away,
    check_password,
)
from regicide_tui.server.model.table.playing import GameEnded
from regicide_tui.server.model.table.state import TableState, actions_of
from regicide_tui.server.model.table.times import last_done, times_after

LEAST_AWAY = 10 * 60 * 1000
"""Milliseconds for which all people of a waiting table must be away before it may be closed."""

# ---------------------------------------------------------------- bots in the seats of people


class BotsStoodIn(Event):
    """A bot of a level plays for the absent players on these seats until they are back.

    `left` is each seat's time in milliseconds; empty without a clock.
    """

    seats: tuple[Seat, ...]
    level: str
    left: tuple[int, ...] = ()

    def apply(self, table: TableState, record: Record) -> TableState:
        """Let the bots play."""
        levels = enumerate(table.facts.bots)
        bots = [self.level if seat in self.seats else level for seat, level in levels]
        return _with_bots(_with_times(table, self.left, record), bots).with_facts(question=None)


class PlayerReturned(Event):
    """A player plays again for themselves; a bot played for them.

    `left` is each seat's time in milliseconds; empty without a clock.
    """

    seat: Seat
    left: tuple[int, ...] = ()

    def apply(self, table: TableState, record: Record) -> TableState:
        """Let no bot play on this seat any more."""
        bots = changed(table.facts.bots, self.seat, "")
        return _with_bots(_with_times(table, self.left, record), bots)


class BotReplaced(Event):
    """Somebody took the seat of a bot in the middle of the game.

    `left` is each seat's time in milliseconds; empty without a clock.
    """

    seat: Seat
    name: str
    left: tuple[int, ...] = ()

    def apply(self, table: TableState, record: Record) -> TableState:
        """Seat the person; what the bot has done was not their doing."""
        before = dict.fromkeys(actions_of(table, self.seat), self.seat)
        seats = changed(table.facts.seats, self.seat, self.name)
        table = replace(table, game=replace(running_game(table), seats=seats))
        table = table.with_facts(seats=seats, stood_in={**table.facts.stood_in, **before})
        bots = changed(table.facts.bots, self.seat, "")
        return _with_bots(_with_times(table, self.left, record), bots)


class StandIn(Command):
    """Let bots of a level play for absent players until they are back."""

    goes_on = True

    def decide(self, table: TableState, who: Caller) -> Events:
        """Let the host call bots, once somebody has been away for long enough."""
        facts = table.facts
        playing(table)
        seat_of(table, who)
        if who.name != facts.host:
            raise Refused(f"{facts.host} or all of you let a bot play.")
        _check_waited(facts, who)
        check_stand_in(facts, who)
        return stood_in(facts, who)


class Return(Command):
    """Play again instead of the bot that stood in."""

    is_bounded = False

    def decide(self, table: TableState, who: Caller) -> Events:
        """Give the seat back; by correspondence with the whole time."""
        facts = table.facts
        playing(table)
        seat = seat_of(table, who)
        if not facts.bots[seat]:
            raise Refused("No bot plays for you.")
        renewed = [seat] if facts.days else []
        return (PlayerReturned(seat, times_after(facts, who, renewed)),)


class TakeOver(Command):
    """Sit down on the seat of a bot, and go on with its game."""

    seat: int
    password: str = ""

    def decide(self, table: TableState, who: Caller) -> Events:
        """Seat somebody who may come to this table, and does not sit there."""
        facts = table.facts
        playing(table)
        if is_guest(who.name):
            raise Refused(NO_GUESTS)
        check_password(table, self.password)
        check_not_sent_away(table, who.name)
        if facts.seat_of(who.name) is not None:
            raise Refused("You sit at this table.")
        if self.seat not in facts.to_take_over:
            raise Refused("No bot sits there whose seat you can take.")
        renewed = [self.seat] if facts.days else []
        return (BotReplaced(self.seat, who.name, times_after(facts, who, renewed)),)


def check_stand_in(facts: TableFacts, who: Caller) -> None:
    """Refuse bots that can't play, or for whom nobody makes room. Raises `Refused`."""
    if facts.days:
        raise Refused("By correspondence a bot plays for somebody only once their days are over.")
    if not stand_in_level(facts):
        raise Refused("There are no bots for this game.")
    if not facts.without_bot(who.long_absent(facts)):
        raise Refused("A bot plays for every absent player already.")


def stood_in(facts: TableFacts, who: Caller) -> Events:
    """Let bots play for absent players. Used time stays used; from now on their clocks stand."""
    away = facts.without_bot(who.long_absent(facts))
    seats = tuple([facts.seats.index(name) for name in away])
    return (BotsStoodIn(seats, stand_in_level(facts), times_after(facts, who)),)


def stand_in_level(facts: TableFacts) -> str:
    """Return the level of the bots that stand in; empty if the game has no bots."""
    levels = list_levels(facts.game, facts.players)
    return review_level(facts.game, facts.players) or (levels[0].name if levels else "")


def _check_waited(facts: TableFacts, who: Caller) -> None:
    """Refuse to go on if all who are away left only just now. Raises `Refused`."""
    just_left = who.just_left(facts)
    if just_left and not who.long_absent(facts):
        raise who.must_wait_for(just_left)


def _with_times(table: TableState, left: tuple[int, ...], record: Record) -> TableState:
    """Set the times of an entry; it has none without a clock."""
    return table.with_facts(left=left, since=record.at) if left else table


def _with_bots(table: TableState, levels: Iterable[str]) -> TableState:
    bots = tuple(levels)
    return replace(table, game=replace(running_game(table), bots=bots)).with_facts(bots=bots)


# ---------------------------------------------------------------- ends without a winner


class End(Command):
    """End a game without a winner while somebody is absent."""

    is_bounded = False

    def decide(self, table: TableState, who: Caller) -> Events:
        """Let the host end it, but not by correspondence, where nobody need be here."""
        facts = table.facts
        playing(table)
        seat_of(table, who)
        if facts.days:
            raise Refused(
                "By correspondence nobody need be here, so all must agree to end the game."
            )
        _check_waited(facts, who)
        absent = [name for name in who.long_absent(facts) if name != who.name]
        if who.name != facts.host or not absent:
            raise Refused("All players are here, so all must agree to end the game.")
        return (GameEnded(),)


class Why(TextEnum):
    """Why the server closes a table."""

    ABANDONED = "abandoned"
    """Nobody can come back to it, or nobody waits there any more."""
    FORGOTTEN = "forgotten"
    """Nobody has come back to its game for long; the game ends without a winner."""
    LATE = "late"
    """Its duplicate deal is played no more, and its game has not begun."""
    ORDER = "order"
    """A moderator wants it so."""


class Close(ServerCommand):
    """Close a table without a result."""

    why: Why

    def decide(self, table: TableState, who: Caller) -> Events:
        """Close it, unless somebody can come back."""
        facts = table.facts
        if self.why is Why.ABANDONED:
            self._check_abandoned(table, who)
        elif self.why is Why.FORGOTTEN:
            playing(table)
            if facts.days or len(who.absent(facts)) < len(facts.people):
                raise Refused("Somebody can come back to this game.")
            return (GameEnded(),)
        elif self.why is Why.LATE:
            check_before_game(facts)
        elif facts.over:
            raise Refused("The table is over already.")
        return (TableClosed(),)

    def _check_abandoned(self, table: TableState, who: Caller) -> None:
        """Refuse to close a table to which somebody may come back. Raises `Refused`.

        A waiting table may be closed once all its people have been away for some time. Players may
        come back to a game at any time, except guests, who are here only once.
        """
        facts, people = table.facts, who.people
        if facts.waiting:
            seen = max(last_done(facts, who.at), people.opened_at, people.last_left)
            may_close = who.at - seen >= LEAST_AWAY
        else:
            playing(table)
            may_close = all(map(is_guest, facts.people))
        if not may_close or len(who.absent(facts)) < len(facts.people):
            raise Refused("Somebody can come back to this table.")
