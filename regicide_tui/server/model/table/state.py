"""The state of a table at one moment: the game, the people, and open questions."""

from collections.abc import Iterable, Mapping

from regicide_tui import games
from regicide_tui.games import optional
from regicide_tui.games.base import AnyGame, Outcome, Seat
from regicide_tui.play.match import Match
from regicide_tui.play.table import Table
from regicide_tui.server.model.names import is_guest
from regicide_tui.server.model.table.facts import (
    GameSummary,
    TableFacts,
    is_bot,
)
from regicide_tui.server.model.table.phrases import Phrase, sentence_of, usual_phrases


class TableState(TableFacts, frozen=True):
    """A table with its game, which is None before it begins or while `summary` stands for it."""

    saved: Table | None = None
    stood_in: Mapping[int, Seat] = {}
    """The seats for which bots have stood in, by the numbers of their actions, from 0."""

    @property
    def rules(self) -> AnyGame:
        """The game that is played here."""
        return games.find(self.game)

    @property
    def _known(self) -> Table | GameSummary | None:
        """What tells how the game stands; None before it."""
        return self.saved if self.saved is not None else self.summary

    @property
    def begun(self) -> bool:
        """Whether the game has begun; it may be over."""
        return self.saved is not None or self.summary is not None

    @property
    def to_act(self) -> Seat | None:
        """The seat that must act, or None."""
        return self._known.to_act if self._known is not None else None

    @property
    def turn(self) -> int:
        """The number of the turn; 0 before the game."""
        return self._known.turn if self._known is not None else 0

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None."""
        return self._known.outcome if self._known is not None else None

    @property
    def over(self) -> bool:
        """Whether nothing is played here any more."""
        return self.ended or self.closed or self.outcome is not None

    @property
    def playing(self) -> bool:
        """Whether a game goes on."""
        return self.begun and not self.over

    @property
    def waiting(self) -> bool:
        """Whether people gather here for a game that has not begun."""
        return not self.begun and not self.closed

    @property
    def people(self) -> tuple[str, ...]:
        """The names of the players who are no bots."""
        return tuple([name for name in self.seats if name and not is_bot(name)])

    @property
    def acting_bot(self) -> Seat | None:
        """The seat that must act, if a bot plays there."""
        seat = self.to_act if self.playing else None
        return seat if seat is not None and self.bots[seat] else None

    @property
    def days(self) -> int:
        """The days within which each action must be taken; 0 if people play at once."""
        return self.clock.days if self.clock is not None else 0

    @property
    def free(self) -> int:
        """How many seats are free."""
        return self.seats.count("")

    @property
    def of_guest(self) -> bool:
        """Whether this is the table of a guest, at which nobody else sits but bots."""
        return is_guest(self.host) and all(map(is_guest, self.people))

    def waits_for(self, name: str) -> bool:
        """Tell whether it is somebody's turn, and no bot plays for them."""
        if not self.playing or self.to_act is None:
            return False
        return self.seats[self.to_act] == name and not self.bots[self.to_act]

    def is_opened_by(self, word: str) -> bool:
        """Tell whether a word opens the table: its password, or that of its invitation."""
        return word == self.password or (self.invitation != "" and word == self.invitation)

    def seat_of(self, name: str) -> Seat | None:
        """Return the seat of somebody, or None."""
        return self.seats.index(name) if name and name in self.seats else None


EMPTY = TableState()
"""A table of which nothing is known yet."""


def without_bot(table: TableState, absent: Iterable[str]) -> tuple[str, ...]:
    """Return the absent players for whom no bot plays."""
    return tuple([name for name in absent if not table.bots[table.seats.index(name)]])


def phrases(table: TableState) -> tuple[Phrase, ...]:
    """Return what may be said now: the usual phrases, and public facts of the game (R-9)."""
    facts = _remarks(table)
    found = [Phrase(name, count, sentence_of(table.rules, name, count)) for name, count in facts]
    return (*usual_phrases(), *found)


def _remarks(table: TableState) -> tuple[tuple[str, int], ...]:
    if table.saved is not None:
        return optional.remarks(table.rules, table.saved.view(None))
    return table.summary.remarks if table.summary is not None else ()


def may_speak_freely(table: TableState) -> bool:
    """Tell whether players may say whatever they like (D-22).

    In a game of partners they may not talk of their cards (R-9), so there is the list of phrases.
    """
    return not table.playing or table.rules.rivals


def match_of(table: TableState) -> Match:
    """Return the match of which the next game at this table is one.

    It goes on only if the same two sit here. Results name seats, so they change with the seats.
    """
    if table.seats == table.rivals:
        return Match(table.earlier)
    if table.seats == table.rivals[::-1]:
        return Match(tuple([one.with_seats_changed() for one in table.earlier]))
    return Match()


def may_wish(table: TableState) -> bool:
    """Tell whether players may say now if they would like to go next (R-9)."""
    if table.saved is not None:
        return table.playing and optional.may_wish(table.rules, table.saved.view(None))
    return table.summary is not None and table.summary.may_wish


def facts_of(table: TableState) -> TableFacts:
    """Return a table with a summary in the place of its game; it holds no card."""
    known = {name: getattr(table, name) for name in TableFacts.__struct_fields__}
    if table.begun:
        known["summary"] = GameSummary(
            table.to_act, table.turn, table.outcome, may_wish(table), _remarks(table)
        )
    return TableFacts(**known)


def state_of(facts: TableFacts) -> TableState:
    """Return the state of a table whose game was not built from the log."""
    return TableState(*(getattr(facts, name) for name in TableFacts.__struct_fields__))


def deadline_of(table: TableState) -> int | None:
    """Return until when the player who must act has time by correspondence.

    It is Unix time in milliseconds. None means that nobody's days pass.
    """
    seat = table.to_act if table.playing and table.days else None
    return None if seat is None or table.bots[seat] else table.since + table.left[seat]


def moves_until_own(table: TableState, name: str) -> int:
    """Return how many actions there were when somebody had acted for the last time."""
    seat = table.seat_of(name)
    if seat is None:
        return 0
    own = [at + 1 for at in actions_of(table, seat) if at not in table.stood_in]
    return max(own, default=0)


def actions_of(table: TableState, seat: Seat) -> tuple[int, ...]:
    """Return the numbers, from 0, of the actions that were taken for a seat; none before a game."""
    if table.saved is None:
        return ()
    history = table.saved.history
    states = [history.first, *[move.state for move in history.standing]][: history.cursor]
    acting = enumerate(map(table.rules.to_act, states))
    return tuple([at for at, one in acting if one == seat])


def seats_to_take_over(table: TableState) -> tuple[Seat, ...]:
    """Return the seats of bots that people may take in the middle of a game.

    Only partners get new company so: of rivals, nobody has agreed to play this one.
    """
    if not table.playing or table.rules.rivals or table.of_guest:
        return ()
    return tuple([seat for seat, name in enumerate(table.seats) if is_bot(name)])


def time_left(table: TableState, at: int) -> tuple[int, ...]:
    """Return what is left of each seat's time, in milliseconds; nothing without a clock.

    Nobody gains time if `at` is before the latest action. No time runs for a bot: a delay may not
    be the fault of the player for whom it plays.
    """
    acting = table.to_act if table.playing else None
    if acting is not None and table.bots[acting]:
        return table.left
    return tuple(
        max(0, left - max(0, at - table.since)) if seat == acting else left
        for seat, left in enumerate(table.left)
    )
