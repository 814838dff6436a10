"""What a screen may see of a table, whoever owns the game: the whole of it, or one seat's part."""

from collections.abc import Iterator
from typing import Protocol

from regicide_tui.games.base import AnyGame, Event, Outcome, Seat, Value
from regicide_tui.play.history import Start
from regicide_tui.play.match import Match


class Told(Value, frozen=True):
    """One move as a seat saw it: the turn it belongs to (from 1), and its events."""

    turn: int
    events: tuple[Event, ...]


class TableView(Protocol):
    """A game that goes on or is over, to be looked at."""

    @property
    def game(self) -> AnyGame:
        """The game that is played here."""
        ...

    @property
    def start(self) -> Start:
        """How the game was dealt; without the seed where that would tell hidden cards."""
        ...

    @property
    def seats(self) -> tuple[str, ...]:
        """The players' names, seat by seat."""
        ...

    @property
    def bots(self) -> tuple[str, ...]:
        """The levels of the bots, seat by seat; an empty text for a person."""
        ...

    @property
    def seat(self) -> Seat | None:
        """The seat whose hand always lies open here."""
        ...

    @property
    def acting_bot(self) -> Seat | None:
        """The seat that must act, if a bot sits there that this table thinks for."""
        ...

    @property
    def needs_no_curtain(self) -> bool:
        """Whether nobody at this screen must be kept from seeing the open hand now."""
        ...

    @property
    def match(self) -> Match:
        """The match that this game is one of."""
        ...

    @property
    def goal(self) -> str:
        """What a puzzle asks; empty in any other game."""
        ...

    @property
    def hints(self) -> int:
        """How many hints were ever asked for."""
        ...

    @property
    def undos(self) -> int:
        """How many moves were ever taken back."""
        ...

    @property
    def peeks(self) -> int:
        """How many of them had shown new cards to somebody at the keyboard."""
        ...

    @property
    def moves(self) -> int:
        """How many moves stand."""
        ...

    @property
    def turn(self) -> int:
        """The number of the turn, from 1."""
        ...

    @property
    def to_act(self) -> Seat | None:
        """The seat that must act, or None once the game is over."""
        ...

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, by its rules or called off at the table, or None."""
        ...

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back."""
        ...

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone move to take again."""
        ...

    @property
    def can_call_off(self) -> bool:
        """Whether this is a game of two against each other that goes on."""
        ...

    def view(self, seat: Seat | None) -> Value:
        """Return the state as a seat, or a spectator, may see it."""
        ...

    def view_before(self, seat: Seat | None) -> Value:
        """Return what a seat saw when it took its last action, or when the game began."""
        ...

    def opening(self, seat: Seat | None) -> Value:
        """Return the first state as a seat, or a spectator, might see it."""
        ...

    def told(self, seat: Seat | None) -> Iterator[Told]:
        """Tell all moves that stand, as the seat saw them."""
        ...
