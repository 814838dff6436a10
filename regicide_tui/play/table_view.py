"""What a seat may know of a table, from which its screen is composed."""

from regicide_tui.games.base import AnyGame, Event, Outcome, Seat, Value
from regicide_tui.play.match import Match


class Told(Value):
    """One move as a seat saw it: the turn it belongs to (from 1), and its events."""

    turn: int
    events: tuple[Event, ...]


class TableView(Value):
    """A game as one seat may know it, or a spectator; it holds nothing that is hidden from them."""

    game: AnyGame
    seats: tuple[str, ...]
    """The players' names, seat by seat."""
    bots: tuple[str, ...]
    """The levels of the bots, seat by seat; an empty text for a person."""
    match: Match
    """The match that this game is one of."""
    goal: str
    """What a puzzle asks; empty in any other game."""
    seed: str
    """The seed of the deal, where it may be shown."""
    day: str
    """The day whose deal this is; empty for any other game, and where the seed is not shown."""
    from_position: bool
    """Whether the game began at a position instead of a deal."""
    viewer: Seat | None
    """The seat that knows this; None for a spectator, and behind the curtain."""
    seat: Seat | None
    """The seat whose hand is always open at this screen; None if there is no such seat."""
    needs_no_curtain: bool
    """Whether nobody at this screen must be kept from seeing the open hand now."""
    moves: int
    """The number of moves that are not undone."""
    turn: int
    """The number of the turn, from 1."""
    to_act: Seat | None
    """The seat that must act, or None once the game is over."""
    acting_bot: Seat | None
    """The seat that must act, if a bot sits there that this process thinks for."""
    outcome: Outcome | None
    """How the game ended, by its rules or called off at the table, or None."""
    can_undo: bool
    can_redo: bool
    state: Value
    """The state as the viewer sees it."""
    before: Value
    """What the viewer saw when it took its last action, or when the game began."""
    first: Value
    """The first state as the viewer might see it."""
    told: tuple[Told, ...]
    """All moves that are not undone, as the viewer saw them."""
