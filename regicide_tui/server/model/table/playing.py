"""The game of a table: actions, those that are taken back, and how players end it."""

from msgspec.structs import replace

from regicide_tui.games.base import IllegalAction
from regicide_tui.play.match import DRAW, resignation
from regicide_tui.server.model.table.command import Caller, Command, Refused, playing, seat_of
from regicide_tui.server.model.table.event import Event, Events, Record, Seat, running_game
from regicide_tui.server.model.table.facts import is_bot
from regicide_tui.server.model.table.state import TableState
from regicide_tui.server.model.table.times import gaining, is_out_of_time, times_after

MOST_ACTIONS = 2000
"""The number of actions after which a game ends without a winner: the players of a duel may go on
for ever (D-21)."""

# ---------------------------------------------------------------- actions


class ActionTaken(Event):
    """A seat acted, in the notation of the game. `left` is each seat's time in milliseconds."""

    seat: Seat
    action: str
    left: tuple[int, ...] = ()

    def apply(self, table: TableState, record: Record) -> TableState:
        """Play the action; questions and offers belong to the moment before it."""
        facts, game = table.facts, running_game(table)
        stood_in = facts.stood_in
        if facts.bots[self.seat] and not is_bot(facts.seats[self.seat]):
            stood_in = {**stood_in, game.moves: self.seat}
        table = table.with_game(
            game.take_text(self.seat, self.action),
            stood_in=stood_in,
            question=None,
            draws=(),
            left=self.left,
            since=record.at,
        )
        return table if table.facts.may_wish else table.with_facts(wishes={})


class ActionUndone(Event):
    """The last action of a person was taken back, with the answers of bots.

    `left` is each seat's time in milliseconds; empty without a clock.
    """

    left: tuple[int, ...] = ()

    def apply(self, table: TableState, record: Record) -> TableState:
        """Take the action back for good: nothing can be redone at a table."""
        game = running_game(table).undo()
        game = replace(game, history=game.history.forget_undone())
        stood_in = {move: seat for move, seat in table.facts.stood_in.items() if move < game.moves}
        return table.with_game(
            game,
            stood_in=stood_in,
            left=self.left,
            since=record.at,
            question=None,
            draws=(),
            wishes={},
        )


class Act(Command):
    """Take an action, in the notation of the game.

    `moves` is the number of moves before a bot's action; a person's command has none.
    """

    is_bounded = False

    action: str
    moves: int | None = None

    def decide(self, table: TableState, who: Caller) -> Events:
        """Take the action if the rules of the game allow it, and there is time left."""
        facts, game, seat = table.facts, playing(table), seat_of(table, who)
        if self.moves is not None and (self.moves != game.moves or not facts.bots[seat]):
            raise Refused("The bot is too late.")
        if facts.to_act not in (seat, None):
            raise Refused(f"It is {facts.seats[facts.to_act]}'s turn.")
        if not facts.days and is_out_of_time(facts, seat, who):
            raise Refused("Your time is up.")
        try:
            game = game.take_text(seat, self.action)
        except IllegalAction as error:
            raise Refused(error.message) from None
        taken = ActionTaken(seat, self.action, times_after(facts, who, gaining(facts, seat)))
        if game.outcome is None and game.moves >= MOST_ACTIONS:
            return (taken, GameEnded())
        return (taken,)


# ---------------------------------------------------------------- ends that players choose


class GameEnded(Event):
    """The game was ended without a winner."""

    def apply(self, table: TableState, record: Record) -> TableState:
        """End the game."""
        return table.with_facts(ended=True, question=None)


class Resigned(Event):
    """A seat gave up (D-21)."""

    seat: Seat

    def apply(self, table: TableState, record: Record) -> TableState:
        """End the game: the other seat has won."""
        game = running_game(table).call_off(resignation(self.seat))
        return table.with_game(game, question=None)


class DrawOffered(Event):
    """A seat offers a draw (D-21)."""

    seat: Seat

    def apply(self, table: TableState, record: Record) -> TableState:
        """Note the offer."""
        return table.with_facts(draws=tuple(dict.fromkeys((*table.facts.draws, self.seat))))


class DrawAgreed(Event):
    """Both players agreed on a draw (D-21)."""

    def apply(self, table: TableState, record: Record) -> TableState:
        """End the game."""
        return table.with_game(running_game(table).call_off(DRAW), question=None, draws=())


class Resign(Command):
    """Give up (D-21)."""

    is_bounded = False

    def decide(self, table: TableState, who: Caller) -> Events:
        """End a game of two opponents."""
        game, seat = playing(table), seat_of(table, who)
        if not game.can_call_off:
            raise Refused("You can't resign in this game.")
        return (Resigned(seat),)


class Draw(Command):
    """Offer a draw, or agree to one (D-21). `moves` is the number of actions so far."""

    goes_on = True

    moves: int | None = None

    def decide(self, table: TableState, who: Caller) -> Events:
        """Offer a draw, or end the game if both offer one."""
        game, seat = playing(table), seat_of(table, who)
        if not game.can_call_off:
            raise Refused("There is no draw in this game.")
        check_moves(table, self.moves)
        if len({*table.facts.draws, seat}) < table.facts.players:
            return (DrawOffered(seat),)
        return (DrawAgreed(),)


def check_moves(table: TableState, moves: int | None) -> None:
    """Refuse what was said of an earlier moment of the game. Raises `Refused`."""
    if moves is not None and moves != playing(table).moves:
        raise Refused("Another action was taken at that moment.")
