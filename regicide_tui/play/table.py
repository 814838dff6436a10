"""A game with its players, and what a seat may know of it."""

from collections.abc import Iterable, Iterator
from itertools import takewhile

from msgspec.structs import force_setattr, replace

from regicide_tui.games.base import AnyGame, Event, IllegalAction, Move, Outcome, Seat, Value
from regicide_tui.games.words import read_at_home, to_reader
from regicide_tui.play.history import History, Match, Result, day_of, outcome_of


class Told(Value):
    """One move as a seat saw it: the turn it belongs to (from 1), and its events."""

    turn: int
    events: tuple[Event, ...]


NOTHING_TO_UNDO, NOTHING_TO_REDO = "There is nothing to undo.", "There is nothing to redo."
PEEKED = "It counts: you had seen new cards."
"""The notice after an undo if the player had seen cards after the action."""


class TableView(Value):
    """A game as one seat, or a spectator, may know it; it contains nothing hidden from them."""

    game: AnyGame
    seats: tuple[str, ...]
    """The players' names, seat by seat."""
    bots: tuple[str, ...]
    """The levels of the bots, seat by seat; an empty string for a person."""
    match: Match
    """The match that this game belongs to."""
    goal: str
    """The goal of a puzzle; empty in any other game."""
    seed: str
    """The seed of the deal, where it may be shown."""
    day: str
    """The day whose deal this is; empty for any other game, and where the seed is not shown."""
    from_position: bool
    """Whether the game began at a position instead of a deal."""
    viewer: Seat | None
    """The seat that knows this; None for a spectator, and while the hands are hidden."""
    seat: Seat | None
    """The seat whose hand is always open at this screen; None if there is no such seat."""
    needs_no_curtain: bool
    """Whether everyone at this screen may see the open hand now."""
    moves: int
    """The number of moves that are not undone."""
    turn: int
    """The number of the turn, from 1."""
    to_act: Seat | None
    """The seat that must act, or None once the game is over."""
    acting_bot: Seat | None
    """The seat that must act, if its bot thinks in this process."""
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


class Table(Value):
    """A game, the names of its players, and more facts about the table: the content of a save.

    `name` is the name of a saved position; `title` is the players' name for an unfinished game.
    `saved` is the time of the last write, in seconds since 1970. `undos` counts the undone moves of
    people, and `peeks` those of them after which new cards had been seen. `goal` is the goal of a
    puzzle, empty in any other game. `match` is the match that this game belongs to. `bots` has the
    level of the bot in each seat, empty for a person; without it, only people play. `hints` counts
    the hints asked for. `hinted` are the actions that a hint had advised, each as the number of
    actions before it, in ascending order; undone actions keep this mark for a redo.
    """

    history: History
    seats: tuple[str, ...]
    name: str = ""
    saved: int = 0
    undos: int = 0
    goal: str = ""
    peeks: int = 0
    match: Match = Match()
    title: str = ""
    bots: tuple[str, ...] = ()
    hints: int = 0
    hinted: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Seat a person where no bot is named."""
        if not self.bots:
            force_setattr(self, "bots", ("",) * len(self.seats))

    # ------------------------------------------------------------ questions

    @property
    def game(self) -> AnyGame:
        """The game that is played here."""
        return self.history.game

    @property
    def seed(self) -> str:
        """The seed of the deal, from which bots get their random numbers and reports name the game.

        It reveals all cards.
        """
        return self.history.start.seed

    @property
    def moves(self) -> int:
        """The number of moves that are not undone."""
        return self.history.cursor

    @property
    def seat(self) -> Seat | None:
        """The seat whose hand is always open at one keyboard: that of the only person."""
        return self.bots.index("") if self.bots.count("") == 1 else None

    @property
    def to_act(self) -> Seat | None:
        """The seat that must act, or None once the game is over."""
        seat = self.game.to_act(self.history.state)
        return None if self._called_off else seat

    @property
    def acting_bot(self) -> Seat | None:
        """The seat that must act, if that is a bot's."""
        seat = self.to_act
        return seat if seat is not None and self.bots[seat] else None

    @property
    def needs_no_curtain(self) -> bool:
        """Whether everyone at one keyboard may see the open hand now.

        This is so while a bot acts, and always if one person plays with bots only.
        """
        return self.acting_bot is not None or (self.seat is not None and len(self.seats) > 1)

    @property
    def in_a_row(self) -> int:
        """The number of last moves in a row by the seat that must act."""
        states = (self.history.at(one).state for one in range(self.moves - 1, -1, -1))
        own = takewhile(lambda state: self.game.to_act(state) == self.to_act, states)
        return sum(1 for _ in own)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, by its rules or called off at the table, or None."""
        by_rules = self.game.outcome(self.history.state)
        return outcome_of(self._called_off) if self._called_off and by_rules is None else by_rules

    @property
    def can_undo(self) -> bool:
        """Whether there is a move, or the end of a game called off, to undo."""
        return self._called_off is not None or self._last_choice is not None

    @property
    def undone_seats(self) -> tuple[Seat, ...]:
        """The seats whose moves `undo` would undo, in the order of the moves."""
        last = self._last_choice
        if self._called_off is not None or last is None:
            return ()
        states = [self.history.at(one).state for one in range(last, self.moves)]
        seats = [self.game.to_act(state) for state in states]
        return tuple([seat for seat in seats if seat is not None])

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone move to redo."""
        return self.moves < len(self.history.moves)

    @property
    def can_call_off(self) -> bool:
        """Whether this is an unfinished game of two opponents."""
        return can_call_off(self)

    @property
    def turn(self) -> int:
        """The number of the turn, from 1."""
        return 1 + self.turns_begun(0)

    def turns_begun(self, moves: int) -> int:
        """Return how many turns have begun after the first `moves` moves."""
        return sum(_turns_begun(move) for move in self.history.standing[moves:])

    def count_undone(self, numbers: Iterable[int]) -> tuple[int, int]:
        """Count the moves of people among those with these ascending numbers, counted from 0.

        Also return how many of them led to new cards that someone at the keyboard saw. A move
        includes the moves of bots that follow it: they always show something new.
        """
        shown: list[bool] = []
        for number in numbers:
            by_bot = self._taken_by_bot(number)
            if not (by_bot and shown):
                shown.append(False)
            events = self.history.moves[number].events
            shown[-1] |= by_bot or any(event.shows_cards for event in events)
        return len(shown), sum(shown)

    # ------------------------------------------------------------ what a seat may know

    def seen_from(self, viewer: Seat | None) -> TableView:
        """Return what a seat, or a spectator, may know at a keyboard that all people share."""
        start = self.history.start
        return TableView(
            game=self.game,
            seats=read_at_home(self.seats),
            bots=self.bots,
            match=self.match,
            goal=self.goal,
            seed=start.seed,
            day=day_of(start),
            from_position=start.position is not None,
            viewer=viewer,
            seat=self.seat,
            needs_no_curtain=self.needs_no_curtain,
            moves=self.moves,
            turn=self.turn,
            to_act=self.to_act,
            acting_bot=self.acting_bot,
            outcome=self.outcome,
            can_undo=self.can_undo,
            can_redo=self.can_redo,
            state=self.view(viewer),
            before=self.view_before(viewer),
            first=self.opening(viewer),
            told=tuple(self.told(viewer)),
        )

    def sent_to(self, seat: Seat | None) -> TableView:
        """Return what a seat, or a spectator, may know at a screen of their own.

        The player of the seat is called `YOU`. Bots think where the whole table is, and there is
        no redo among several screens.
        """
        return replace(
            self.seen_from(seat),
            seats=to_reader(self.seats, seat),
            seed="",
            day="",
            seat=seat,
            needs_no_curtain=True,
            acting_bot=None,
            can_redo=False,
        )

    def view(self, seat: Seat | None) -> Value:
        """Return the state as a seat, or a spectator, may see it."""
        return self.game.view(self.history.state, seat)

    def view_before(self, seat: Seat | None) -> Value:
        """Return what a seat saw when it took its last action, or when the game began."""
        states = (move.state for move in reversed(self.history.standing[:-1]))
        acted = (state for state in states if self.game.to_act(state) == seat)
        return self.game.view(next(acted, self.history.first), seat)

    def opening(self, seat: Seat | None) -> Value:
        """Return the first state as a seat, or a spectator, might see it."""
        return self.game.view(self.history.first, seat)

    def told(self, seat: Seat | None) -> Iterator[Told]:
        """Yield all moves that are not undone, as the seat saw them."""
        turn = 1
        for move in self.history.standing:
            seen = tuple([self.game.view_event(event, seat) for event in move.events])
            yield Told(turn, seen)
            turn += _turns_begun(move)

    @property
    def events(self) -> list[Event]:
        """All events of the moves that are not undone, as a spectator saw them."""
        return [event for told in self.told(None) for event in told.events]

    # ------------------------------------------------------------ another table

    def take(self, seat: Seat | None, action: Value) -> "Table":
        """Take an action for a seat; None is the seat that must act. Raises `IllegalAction`."""
        self._check_running()
        return self._going_on(self.history.take(action, seat))

    def take_text(self, seat: Seat | None, text: str) -> "Table":
        """Take an action given as text, as `take` does. Raises `IllegalAction`."""
        self._check_running()
        return self._going_on(self.history.take_text(text, seat))

    def call_off(self, result: Result) -> "Table":
        """End a game of two by agreement, by resignation or on time (D-21), if that can be done."""
        if not self.can_call_off:
            return self
        return self._going_on(self.history.forget_undone(), result)

    def undo(self) -> "Table":
        """Undo the last move of a person, if there is one, or the call-off of the game.

        The bots' answers to the move are undone, too.
        """
        if self._called_off:
            return replace(self, match=self.match.call_off(None))
        last = self._last_choice
        return self if last is None else self.undo_to(last)

    def undo_to(self, cursor: int) -> "Table":
        """Undo all moves after the first `cursor` moves."""
        undone, seen = self.count_undone(range(cursor, self.moves))
        return replace(self.at(cursor), undos=self.undos + undone, peeks=self.peeks + seen)

    def redo(self) -> "Table":
        """Redo the last undone move, if there is one, and the bots' answers to it."""
        cursor = self.moves + 1
        while cursor < len(self.history.moves) and self._taken_by_bot(cursor):
            cursor += 1
        return self.at(cursor)

    def at(self, cursor: int) -> "Table":
        """Return the table after so many moves, without counting any as undone."""
        history = self.history.at(cursor)
        return self if history.cursor == self.moves else replace(self, history=history)

    def begun_again(self) -> "Table":
        """Return the same deal from its start, without undos or hints."""
        history, match = self.history.at(0).forget_undone(), self.match.call_off(None)
        again = replace(self, history=history, match=match, undos=0, peeks=0, title="")
        return replace(again, hints=0, hinted=())

    def forget_undone(self) -> "Table":
        """Return the table without the undone moves: nothing can be redone."""
        return replace(self, history=self.history.forget_undone())

    def follow_hint(self) -> "Table":
        """Mark the last move as advised by a hint."""
        return replace(self, hinted=(*self.hinted, self.moves - 1))

    def _going_on(self, history: History, called_off: Result | None = None) -> "Table":
        """Return the table with new moves, if there are any, in place of the undone ones."""
        hinted = tuple([number for number in self.hinted if number < self.moves])
        match = self.match.call_off(called_off)
        return replace(self, history=history, match=match, hinted=hinted)

    def _check_running(self) -> None:
        if self._called_off:
            raise IllegalAction("game_over", "The game is over.")

    @property
    def _called_off(self) -> Result | None:
        """How the game was called off, at its end; before that it is a game like any other."""
        return None if self.can_redo else self.match.called_off

    @property
    def _last_choice(self) -> int | None:
        """The number of the last move of a person that is not undone, counted from 0."""
        numbers = range(self.moves - 1, -1, -1)
        return next((one for one in numbers if not self._taken_by_bot(one)), None)

    def _taken_by_bot(self, number: int) -> bool:
        """Return whether a move, by its number from 0, is a bot's."""
        if not any(self.bots):
            return False
        seat = self.game.to_act(self.history.at(number).state)
        return seat is not None and bool(self.bots[seat])


def _turns_begun(move: Move) -> int:
    return sum(event.begins_turn for event in move.events)


def can_call_off(table: Table | TableView) -> bool:
    """Return whether this is an unfinished game of two opponents."""
    return table.game.rivals and len(table.seats) == 2 and table.outcome is None
