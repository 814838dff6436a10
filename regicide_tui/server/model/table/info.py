"""What a person may see of a table, except its cards: its players, their talk, their questions."""

from collections.abc import Collection, Mapping

from msgspec.structs import replace

from regicide_tui.enums import TextEnum
from regicide_tui.games.base import Json, Seat, Value
from regicide_tui.server.model.table.facts import Clock, Question, Said, is_bot
from regicide_tui.server.model.table.phrases import Phrase
from regicide_tui.server.model.table.state import TableState


class Where(TextEnum):
    """Where a player is, as the others at a table see it."""

    HERE = "here"
    LOBBY = "in the lobby"
    ELSEWHERE = "at another table"
    AWAY = "away"


class Place(Value, frozen=True):
    """Where a player is, and since when: Unix time in milliseconds, 0 if that is unknown."""

    where: Where
    since: int = 0


class TableInfo(Value, frozen=True):
    """A table as a player or a spectator sees it, without the cards."""

    game: str
    players: int
    options: Mapping[str, Json]
    password: str
    """The password of a private table; empty for people who don't sit there."""
    invitation: str
    """The word that leads others here; empty for people who don't sit there, and for guests."""
    private: bool
    clock: Clock | None
    host: str
    seats: tuple[str, ...]
    ready: tuple[str, ...]
    seat: Seat | None
    """The seat of the person who looks; None for spectators."""
    places: Mapping[str, Place]
    """Where each player is who is no bot."""
    bots: tuple[str, ...]
    """The levels of the bots that play, seat by seat."""
    begun: bool
    over: bool
    ended: bool
    closed: bool
    sent_away: tuple[str, ...]
    """The people whom the host has sent away before the game."""
    asked: Question | None
    draws: tuple[Seat, ...]
    wishes: Mapping[Seat, bool]
    may_wish: bool
    said: tuple[Said, ...]
    phrases: tuple[Phrase, ...]
    speaks_freely: bool
    """Whether players may say whatever they like (D-22)."""
    stood_in: Mapping[int, Seat]
    """The seats for which bots have stood in, by the numbers of their actions, from 0."""
    to_act: Seat | None
    turn: int
    to_take_over: tuple[Seat, ...]
    """The seats of bots that the person who looks may take now."""
    series: str
    """The series of boards from which one is played here; empty if none is."""
    deadline: int | None
    """By correspondence, until when the acting player has time: Unix time in milliseconds."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all players at the table, bots included."""
        return tuple([name for name in self.seats if name])

    @property
    def free(self) -> int:
        """The number of free seats."""
        return len(self.seats) - len(self.names)

    @property
    def absent(self) -> tuple[str, ...]:
        """The players who are not on the server."""
        return tuple([name for name, one in self.places.items() if one.where is Where.AWAY])

    @property
    def playing(self) -> bool:
        """Whether a game goes on."""
        return self.begun and not self.over

    @property
    def days(self) -> int:
        """The days within which each action must be taken; 0 if people play at once."""
        return self.clock.days if self.clock is not None else 0

    def waits_for(self, name: str) -> bool:
        """Tell whether it is somebody's turn, and no bot plays for them."""
        if not self.playing or self.to_act is None:
            return False
        return self.seats[self.to_act] == name and not self.bots[self.to_act]

    @property
    def here(self) -> tuple[Seat, ...]:
        """The seats of players who are here and play themselves."""
        seats = enumerate(self.seats)
        return tuple([one for one, name in seats if name not in self.absent and not self.bots[one]])

    @property
    def absent_without_bot(self) -> tuple[str, ...]:
        """The absent players for whom no bot plays."""
        return tuple([name for name in self.absent if not self.bots[self.seats.index(name)]])

    @property
    def absent_with_bot(self) -> tuple[str, ...]:
        """The absent players for whom a bot plays."""
        return tuple([name for name in self.absent if self.bots[self.seats.index(name)]])

    def others(self, name: str) -> tuple[str, ...]:
        """Return the other names at the table."""
        return tuple([one for one in self.names if one != name])


def as_seen_by(info: TableInfo, state: TableState, name: str) -> TableInfo:
    """Return a spectator's info of a table as this person sees it."""
    seat, secrets = state.facts.seat_of(name), state.secrets
    if seat is None:
        return replace(info, seat=None, password="", invitation="")
    return replace(
        info, seat=seat, password=secrets.password, invitation=secrets.invitation, to_take_over=()
    )


def without_words_of(info: TableInfo, names: Collection[str]) -> TableInfo:
    """Return an info without what some people said in their own words.

    The phrases of the list stay: they belong to the game (R-9).
    """
    heard = [one for one in info.said if not (one.in_own_words and one.by in names)]
    return replace(info, said=tuple(heard))


def make_table_info(state: TableState, name: str, places: Mapping[str, Place]) -> TableInfo:
    """Return what this person may see of a table; `places` are those of its people."""
    facts = state.facts
    watched = TableInfo(
        game=facts.game,
        players=facts.players,
        options=facts.options,
        password="",
        invitation="",
        private=facts.private,
        clock=facts.clock,
        host=facts.host,
        seats=facts.seats,
        ready=(*facts.ready, *filter(is_bot, facts.seats)),
        seat=None,
        places=places,
        bots=facts.bots,
        begun=facts.begun,
        over=facts.over,
        ended=facts.ended,
        closed=facts.closed,
        sent_away=state.secrets.sent_away,
        asked=facts.question,
        draws=facts.draws,
        wishes=facts.wishes,
        may_wish=facts.may_wish,
        said=facts.said,
        phrases=facts.phrases,
        speaks_freely=facts.speaks_freely,
        stood_in=facts.stood_in,
        to_act=facts.to_act,
        turn=facts.turn,
        to_take_over=facts.to_take_over,
        series=facts.series,
        deadline=facts.deadline,
    )
    return as_seen_by(watched, state, name)
