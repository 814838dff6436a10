"""The table: who sits where, whose turn it is, who may see what.

All access to a running game goes through its table. It returns the view of a seat and the events
that this seat saw, and it takes actions.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import takewhile

from msgspec.structs import replace

from regicide_tui.games.base import AnyGame, IllegalAction, Move, Outcome, Seat, Value
from regicide_tui.play.history import History, Start
from regicide_tui.play.match import DRAW, Match, Result, loss_on_time, outcome_of, resignation
from regicide_tui.play.saves.codec import Saved
from regicide_tui.play.table_view import Told


class Table:
    """A running game with people at it. `keep` is called with a save after every change."""

    def __init__(self, saved: Saved, keep: Callable[[Saved], None] = lambda _: None) -> None:
        self._saved = saved
        self.keep = keep
        self._advised: tuple[Value, Value] | None = None
        """The state for which the last hint was given, and what it advised."""

    @property
    def game(self) -> AnyGame:
        """The game that is played here."""
        return self._saved.history.game

    @property
    def seats(self) -> tuple[str, ...]:
        """The players' names, seat by seat."""
        return self._saved.seats

    @property
    def seat(self) -> Seat | None:
        """The seat whose hand always lies open here; at one keyboard only a lone person's."""
        people = [seat for seat, level in enumerate(self.bots) if not level]
        return people[0] if len(people) == 1 else None

    @property
    def bots(self) -> tuple[str, ...]:
        """The levels of the bots, seat by seat; an empty text for a person."""
        return self._saved.bots or ("",) * len(self.seats)

    @property
    def acting_bot(self) -> Seat | None:
        """The seat that must act, if that is a bot's."""
        seat = self.to_act
        return seat if seat is not None and self.bots[seat] else None

    @property
    def needs_no_curtain(self) -> bool:
        """Whether nobody at this screen must be kept from seeing the open hand now.

        This is so while a bot acts, and always if one person plays with bots only.
        """
        return self.acting_bot is not None or (self.seat is not None and len(self.seats) > 1)

    @property
    def saved(self) -> Saved:
        """The game as it would be saved now."""
        return self._saved

    @property
    def undos(self) -> int:
        """How many moves were ever taken back."""
        return self._saved.undos

    @property
    def peeks(self) -> int:
        """How many of them had shown new cards to somebody at the keyboard."""
        return self._saved.peeks

    @property
    def hints(self) -> int:
        """How many hints were ever asked for."""
        return self._saved.hints

    @property
    def goal(self) -> str:
        """What a puzzle asks; empty in any other game."""
        return self._saved.goal

    @property
    def seed(self) -> str:
        """The seed of the deal, from which bots get their random numbers and reports name the game.

        It reveals all cards, so only the process that owns the game may ask for it.
        """
        return self.start.seed

    @property
    def start(self) -> Start:
        """How the game was dealt."""
        return self._history.start

    @property
    def moves(self) -> int:
        """How many moves stand."""
        return self._history.cursor

    @property
    def to_act(self) -> Seat | None:
        """The seat that must act, or None once the game is over."""
        seat: Seat | None = self.game.to_act(self._history.state)
        return None if self._called_off else seat

    @property
    def in_a_row(self) -> int:
        """How many of the last moves were those of the seat that must act, and of no other."""
        states = (self._history.at(one).state for one in range(self.moves - 1, -1, -1))
        own = takewhile(lambda state: self.game.to_act(state) == self.to_act, states)
        return sum(1 for _ in own)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, by its rules or called off at the table, or None."""
        by_rules = self.game.outcome(self._history.state)
        return outcome_of(self._called_off) if self._called_off and by_rules is None else by_rules

    @property
    def match(self) -> Match:
        """The match that this game is one of."""
        return self._saved.match

    @property
    def can_undo(self) -> bool:
        """Whether there is a move, or the end of a game called off, to take back."""
        return self._called_off is not None or self._last_choice is not None

    @property
    def undone_seats(self) -> tuple[Seat, ...]:
        """The seats whose moves `undo` would take back, in the order in which they were taken."""
        last = self._last_choice
        if self._called_off is not None or last is None:
            return ()
        states = [self._history.at(one).state for one in range(last, self._history.cursor)]
        seats = [self.game.to_act(state) for state in states]
        return tuple([seat for seat in seats if seat is not None])

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone move to take again."""
        return self._history.cursor < len(self._history.moves)

    @property
    def can_call_off(self) -> bool:
        """Whether this is a game of two against each other that goes on."""
        return self.game.rivals and len(self.seats) == 2 and self.outcome is None

    @property
    def turn(self) -> int:
        """The number of the turn, from 1."""
        return 1 + sum(_turns_begun(move) for move in self._history.standing)

    def view(self, seat: Seat | None) -> Value:
        """Return the state as a seat, or a spectator, may see it."""
        return self.game.view(self._history.state, seat)

    def view_before(self, seat: Seat | None) -> Value:
        """Return what a seat saw when it took its last action, or when the game began."""
        states = (move.state for move in reversed(self._history.standing[:-1]))
        acted = (state for state in states if self.game.to_act(state) == seat)
        return self.game.view(next(acted, self._history.first), seat)

    def opening(self, seat: Seat | None) -> Value:
        """Return the first state as a seat, or a spectator, might see it."""
        return self.game.view(self._history.first, seat)

    def told(self, seat: Seat | None) -> Iterator[Told]:
        """Tell all moves that stand, as the seat saw them."""
        turn = 1
        for move in self._history.standing:
            seen = tuple([self.game.view_event(event, seat) for event in move.events])
            yield Told(turn, seen)
            turn += _turns_begun(move)

    def take(self, seat: Seat | None, action: Value) -> None:
        """Take an action for a seat; None is the seat that must act. Raises `IllegalAction`."""
        self._check_running()
        self._change(self._history.take(action, seat), None)

    def take_text(self, seat: Seat | None, text: str) -> None:
        """Take an action given as text, as `take` does. Raises `IllegalAction`."""
        self._check_running()
        self._change(self._history.take_text(text, seat), None)

    def try_out(self, seat: Seat, text: str) -> None:
        """Raise `IllegalAction` if an action given as text can't be taken. Take nothing."""
        self._history.take_text(text, seat)

    def resign(self, seat: Seat) -> bool:
        """Give a game of two up for a seat; tell whether that could be done (D-21)."""
        return self._call_off(resignation(seat))

    def lose_on_time(self, seat: Seat) -> bool:
        """End a game of two because a seat's time ran out; tell whether that could be done."""
        return self._call_off(loss_on_time(seat))

    def agree_on_draw(self) -> bool:
        """End a game of two as a draw; tell whether that could be done (D-21)."""
        return self._call_off(DRAW)

    def count_hint(self, advised: Value) -> None:
        """Count a hint that was given, and mark the action that it advised if it is taken now."""
        self._advised = self._history.state, self._as_moved(advised)
        self._saved = replace(self._saved, hints=self._saved.hints + 1)
        self.keep(self._saved)

    def undo(self) -> bool:
        """Take back the last move, or that the game was called off; tell whether there was one.

        It is the last move of a person, and with it goes what bots have answered.
        """
        if self._called_off:
            self._change(self._history, None)
            return True
        last = self._last_choice
        return last is not None and self.go_to(last)

    def redo(self) -> bool:
        """Take the last undone move again, and what bots answered; tell whether there was one."""
        cursor = self._history.cursor + 1
        while cursor < len(self._history.moves) and taken_by_bot(self._saved, cursor):
            cursor += 1
        return self.go_to(cursor)

    def go_to(self, cursor: int) -> bool:
        """Go to after so many moves; tell whether that changed anything."""
        history = self._history.at(cursor)
        if history.cursor == self._history.cursor:
            return False
        undone = range(history.cursor, self._history.cursor)
        self._change(history, self.match.called_off, undone)
        return True

    def _check_running(self) -> None:
        if self._called_off:
            raise IllegalAction("game_over", "The game is over.")

    @property
    def _history(self) -> History:
        return self._saved.history

    @property
    def _last_choice(self) -> int | None:
        """The number of the last move that stands and is a person's, counted from 0."""
        numbers = range(self._history.cursor - 1, -1, -1)
        return next((one for one in numbers if not taken_by_bot(self._saved, one)), None)

    @property
    def _called_off(self) -> Result | None:
        """How the game was called off, at its end; before that it is a game like any other."""
        return None if self.can_redo else self.match.called_off

    def _call_off(self, result: Result) -> bool:
        if not self.can_call_off:
            return False
        self._change(self._history.forget_undone(), result)
        return True

    def _change(
        self, history: History, called_off: Result | None, undone: range = range(0)
    ) -> None:
        old = self._saved
        more, seen = count_undone(old, undone)
        undos, peeks = old.undos + more, old.peeks + seen
        match, hinted = old.match.call_off(called_off), self._hinted_in(history)
        self._saved = replace(
            old, history=history, undos=undos, peeks=peeks, match=match, hinted=hinted
        )
        self.keep(self._saved)

    def _hinted_in(self, history: History) -> tuple[int, ...]:
        """Return which actions of a later history followed a hint; it may have new ones."""
        old = self._history
        if history.moves is old.moves:
            return self._saved.hinted
        kept = tuple([number for number in self._saved.hinted if number < old.cursor])
        new = history.moves[old.cursor :]
        followed = bool(new) and self._advised == (old.state, new[0].action)
        return (*kept, old.cursor) if followed else kept

    def _as_moved(self, action: Value) -> Value:
        """Return an action as the history would have it."""
        return self.game.canonical(self._history.state, self.game.in_order(action))


def count_undone(saved: Saved, numbers: Iterable[int]) -> tuple[int, int]:
    """Count the moves of people among those with these ascending numbers, counted from 0.

    Return also how many of them led to new cards that somebody at the keyboard saw. The moves of
    bots that follow one belong to it: whatever a bot does shows what nobody there knew.
    """
    moves = saved.history.moves
    shown: list[bool] = []
    for number in numbers:
        by_bot = taken_by_bot(saved, number)
        if not (by_bot and shown):
            shown.append(False)
        shown[-1] |= by_bot or any(event.shows_cards for event in moves[number].events)
    return len(shown), sum(shown)


def taken_by_bot(saved: Saved, number: int) -> bool:
    """Tell whether a move, by its number from 0, is a bot's."""
    if not saved.bots:
        return False
    history = saved.history
    seat: Seat | None = history.game.to_act(history.at(number).state)
    return seat is not None and bool(saved.bots[seat])


def _turns_begun(move: Move) -> int:
    return sum(event.begins_turn for event in move.events)
