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
    word: str
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


def as_seen_by(company: TableInfo, room: TableState, name: str) -> TableInfo:
    """Return a company, that somebody who watches sees, with the eyes of somebody at the table."""
    seat = room.seat_of(name)
    return replace(company, seat=seat, word=room.password if seat is not None else "")


def table_info_of(room: TableState, name: str, absent: tuple[str, ...]) -> TableInfo:
    """Look at a table with the eyes of somebody; `absent` are those at it who are not here."""
    watched = TableInfo(
        game=room.game,
        players=room.players,
        options=room.options,
        word="",
        private=bool(room.password),
        clock=room.clock,
        host=room.host,
        seats=room.seats,
        ready=(*room.ready, *filter(is_bot, room.seats)),
        seat=None,
        absent=absent,
        bots=room.bots,
        begun=room.begun,
        over=room.over,
        ended=room.ended,
        closed=room.closed,
        asked=room.question,
        draws=room.draws,
        wishes=room.wishes,
        may_wish=may_wish(room),
        said=room.said,
        phrases=phrases(room),
        to_act=room.to_act,
        turn=room.turn,
    )
    return as_seen_by(watched, room, name)
