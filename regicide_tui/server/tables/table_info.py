"""Who is at a table of the house and what passes between them: all of a table but its cards."""

from collections.abc import Mapping

from msgspec.structs import replace

from regicide_tui.games.base import Json, Seat, Value
from regicide_tui.server.tables.phrases import Phrase
from regicide_tui.server.tables.state import (
    Clock,
    Question,
    Said,
    TableState,
    is_bot,
    may_wish,
    phrases,
)


class TableInfo(Value, frozen=True):
    """A table as somebody at it, or who watches it, sees it beside the cards."""

    game: str
    players: int
    options: Mapping[str, Json]
    password: str
    """What opens a private table; who does not sit there never learns it."""
    private: bool
    clock: Clock | None
    host: str
    seats: tuple[str, ...]
    ready: tuple[str, ...]
    seat: Seat | None
    """Where who looks sits; None for who watches."""
    absent: tuple[str, ...]
    bots: tuple[str, ...]
    """The levels of the bots that play, seat by seat."""
    begun: bool
    over: bool
    ended: bool
    closed: bool
    asked: Question | None
    draws: tuple[Seat, ...]
    wishes: Mapping[Seat, bool]
    may_wish: bool
    said: tuple[Said, ...]
    phrases: tuple[Phrase, ...]
    to_act: Seat | None
    turn: int

    @property
    def people(self) -> tuple[str, ...]:
        """Who sits here."""
        return tuple([name for name in self.seats if name])

    @property
    def free(self) -> int:
        """How many seats are free."""
        return len(self.seats) - len(self.people)

    @property
    def is_attended(self) -> bool:
        """Whether anybody who sits here is here, bots aside."""
        return any(name not in self.absent and not is_bot(name) for name in self.people)

    @property
    def playing(self) -> bool:
        """Whether a game goes on."""
        return self.begun and not self.over

    @property
    def here(self) -> tuple[Seat, ...]:
        """The seats of those who are here and play for themselves."""
        seats = enumerate(self.seats)
        return tuple([one for one, name in seats if name not in self.absent and not self.bots[one]])

    @property
    def alone(self) -> tuple[str, ...]:
        """Who is absent, and no bot plays for them."""
        return tuple([name for name in self.absent if not self.bots[self.seats.index(name)]])

    def others(self, name: str) -> tuple[str, ...]:
        """Return who else sits here."""
        return tuple([one for one in self.people if one != name])


def as_seen_by(info: TableInfo, state: TableState, name: str) -> TableInfo:
    """Return a company, that somebody who watches sees, with the eyes of somebody at the table."""
    seat = state.seat_of(name)
    return replace(info, seat=seat, password=state.password if seat is not None else "")


def make_table_info(state: TableState, name: str, absent: tuple[str, ...]) -> TableInfo:
    """Look at a table with the eyes of somebody; `absent` are those at it who are not here."""
    watched = TableInfo(
        game=state.game,
        players=state.players,
        options=state.options,
        password="",
        private=bool(state.password),
        clock=state.clock,
        host=state.host,
        seats=state.seats,
        ready=(*state.ready, *filter(is_bot, state.seats)),
        seat=None,
        absent=absent,
        bots=state.bots,
        begun=state.begun,
        over=state.over,
        ended=state.ended,
        closed=state.closed,
        asked=state.question,
        draws=state.draws,
        wishes=state.wishes,
        may_wish=may_wish(state),
        said=state.said,
        phrases=phrases(state),
        to_act=state.to_act,
        turn=state.turn,
    )
    return as_seen_by(watched, state, name)
