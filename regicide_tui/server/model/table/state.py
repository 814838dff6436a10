"""The state of a table at one moment: what all may know of it, its secrets, and its game."""

from msgspec.structs import replace

from regicide_tui.games.base import Seat, Value
from regicide_tui.play.history import Match
from regicide_tui.play.table import Table
from regicide_tui.server.model.table.facts import TableFacts, TableSecrets
from regicide_tui.server.storage.projection import Unreadable


class TableState(Value):
    """A table with its whole game. A snapshot of it has no game."""

    facts: TableFacts = TableFacts()
    secrets: TableSecrets = TableSecrets()
    game: Table | None = None
    """The game with all its cards; None before it begins, and while a snapshot stands for it."""

    def with_facts(self, **changes: object) -> "TableState":
        """Return the table with other facts."""
        return replace(self, facts=replace(self.facts, **changes))

    def with_secrets(self, **changes: object) -> "TableState":
        """Return the table with other secrets."""
        return replace(self, secrets=replace(self.secrets, **changes))

    def with_seat(self, seat: Seat, name: str, level: str = "") -> "TableState":
        """Return the table with somebody on a seat, or nobody, and a bot of a level that plays.

        Raises `Unreadable` without the seat.
        """
        facts, game = self.facts, self.game
        if seat >= len(facts.seats):
            raise Unreadable("it names a seat that is not there")
        seats = (*facts.seats[:seat], name, *facts.seats[seat + 1 :])
        bots = (*facts.bots[:seat], level, *facts.bots[seat + 1 :])
        if game is not None:
            self = replace(self, game=replace(game, seats=seats, bots=bots))
        ready = tuple([one for one in facts.ready if one in seats])
        return self.with_facts(seats=seats, bots=bots, ready=ready)

    @property
    def running(self) -> Table:
        """The game of the table, of which an event tells. Raises `Unreadable` before it."""
        if self.game is None:
            raise Unreadable("no game goes on where it stands")
        return self.game

    def with_game(self, game: Table, **changes: object) -> "TableState":
        """Return the table after something has happened in its game, and with other facts.

        What all may know of the game is computed here, once for each change.
        """
        before, rules, view = self.game, game.game, game.view(None)
        if before is not None and before.moves <= game.moves:
            turn = self.facts.turn + game.turns_begun(before.moves)
        else:  # it begins, or an action was taken back
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


EMPTY = TableState()
"""A table of which nothing is known yet."""


def match_of(facts: TableFacts) -> Match:
    """Return the match of which the next game at this table is one.

    It goes on only if the same two sit here. Results name seats, so they change with the seats.
    """
    if facts.seats == facts.rivals:
        return Match(facts.earlier)
    if facts.seats == facts.rivals[::-1]:
        return Match(tuple([one.with_seats_changed() for one in facts.earlier]))
    return Match()


def moves_until_own(table: TableState, name: str) -> int:
    """Return how many actions there were when somebody had acted for the last time."""
    seat = table.facts.seat_of(name)
    if seat is None:
        return 0
    own = [at + 1 for at in actions_of(table, seat) if at not in table.facts.stood_in]
    return max(own, default=0)


def actions_of(table: TableState, seat: Seat) -> tuple[int, ...]:
    """Return the numbers, from 0, of the actions that were taken for a seat; none before a game."""
    game = table.game
    if game is None:
        return ()
    acting = [game.game.to_act(game.history.at(at).state) for at in range(game.moves)]
    return tuple([at for at, one in enumerate(acting) if one == seat])
