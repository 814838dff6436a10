"""A table as one visitor sees it: without hidden cards and words that they may not know."""

from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import asdict, replace

from regicide_tui.games.base import Seat, Standing
from regicide_tui.games.words import to_reader
from regicide_tui.play.table import TableView
from regicide_tui.server.model.names import Reader
from regicide_tui.server.model.table.facts import DRAW, SEAT, Question, TableFacts, WhoJoins
from regicide_tui.server.model.table.people import Place, Where
from regicide_tui.server.model.table.state import TableState


class VisitorTable(TableFacts):
    """A table as a player or a spectator sees it: its public facts, and those for them."""

    seat: Seat | None = None
    """The seat of the visitor; None for spectators."""
    asks_for: Seat | None = None
    """The bot's seat that the visitor asks for."""
    places: Mapping[str, Place] = {}
    """Where each person among the players is."""
    spectators: tuple[str, ...] = ()
    """The spectators of the table: people with names, then guests."""
    cards: TableView | None = None
    """The game as the visitor may know it; None before it starts and in the lobby."""
    password: str = ""
    """The password of a private table; empty for people who don't sit there."""
    invitation: str = ""
    """The invitation word; empty for people who don't sit there, and for guests."""
    is_turned_down: bool = False
    """Whether the visitor was refused a bot's seat, and can't ask for one again."""
    is_sent_away: bool = False
    """Whether the host has sent the visitor away before the game."""
    reader: Reader = Reader("")
    """The visitor as the reader of names."""

    @property
    def readable(self) -> tuple[str, ...]:
        """The names of the players as the visitor reads them."""
        return to_reader(tuple(map(self.reader.mark, self.seats)), self.seat)

    @property
    def absent(self) -> tuple[str, ...]:
        """The players who aren't on the server."""
        return tuple([name for name, one in self.places.items() if one.where is Where.AWAY])

    @property
    def here(self) -> tuple[Seat, ...]:
        """The seats of players who are here and have no bot."""
        seats, absent = enumerate(self.seats), self.absent
        return tuple([one for one, name in seats if name not in absent and not self.bots[one]])

    @property
    def absent_without_bot(self) -> tuple[str, ...]:
        """The absent players for whom no bot plays."""
        return self.without_bot(self.absent)

    @property
    def absent_with_bot(self) -> tuple[str, ...]:
        """The absent players for whom a bot plays."""
        alone = self.absent_without_bot
        return tuple([name for name in self.absent if name not in alone])

    @property
    def open_question(self) -> Question | None:
        """The request that awaits the visitor's answer: a player's, or else a newcomer's."""
        asked, seat = self.question, self.seat
        if seat is None:
            return None
        if asked is not None and seat not in asked.agreed:
            return asked
        # A person who left the table or lost the connection gets no seat.
        newcomer = next((one for one in self.asking if one in self.spectators), "")
        decides = newcomer and self.lets_in(self.seats[seat], self.absent)
        return Question(SEAT, (), by=newcomer) if decides else None

    @property
    def shown_question(self) -> Question | None:
        """The request shown to the visitor: the one to answer, or else an open one."""
        return self.open_question or self.question

    @property
    def own_question(self) -> Question | None:
        """The request that the visitor agreed to and that still waits for others."""
        asked = self.question
        return asked if asked is not None and self.seat in asked.agreed else None

    @property
    def offering(self) -> tuple[str, ...]:
        """The players whose draw offer the visitor hasn't accepted."""
        if self.seat is None or self.seat in self.draws:
            return ()
        return tuple([self.seats[seat] for seat in self.draws])

    @property
    def open_offer(self) -> Question | None:
        """The draw offer that awaits the visitor's answer: requests are answered first."""
        return Question(DRAW, self.draws) if self.offering and self.question is None else None

    @property
    def may_take_over(self) -> tuple[Seat, ...]:
        """The seats of bots that the visitor may take now."""
        return self.to_take_over if self.seat is None and not self.is_turned_down else ()

    @property
    def for_strangers(self) -> "VisitorTable":
        """What may be listed: of a private game, only that it is played, and the seats to take."""
        if not (self.private and self.begun and self.seat is None):
            return self
        open_seats = self.to_take_over
        return VisitorTable(
            game=self.game,
            players=self.players,
            private=True,
            joining=self.joining,
            seats=tuple([one if at in open_seats else "" for at, one in enumerate(self.seats)]),
            bots=("",) * self.players,
            begun=True,
            ended=self.over,
            series=self.series,
            asks_for=self.asks_for,
            is_turned_down=self.is_turned_down,
            reader=self.reader,
        )


def seen_by(
    reader: Reader,
    state: TableState,
    places: Mapping[str, Place],
    cards: TableView | None = None,
    ignored: Collection[str] = (),
    spectators: Sequence[str] = (),
) -> VisitorTable:
    """Return a table as a visitor sees it; `places` are those of its people.

    Messages of `ignored` people in their own words are left out. Phrases of the list stay: they
    belong to the game (R-9). Only its players see the state of a private game, or of a board that
    others can still play.
    """
    name, facts, secrets = reader.name, state.facts, state.secrets
    seat = facts.seat_of(name)
    if ignored:
        heard = [one for one in facts.said if not (one.in_own_words and one.by in ignored)]
        facts = replace(facts, said=tuple(heard))
    if seat is None and (facts.private or facts.board):
        facts = replace(facts, standing=Standing())
    return VisitorTable(
        **asdict(facts),
        seat=seat,
        asks_for=facts.asking.get(name),
        places=places,
        spectators=tuple([one for one in spectators if one != name]),
        cards=cards,
        password=secrets.password if seat is not None else "",
        invitation=secrets.invitation if seat is not None else "",
        is_turned_down=facts.joining is WhoJoins.ASK and name in secrets.turned_down,
        is_sent_away=name in secrets.sent_away,
        reader=reader,
    )
