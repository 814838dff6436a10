"""Absent players: bots stand in for them, and games and tables end."""

from regicide_tui.bots.roster import list_levels, review_level
from regicide_tui.enums import TextEnum
from regicide_tui.server.model.names import is_guest
from regicide_tui.server.model.table.command import Caller, Command, Refused, ServerCommand
from regicide_tui.server.model.table.facts import TableFacts
from regicide_tui.server.model.table.gathering import TableClosed
from regicide_tui.server.model.table.playing import GameEnded
from regicide_tui.server.model.table.state import Events, Record, Seat, TableState, TimedEvent

# ---------------------------------------------------------------- bots in people's seats


class BotsStoodIn(TimedEvent):
    """A bot of a level plays for the absent players in these seats until they are back."""

    seats: tuple[Seat, ...]
    level: str

    def apply(self, table: TableState, record: Record) -> TableState:
        """Let the bots play."""
        for seat in self.seats:
            table = table.with_seat(seat, table.facts.seats[seat], self.level)
        return table.with_facts(question=None)


class PlayerReturned(TimedEvent):
    """A player takes over from the bot that played for them."""

    seat: Seat

    def apply(self, table: TableState, record: Record) -> TableState:
        """Stop the bot in this seat."""
        return table.with_seat(self.seat, table.facts.seats[self.seat])


class StandIn(Command):
    """Let bots of a level play for absent players until they are back."""

    in_game = goes_on = True
    of_host = "or all of you together can let a bot play."

    def decide(self, who: Caller) -> Events:
        """Let the host bring in bots, once a player has been away for long enough."""
        _check_waited(who)
        check_stand_in(who)
        return stood_in(who)


class Return(Command):
    """Take over from the bot that stood in."""

    in_game, is_bounded = True, False

    def decide(self, who: Caller) -> Events:
        """Give the seat back; in a correspondence game, with the full time."""
        if not who.facts.bots[who.seat]:
            raise Refused("No bot is playing for you.")
        return (PlayerReturned(who.seat, left=who.times_after([who.seat])),)


def check_stand_in(who: Caller) -> None:
    """Refuse bots that can't play or have no seat to take. Raises `Refused`."""
    if who.facts.days:
        raise Refused("In a correspondence game, a bot plays only for a player whose time is up.")
    if not stand_in_level(who.facts):
        raise Refused("There are no bots for this game.")
    if not who.long_absent:
        raise Refused("Nobody is away.")
    if not who.facts.without_bot(who.long_absent):
        raise Refused("A bot already plays for every absent player.")


def stood_in(who: Caller) -> Events:
    """Let bots play for absent players. Used time stays used; their clocks stop."""
    facts = who.facts
    seats = tuple([facts.seats.index(name) for name in facts.without_bot(who.long_absent)])
    return (BotsStoodIn(seats, stand_in_level(facts), left=who.times_after()),)


def stand_in_level(facts: TableFacts) -> str:
    """Return the level of bots that stand in; empty if the game has no bots."""
    levels = list_levels(facts.game, facts.players)
    return review_level(facts.game, facts.players) or (levels[0].name if levels else "")


def _check_waited(who: Caller) -> None:
    """Refuse to continue if all absent players left just now. Raises `Refused`."""
    if who.just_left and not who.long_absent:
        raise who.must_wait_for(who.just_left)


# ---------------------------------------------------------------- ends without a winner


class End(Command):
    """End a game without a winner while someone is absent."""

    in_game, is_bounded = True, False

    def decide(self, who: Caller) -> Events:
        """Let the host end it, except in a correspondence game, where players may be away."""
        if who.facts.days:
            raise Refused("All players must agree to end a correspondence game.")
        _check_waited(who)
        absent = [name for name in who.long_absent if name != who.name]
        if who.name != who.facts.host or not absent:
            raise Refused("All players are here, so all must agree to end the game.")
        return (GameEnded(),)


class Why(TextEnum):
    """Why the server closes a table."""

    ABANDONED = "abandoned"
    """Nobody can come back to it, or nobody waits there."""
    ROOM = "room"
    """A new table needs its place, and all its people are away."""
    FORGOTTEN = "forgotten"
    """Nobody has come back to its game for a long time; it ends without a winner."""
    LATE = "late"
    """Its duplicate deal is closed, and its game has not started."""
    ORDER = "order"
    """A moderator closed it."""


class Close(ServerCommand):
    """Close a table without a result."""

    why: Why

    def decide(self, who: Caller) -> Events:
        """Close it, unless someone can come back."""
        facts, is_empty = who.facts, len(who.absent) == len(who.facts.people)
        if self.why is Why.ABANDONED:
            if facts.waiting:
                at = facts.may_make_room_at(who.people, who.at)
                may_close = at is not None and at <= who.at
            else:  # players may come back to a game at any time, but guests can't
                may_close = facts.playing and all(map(is_guest, facts.people))
            if not (may_close and is_empty):
                raise Refused("Someone can still come back to this table.")
        elif self.why is Why.ROOM:
            if not (facts.waiting and is_empty):
                raise Refused("This table is in use again.")
        elif self.why is Why.FORGOTTEN:
            _ = who.game
            if facts.days or not is_empty:
                raise Refused("Someone can still come back to this game.")
            return (GameEnded(),)
        elif self.why is Why.LATE:
            who.check_before_game()
        elif facts.over:
            raise Refused("This table is already over.")
        return (TableClosed(),)
