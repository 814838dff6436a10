"""Joining a running game: a person takes a bot's seat, perhaps with the host's consent."""

from regicide_tui.server.model.names import is_guest
from regicide_tui.server.model.table.command import Caller, Command, Refused
from regicide_tui.server.model.table.facts import WhoJoins
from regicide_tui.server.model.table.gathering import NO_GUESTS
from regicide_tui.server.model.table.state import (
    Event,
    Events,
    Record,
    Seat,
    TableState,
    TimedEvent,
    actions_of,
)


class SeatAsked(Event):
    """A person asks the host for the seat of a bot."""

    seat: Seat
    name: str

    def apply(self, table: TableState, record: Record) -> TableState:
        """Note the request."""
        return table.with_facts(asking={**table.facts.asking, self.name: self.seat})


class SeatAskedNoMore(Event):
    """A request for a seat was refused or withdrawn."""

    name: str
    refused: bool = False

    def apply(self, table: TableState, record: Record) -> TableState:
        """Forget the request; note a refused person."""
        table = _without_newcomer(table, self.name)
        if not self.refused:
            return table
        return table.with_secrets(turned_down=(*table.secrets.turned_down, self.name))


class BotReplaced(TimedEvent):
    """A person took the seat of a bot during the game."""

    seat: Seat
    name: str

    def apply(self, table: TableState, record: Record) -> TableState:
        """Seat the person; the bot's actions aren't theirs."""
        before = dict.fromkeys(actions_of(table, self.seat), self.seat)
        seated = _without_newcomer(table, self.name).with_seat(self.seat, self.name)
        return seated.with_facts(stood_in={**table.facts.stood_in, **before})


class TakeOver(Command):
    """Take the seat of a bot and continue its game, or ask the host for it."""

    in_game, seated = True, False

    seat: int
    password: str = ""

    def decide(self, who: Caller) -> Events:
        """Seat a person who may join this table and has no seat, or ask for the seat."""
        facts, name = who.facts, who.name
        if is_guest(name):
            raise Refused(NO_GUESTS)
        who.check_may_come(self.password)
        who.check_program()
        if facts.seat_of(name) is not None:
            raise Refused("You already sit at this table.")
        if self.seat not in facts.to_take_over:
            raise Refused("That seat has no bot that you can replace.")
        if facts.joining is WhoJoins.ANYONE:
            return (BotReplaced(self.seat, name, left=who.times_after([self.seat])),)
        if name in who.table.secrets.turned_down:
            raise Refused("Your request for a seat was refused.")
        if facts.asking.get(name) == self.seat:
            raise Refused("You have already asked for this seat.")
        return (SeatAsked(self.seat, name),)


class AskNoMore(Command):
    """Withdraw a request for the seat of a bot."""

    in_game, seated, is_bounded = True, False, False

    def decide(self, who: Caller) -> Events:
        """Forget the request."""
        if who.name not in who.facts.asking:
            raise Refused("You haven't asked for a seat.")
        return (SeatAskedNoMore(who.name),)


class LetIn(Command):
    """Accept or refuse a person's request for the seat of a bot."""

    in_game = True

    name: str
    yes: bool

    def decide(self, who: Caller) -> Events:
        """Let the host decide, or any player while the host is away.

        A person who has left the table gets no seat.
        """
        facts, name = who.facts, self.name
        if not facts.lets_in(who.name, who.absent):
            raise Refused(f"Only {facts.host} can decide who sits here.")
        seat = facts.asking.get(name)
        if seat is None:
            raise Refused(f"{name} is no longer asking for a seat.")
        if not self.yes:
            return (SeatAskedNoMore(name, refused=True),)
        if name not in who.people.newcomers or seat not in facts.to_take_over:
            return (SeatAskedNoMore(name),)
        return (BotReplaced(seat, name, left=who.times_after([seat])),)


def _without_newcomer(table: TableState, name: str) -> TableState:
    asking = {one: seat for one, seat in table.facts.asking.items() if one != name}
    return table.with_facts(asking=asking)
