"""The game of a table: actions, undone actions, and endings that players choose."""

from regicide_tui.games.base import IllegalAction
from regicide_tui.play.history import DRAW, resignation
from regicide_tui.server.model.table.command import Caller, Command, Refused
from regicide_tui.server.model.table.facts import is_bot
from regicide_tui.server.model.table.state import (
    NOTHING_ASKED,
    Event,
    Events,
    Record,
    Seat,
    TableState,
    TimedEvent,
)

MOST_ACTIONS = 2000
"""The number of actions after which a game ends without a winner, because a duel could continue for
ever (D-21)."""

# ---------------------------------------------------------------- actions


class ActionTaken(TimedEvent):
    """A seat acted, in the notation of the game."""

    seat: Seat
    action: str

    def apply(self, table: TableState, record: Record) -> TableState:
        """Play the action, which ends requests and offers."""
        facts, game = table.facts, table.running
        stood_in = facts.stood_in
        by_bot = bool(facts.bots[self.seat])
        if by_bot and not is_bot(facts.seats[self.seat]):
            stood_in = {**stood_in, game.moves: self.seat}
        table = table.with_game(
            game.take_text(self.seat, self.action),
            stood_in=stood_in,
            unmet=facts.unmet_after(None if by_bot else self.seat),
            since=record.at,
            **NOTHING_ASKED,
        )
        return table if table.facts.may_wish else table.with_facts(wishes={})


class ActionUndone(TimedEvent):
    """The last action of a person was undone, with the bots' answers."""

    def apply(self, table: TableState, record: Record) -> TableState:
        """Undo the action: nothing can be redone at a table."""
        game = table.running.undo().forget_undone()
        stood_in = {move: seat for move, seat in table.facts.stood_in.items() if move < game.moves}
        changes = {"stood_in": stood_in, "unmet": {}, "wishes": {}, **NOTHING_ASKED}
        return table.with_game(game, since=record.at, **changes)


class Act(Command):
    """Take an action, in the notation of the game.

    `moves` is the number of moves before a bot's action; a person's command has none.
    """

    in_game, is_bounded = True, False

    action: str
    moves: int | None = None

    def decide(self, who: Caller) -> Events:
        """Take the action if the rules of the game allow it and there is time left."""
        facts, game, seat = who.facts, who.game, who.seat
        if self.moves is not None and (self.moves != game.moves or not facts.bots[seat]):
            raise Refused("The bot is too late.")
        if facts.to_act not in (seat, None):
            raise Refused(f"It is {facts.seats[facts.to_act]}'s turn.")
        if not facts.days and who.is_out_of_time(seat):
            raise Refused("Your time is up.")
        try:
            game = game.take_text(seat, self.action)
        except IllegalAction as error:
            raise Refused(error.message) from None
        taken = ActionTaken(seat, self.action, left=who.times_after([seat], 1))
        if game.outcome is None and game.moves >= MOST_ACTIONS:
            return (taken, GameEnded())
        return (taken,)


# ---------------------------------------------------------------- ends that players choose


class GameEnded(Event):
    """The game was ended without a winner."""

    ends = True

    def apply(self, table: TableState, record: Record) -> TableState:
        """End the game."""
        return table.with_facts(ended=True, **NOTHING_ASKED)


class Resigned(Event):
    """A seat gave up (D-21)."""

    seat: Seat

    def apply(self, table: TableState, record: Record) -> TableState:
        """End the game: the other seat wins."""
        game = table.running.call_off(resignation(self.seat))
        return table.with_game(game, **NOTHING_ASKED)


class DrawOffered(Event):
    """A seat offers a draw (D-21)."""

    seat: Seat

    def apply(self, table: TableState, record: Record) -> TableState:
        """Note the offer."""
        draws = tuple(dict.fromkeys((*table.facts.draws, self.seat)))
        return table.with_unmet(self.seat, None).with_facts(draws=draws)


class DrawAgreed(Event):
    """Both players agreed on a draw (D-21)."""

    def apply(self, table: TableState, record: Record) -> TableState:
        """End the game."""
        return table.with_game(table.running.call_off(DRAW), **NOTHING_ASKED)


class Resign(Command):
    """Give up (D-21)."""

    in_game, is_bounded = True, False

    def decide(self, who: Caller) -> Events:
        """End a game of two opponents."""
        if not who.game.can_call_off:
            raise Refused("You can't resign in this game.")
        return (Resigned(who.seat),)


class Draw(Command):
    """Offer a draw, or agree to one (D-21). `moves` is the number of actions so far."""

    in_game = goes_on = True

    moves: int | None = None

    def decide(self, who: Caller) -> Events:
        """Offer a draw, or end the game if both do."""
        if not who.game.can_call_off:
            raise Refused("You can't offer a draw in this game.")
        check_moves(who, self.moves)
        if who.seat in who.facts.draws:
            raise Refused("You have already offered a draw. It is open until the next action.")
        if len({*who.facts.draws, who.seat}) < who.facts.players:
            return (DrawOffered(who.seat),)
        return (DrawAgreed(),)


def check_moves(who: Caller, moves: int | None) -> None:
    """Refuse a command for an earlier moment of the game. Raises `Refused`."""
    if moves is not None and moves != who.game.moves:
        raise Refused("Another action was taken at that moment.")
