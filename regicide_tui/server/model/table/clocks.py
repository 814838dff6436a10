"""The clocks of a game: they restart after the server was closed, and time runs out."""

from regicide_tui.play.history import loss_on_time
from regicide_tui.server.model.table.absence import BotsStoodIn, stand_in_level
from regicide_tui.server.model.table.command import Caller, Command, Refused, ServerCommand
from regicide_tui.server.model.table.playing import GameEnded
from regicide_tui.server.model.table.state import (
    NOTHING_ASKED,
    Event,
    Events,
    Record,
    Seat,
    TableState,
    TimedEvent,
)


class ClocksStarted(Event):
    """The server is open again; clocks were stopped while it was closed."""

    def apply(self, table: TableState, record: Record) -> TableState:
        """Start the clocks."""
        return table.with_facts(since=record.at)


class TimeRanOut(TimedEvent):
    """The time of a seat is up."""

    seat: Seat

    def apply(self, table: TableState, record: Record) -> TableState:
        """End the game; with more than two players, nobody wins."""
        game = table.running
        if not game.can_call_off:
            return table.with_facts(ended=True, **NOTHING_ASKED)
        return table.with_game(game.call_off(loss_on_time(self.seat)), **NOTHING_ASKED)


class Paused(Event):
    """All players agreed to pause a correspondence game: no time passes until then."""

    until: int

    def apply(self, table: TableState, record: Record) -> TableState:
        """Stop time until an action ends the pause. Forget earlier requests."""
        return table.with_facts(since=self.until, question=None, unmet={})


class TimeGiven(TimedEvent):
    """The player who must act in a correspondence game has the full time again."""

    seat: Seat

    def apply(self, table: TableState, record: Record) -> TableState:
        """Change only the times."""
        return table


class GiveTime(Command):
    """Give the player who must act in a correspondence game the full time again."""

    in_game = True

    def decide(self, who: Caller) -> Events:
        """Give it, if another person must act."""
        facts, seat = who.facts, who.facts.acting_person
        if not facts.days or seat is None:
            raise Refused("No player's days are running.")
        if seat == who.seat:
            raise Refused("Only the others can give you more time.")
        return (TimeGiven(seat, left=who.times_after([seat])),)


class StartClocks(ServerCommand):
    """Start the clocks again after the server was closed."""

    in_game = True

    def decide(self, who: Caller) -> Events:
        """Start them if they are stopped."""
        if not who.facts.clocks_stand(who.people, who.at):
            raise Refused("The clocks are already running.")
        return (ClocksStarted(),)


class CallTime(ServerCommand):
    """Note that the time of the player who must act is up."""

    in_game = True

    def decide(self, who: Caller) -> Events:
        """Decide what follows.

        With two opponents, that player loses. In other correspondence games, a bot plays for
        them until they are back; if no person plays any more, the game ends.
        """
        facts, seat = who.facts, who.facts.to_act
        if seat is None or not who.is_out_of_time(seat):
            raise Refused("There is still time left.")
        if not facts.days or (facts.rules.rivals and facts.players == 2):
            return (TimeRanOut(seat, left=who.times),)
        level = stand_in_level(facts)
        others = {facts.seats.index(name) for name in facts.people} - {seat}
        if not level or all(facts.bots[other] for other in others):
            return (GameEnded(),)
        return (BotsStoodIn((seat,), level, left=who.times),)
