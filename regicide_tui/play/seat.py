"""A table as one seat may know it, for a player or spectator at a screen of their own."""

from collections.abc import Iterator

from regicide_tui.games.base import AnyGame, Outcome, Seat, Value
from regicide_tui.play.history import Start
from regicide_tui.play.match import Match
from regicide_tui.play.table import Table
from regicide_tui.play.table_view import Told


class SeatTable(Value, frozen=True):
    """A `TableView` of a game as one seat may know it, or a spectator (None).

    It holds nothing that is hidden from that seat. Its methods answer for that seat, whichever seat
    they are asked about. `seen` is the state, `before` what the seat saw when it acted last,
    `first` the state after the deal, and `log` all moves that stand.
    """

    game: AnyGame
    start: Start
    seats: tuple[str, ...]
    bots: tuple[str, ...]
    seat: Seat | None
    match: Match
    goal: str
    hints: int
    undos: int
    peeks: int
    moves: int
    turn: int
    to_act: Seat | None
    outcome: Outcome | None
    can_undo: bool
    can_call_off: bool
    seen: Value
    before: Value
    first: Value
    log: tuple[Told, ...]

    @property
    def acting_bot(self) -> None:
        """None: bots think where the whole table is, and not at a seat."""

    @property
    def needs_no_curtain(self) -> bool:
        """True: everybody sits at a screen of their own."""
        return True

    @property
    def can_redo(self) -> bool:
        """False: nothing is redone at a table of several screens."""
        return False

    def view(self, _: Seat | None) -> Value:
        """Return the state as this seat may see it."""
        return self.seen

    def view_before(self, _: Seat | None) -> Value:
        """Return what this seat saw when it took its last action, or when the game began."""
        return self.before

    def opening(self, _: Seat | None) -> Value:
        """Return the first state as this seat might see it."""
        return self.first

    def told(self, _: Seat | None) -> Iterator[Told]:
        """Tell all moves that stand, as this seat saw them."""
        return iter(self.log)


def as_seen_from(saved: Table, seat: Seat | None) -> SeatTable:
    """Return what a seat may know of a game, or a spectator (None)."""
    table = saved
    start = saved.history.start
    return SeatTable(
        game=table.game,
        # Neither the seed nor a position: they tell all cards.
        start=Start(start.game, start.players, "", start.options),
        seats=table.seats,
        bots=table.bots,
        seat=seat,
        match=table.match,
        goal=table.goal,
        hints=table.hints,
        undos=table.undos,
        peeks=table.peeks,
        moves=table.moves,
        turn=table.turn,
        to_act=table.to_act,
        outcome=table.outcome,
        can_undo=table.can_undo,
        can_call_off=table.can_call_off,
        seen=table.view(seat),
        before=table.view_before(seat),
        first=table.opening(seat),
        log=tuple(table.told(seat)),
    )
