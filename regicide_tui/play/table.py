"""The table: who sits where, whose turn it is, who may see what.

It is the only door to a running game. Screens, bots and far seats ask it for a view, hand it
an action, and are told what they saw of what came of it.
"""

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from msgspec.structs import replace

from regicide_tui.games.base import AnyGame, Event, IllegalAction, Move, Outcome, Seat, Value
from regicide_tui.play.history import History, Start
from regicide_tui.play.match import DRAW, Match, Result, outcome_of, resignation
from regicide_tui.play.saves.codec import Saved


class Told(Value, frozen=True):
    """One move as a seat saw it: the turn it belongs to (from 1), and its events."""

    turn: int
    events: tuple[Event, ...]


class Table:
    """A running game with people at it. `keep` is called with a save after every change."""

    far: ClassVar[bool] = False
    """Whether every player sits at a screen of their own."""

    def __init__(self, saved: Saved, keep: Callable[[Saved], None] = lambda _: None) -> None:
        self._saved = saved
        self.keep = keep

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
        """The seat whose hand always lies open here; at one keyboard only a lone player's."""
        return 0 if len(self.seats) == 1 else None

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
    def goal(self) -> str:
        """What a puzzle asks; empty in any other game."""
        return self._saved.goal

    @property
    def seed(self) -> str:
        """The seed of the deal, for who sits at this keyboard anyway."""
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
        return None if self._called else seat

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, by its rules or called off at the table, or None."""
        by_rules = self.game.outcome(self._history.state)
        return outcome_of(self._called) if self._called and by_rules is None else by_rules

    @property
    def match(self) -> Match:
        """The match that this game is one of."""
        return self._saved.match

    @property
    def can_undo(self) -> bool:
        """Whether there is a move, or the end of a game called off, to take back."""
        return self._history.cursor > 0 or self._called is not None

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

    def view(self, seat: Seat | None) -> Any:
        """Return the state as a seat, or a spectator, may see it."""
        return self.game.view(self._history.state, seat)

    def told(self, seat: Seat | None) -> Iterator[Told]:
        """Tell all moves that stand, as the seat saw them."""
        turn = 1
        for move in self._history.standing:
            seen = tuple([self.game.view_event(event, seat) for event in move.events])
            yield Told(turn, seen)
            turn += _turns_begun(move)

    def act(self, seat: Seat | None, action: str) -> None:
        """Take an action for a seat, or for whoever must act. Raises `IllegalAction`."""
        if self._called:
            raise IllegalAction("game_over", "The game is over.")
        self._change(self._history.act(action, seat), None)

    def resign(self, seat: Seat) -> bool:
        """Give a game of two up for a seat; tell whether that could be done (D-21)."""
        return self._call_off(resignation(seat))

    def agree_on_draw(self) -> bool:
        """End a game of two as a draw; tell whether that could be done (D-21)."""
        return self._call_off(DRAW)

    def undo(self) -> bool:
        """Take back the last move, or that the game was called off; tell whether there was one."""
        if self._called:
            self._change(self._history, None)
            return True
        return self.go_to(self._history.cursor - 1)

    def redo(self) -> bool:
        """Take the last undone move again; tell whether there was one."""
        return self.go_to(self._history.cursor + 1)

    def go_to(self, cursor: int) -> bool:
        """Go to after so many moves; tell whether that changed anything."""
        history = self._history.at(cursor)
        if history.cursor == self._history.cursor:
            return False
        self._change(history, self.match.called, self._history.standing[history.cursor :])
        return True

    @property
    def _history(self) -> History:
        return self._saved.history

    @property
    def _called(self) -> Result | None:
        """How the game was called off, at its end; before that it is a game like any other."""
        return None if self.can_redo else self.match.called

    def _call_off(self, result: Result) -> bool:
        if not self.can_call_off:
            return False
        self._change(self._history.forget(), result)
        return True

    def _change(
        self, history: History, called: Result | None, undone: tuple[Move, ...] = ()
    ) -> None:
        old = self._saved
        undos, peeks = old.undos + len(undone), old.peeks + showing(undone)
        match = old.match.call(called)
        self._saved = replace(old, history=history, undos=undos, peeks=peeks, match=match)
        self.keep(self._saved)


def showing(moves: tuple[Move, ...]) -> int:
    """Count the moves that showed somebody at the keyboard new cards."""
    return sum(any(event.shows_cards for event in move.events) for move in moves)


def _turns_begun(move: Move) -> int:
    return sum(event.begins_turn for event in move.events)
