"""The state of a table at one moment, and the events that change it, as its log stores them.

The state consists of the public facts of a table, its secrets, and its game.

An event is a fact: it says what changed, not what was requested. So it is applied without the
checks of the commands, which may have changed when the log is read again. Only the rules of the
game are checked again: `ActionTaken` contains the notation of an action, and applying it plays that
action. Old kinds of events are never removed and never change their meaning. Their names and fields
are those of the log.
"""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from msgspec import Meta
from msgspec.structs import asdict, replace

from regicide_tui.games.base import Value
from regicide_tui.play.history import Match
from regicide_tui.play.table import Table
from regicide_tui.server.model.table.facts import TableFacts, TableSecrets, Unmet
from regicide_tui.server.storage.projection import Unreadable

SERVER = "(server)"
"""The author of the server's own records. Nobody can have this name."""
VERSION = 5
"""The version of records. Those of versions 2 to 4 are from before the first release."""

Seat = Annotated[int, Meta(ge=0, lt=16)]


class TableState(Value):
    """A table with its game. A snapshot of it has no game."""

    facts: TableFacts = TableFacts()
    secrets: TableSecrets = TableSecrets()
    game: Table | None = None
    """The game with all its cards; None before it starts, and in a snapshot."""

    def with_facts(self, **changes: object) -> "TableState":
        """Return the table with changed facts."""
        return replace(self, facts=replace(self.facts, **changes))

    def with_secrets(self, **changes: object) -> "TableState":
        """Return the table with changed secrets."""
        return replace(self, secrets=replace(self.secrets, **changes))

    def with_seat(self, seat: Seat, name: str, level: str = "") -> "TableState":
        """Return the table with a name in a seat, or none, and the level of its bot.

        Raises `Unreadable` without the seat.
        """
        facts, game = self.facts, self.game
        if seat >= len(facts.seats):
            raise Unreadable("it names a seat that doesn't exist")
        seats = (*facts.seats[:seat], name, *facts.seats[seat + 1 :])
        bots = (*facts.bots[:seat], level, *facts.bots[seat + 1 :])
        if game is not None:
            self = replace(self, game=replace(game, seats=seats, bots=bots))
        ready = tuple([one for one in facts.ready if one in seats])
        return self.with_facts(seats=seats, bots=bots, ready=ready)

    def with_unmet(self, seat: Seat, unmet: Unmet | None) -> "TableState":
        """Return the table with an unmet request of a seat, or without it."""
        others = {one: known for one, known in self.facts.unmet.items() if one != seat}
        return self.with_facts(unmet=others if unmet is None else {**others, seat: unmet})

    @property
    def running(self) -> Table:
        """The game of the table, which an event requires. Raises `Unreadable` before it."""
        if self.game is None:
            raise Unreadable("no game is in progress at that point")
        return self.game

    def with_game(self, game: Table, **changes: object) -> "TableState":
        """Return the table after a change in its game, and with changed facts.

        The public facts of the game are computed here, once for each change.
        """
        before, rules, view = self.game, game.game, game.view(None)
        if before is not None and before.moves <= game.moves:
            turn = self.facts.turn + game.turns_begun(before.moves)
        else:  # it starts, or an action was undone
            turn = game.turn
        facts = replace(
            self.facts,
            begun=True,
            to_act=game.to_act,
            turn=turn,
            outcome=game.outcome,
            chooses_next=rules.may_wish(view),
            remarks=rules.remarks(view),
            standing=rules.standing(view),
            **changes,
        )
        return replace(self, facts=facts, game=game)


NOTHING_ASKED: Mapping[str, object] = {"question": None, "draws": (), "undo_refused": ()}
"""The facts of a table after its game has ended, or at another moment of it."""
EMPTY = TableState()
"""A table without any facts."""


def match_of(facts: TableFacts) -> Match:
    """Return the match to which the next game at this table belongs.

    It continues only if the same two sit here. Results name seats, so they change with the seats.
    """
    if facts.seats == facts.rivals:
        return Match(facts.earlier)
    if facts.seats == facts.rivals[::-1]:
        return Match(tuple([one.with_seats_changed() for one in facts.earlier]))
    return Match()


def moves_until_own(table: TableState, name: str) -> int:
    """Return the number of actions after a player's last one."""
    seat = table.facts.seat_of(name)
    if seat is None:
        return 0
    own = [at + 1 for at in actions_of(table, seat) if at not in table.facts.stood_in]
    return max(own, default=0)


def actions_of(table: TableState, seat: Seat) -> tuple[int, ...]:
    """Return the numbers, from 0, of the actions taken for a seat; none before a game."""
    game = table.game
    if game is None:
        return ()
    acting = [game.game.to_act(game.history.at(at).state) for at in range(game.moves)]
    return tuple([at for at, one in enumerate(acting) if one == seat])


class Event(Value, tag_field="event", tag=True):
    """The base of all events."""

    ends: ClassVar[bool] = False
    """Whether it ends a game, so that even a full log accepts it."""

    def apply(self, table: TableState, record: "Record") -> TableState:
        """Return the table after this event of a record.

        An event without its own method contains facts of the table. If it doesn't fit the table,
        this may raise anything.
        """
        return table.with_facts(**asdict(self))


class TimedEvent(Event, kw_only=True):
    """The base of events that change the remaining times of players."""

    left: tuple[int, ...] = ()
    """Each seat's time in milliseconds; empty without a clock."""


Events = tuple[Event, ...]


class Record(Value):
    """Events that happened together: `at` is Unix time in milliseconds, `by` their author."""

    by: str
    at: Annotated[int, Meta(ge=0, le=2**53)]
    events: Events
    version: int = VERSION


def without(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    """Return names without one of them."""
    return tuple([one for one in names if one != name])
