"""The clocks of a game: they start again after the server was closed, and time runs out."""

from regicide_tui.play.match import loss_on_time
from regicide_tui.server.model.table.absence import BotsStoodIn, stand_in_level
from regicide_tui.server.model.table.command import Caller, Refused, ServerCommand, playing
from regicide_tui.server.model.table.event import Event, Events, Record, Seat, running_game
from regicide_tui.server.model.table.playing import GameEnded
from regicide_tui.server.model.table.state import TableState
from regicide_tui.server.model.table.times import clocks_stand, is_out_of_time, time_left


class ClocksStarted(Event):
    """The server is open again; no clock ran while it was closed."""

    def apply(self, table: TableState, record: Record) -> TableState:
        """Let time pass from now on."""
        return table.with_facts(since=record.at)


class TimeRanOut(Event):
    """The time of a seat is over. `left` is each seat's time in milliseconds."""

    seat: Seat
    left: tuple[int, ...]

    def apply(self, table: TableState, record: Record) -> TableState:
        """End the game; among more than two players, nobody has won."""
        game = running_game(table)
        table = table.with_facts(left=self.left, since=record.at)
        if not game.can_call_off:
            return table.with_facts(ended=True)
        return table.with_game(game.call_off(loss_on_time(self.seat)), question=None)


class StartClocks(ServerCommand):
    """Start the clocks again after the server was closed."""

    def decide(self, table: TableState, who: Caller) -> Events:
        """Start them if they stand."""
        playing(table)
        if not clocks_stand(table.facts, who.people, who.at):
            raise Refused("The clocks run already.")
        return (ClocksStarted(),)


class CallTime(ServerCommand):
    """Note that the time of the player who must act is over."""

    def decide(self, table: TableState, who: Caller) -> Events:
        """Decide what follows.

        Of two opponents that player has lost. In another game by correspondence a bot plays for
        them until they are back; without anybody who plays, the game ends.
        """
        playing(table)
        facts, seat = table.facts, table.facts.to_act
        if seat is None or not is_out_of_time(facts, seat, who):
            raise Refused("There is time left.")
        left = time_left(facts, who)
        if not facts.days or (facts.rules.rivals and facts.players == 2):
            return (TimeRanOut(seat, left),)
        level = stand_in_level(facts)
        others = {facts.seats.index(name) for name in facts.people} - {seat}
        if not level or all(facts.bots[other] for other in others):
            return (GameEnded(),)
        return (BotsStoodIn((seat,), level, left),)
