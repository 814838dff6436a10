"""Before a game: opening a table, seating people and bots, and starting the game.

The next game of the same players has a table of its own.
"""

from collections.abc import Mapping
from hashlib import blake2b
from typing import Annotated

from msgspec import Meta

from regicide_tui import games
from regicide_tui.bots.roster import list_levels, name_players
from regicide_tui.games.base import BadSetup, Json
from regicide_tui.play.dealing import deal, deal_in_match
from regicide_tui.play.history import GAMES_LIMIT, Result, Start, result_of
from regicide_tui.server.model.names import is_guest
from regicide_tui.server.model.table.command import (
    Caller,
    Command,
    Following,
    Refused,
    ServerCommand,
)
from regicide_tui.server.model.table.facts import (
    BOT,
    DAY,
    Clock,
    TableFacts,
    TableSecrets,
    WhoJoins,
    is_bot,
)
from regicide_tui.server.model.table.state import (
    NOTHING_ASKED,
    SERVER,
    Event,
    Events,
    Record,
    Seat,
    TableState,
    match_of,
    without,
)
from regicide_tui.server.storage.projection import Unreadable

MOST_DAYS = 14
"""The maximum days for an action in a correspondence game."""
MOST_PASSED = 100
"""How often the server may change the host of a table: its log must have a limit, however often
hosts leave and return."""
NO_GUESTS = "Guests can't play with other people. Choose a name first."
_PLAYERS = 3
"""The number of players in a game with bots, where a game allows it."""

# ---------------------------------------------------------------- opening a table


class TableOpened(Event):
    """A table was opened; `host` has its first seat. `clock` is seconds and an increment."""

    game: str
    players: Annotated[int, Meta(ge=1, le=16)]
    options: Mapping[str, Json]
    host: str
    password: str = ""
    clock: tuple[int, int] | None = None
    after: str = ""
    invitation: str = ""
    """The invitation word, which replaces the password; guests' tables have none."""

    def apply(self, table: TableState, record: Record) -> TableState:
        """Return a new table."""
        if not games.is_known(self.game):
            raise Unreadable("its game is not known here")
        deal(Start(self.game, self.players, "1", self.options))  # raises if it isn't possible
        facts = TableFacts(
            game=self.game,
            players=self.players,
            options=self.options,
            private=self.password != "",
            clock=Clock(*self.clock) if self.clock else None,
            host=self.host,
            seats=(self.host, *[""] * (self.players - 1)),
            bots=("",) * self.players,
            after=self.after,
        )
        return TableState(facts, TableSecrets(self.password, self.invitation))


class MatchContinued(Event):
    """The next game belongs to a match; `rivals` are the two opponents in the order of their seats.

    `earlier` are the games of the match so far. The game belongs to it only if both sit down.
    """

    rivals: tuple[str, str]
    earlier: Annotated[tuple[Result, ...], Meta(max_length=GAMES_LIMIT)]


class CorrespondenceChosen(Event):
    """The game is a correspondence game: each action must be taken within these days."""

    days: Annotated[int, Meta(ge=1, le=365)]

    def apply(self, table: TableState, record: Record) -> TableState:
        """Set the clock."""
        return table.with_facts(clock=Clock(self.days * DAY, renewed=True))


class MannersChosen(Event):
    """Who may take a bot's seat during the game, and whether partners may say anything."""

    joining: WhoJoins
    talks_freely: bool


class ProgramsLetIn(Event):
    """Whether programs may sit down at the table."""

    programs: bool


class SeriesChosen(Event):
    """The table plays a board of this series, chosen when its game starts."""

    series: str


class Open(Command):
    """Open a table. `clock` is seconds for each player, and seconds added after each action.

    With `days`, it is a correspondence game. With `series`, a board of this series is played.
    `joining` says who may take a bot's seat during a cooperative game, `talks_freely` that players
    may say anything, against the rules (R-9), and `programs` that programs may sit down.
    """

    game: str
    players: int
    options: Mapping[str, Json]
    password: str = ""
    clock: tuple[Annotated[int, Meta(ge=1)], Annotated[int, Meta(ge=0)]] | None = None
    days: int = 0
    series: str = ""
    joining: WhoJoins = WhoJoins.ANYONE
    talks_freely: bool = False
    programs: bool = False

    seated, opens = False, True

    def decide(self, who: Caller) -> Events:
        """Open the table, if the game is possible."""
        self._check_game(who)
        follows = who.following
        more: Events = (CorrespondenceChosen(self.days),) if self.days else ()
        if self.joining is not WhoJoins.ANYONE or self.talks_freely:
            more = (*more, MannersChosen(self.joining, self.talks_freely))
        if self.programs:
            more = (*more, ProgramsLetIn(True))
        if self.series:
            more = (*more, SeriesChosen(self.series))
        match follows.rivals:
            case one, other:
                more = (*more, MatchContinued((one, other), follows.earlier))
        opened = TableOpened(
            self.game,
            self.players,
            self.options,
            who.name,
            self.password,
            self.clock,
            follows.table,
            who.invitation,
        )
        return (opened, *more)

    def _check_game(self, who: Caller) -> None:
        """Refuse an impossible game. Raises `Refused`."""
        game = games.find(self.game) if games.is_known(self.game) else None
        if game is None or self.players not in game.player_counts:
            raise Refused("There is no such game for that many players.")
        if self.clock is not None and not game.rivals:
            raise Refused("Only competitive games can have a clock.")
        if self.days:
            self._check_days(who)
        try:
            deal(Start(self.game, self.players, "1", self.options))
        except BadSetup as error:
            raise Refused(error.message) from None
        if self.series:
            self._check_series(who)

    def _check_days(self, who: Caller) -> None:
        """Refuse an impossible correspondence game. Raises `Refused`."""
        if is_guest(who.name):
            raise Refused("Guests can't play correspondence games: they can't come back.")
        if self.players == 1 or self.clock is not None:
            raise Refused("A correspondence game needs several players and no other clock.")
        if not 0 < self.days <= MOST_DAYS:
            raise Refused(f"The time for each action must be 1 to {MOST_DAYS} days.")

    def _check_series(self, who: Caller) -> None:
        """Refuse a table that can't play a board. Raises `Refused`."""
        if is_guest(who.name):
            raise Refused("Guests can't play duplicate deals. Choose a name first.")
        if self.options or self.clock is not None or self.days or who.following.rivals:
            raise Refused("A duplicate deal has no house rules, no clock and no earlier games.")
        if self.talks_freely:
            raise Refused("Duplicate deals don't allow free chat: their results are compared.")


# ---------------------------------------------------------------- people's seats


class SeatTaken(Event):
    """A person sat down; their previous seat is free."""

    seat: Seat
    name: str

    def apply(self, table: TableState, record: Record) -> TableState:
        """Seat the person, who is no longer ready."""
        before = table.facts.seat_of(self.name)
        left = table if before is None else table.with_seat(before, "")
        left = left.with_secrets(stood_up=without(table.secrets.stood_up, self.name))
        return left.with_seat(self.seat, self.name)


class SeatLeft(Event):
    """A seat became free."""

    seat: Seat

    def apply(self, table: TableState, record: Record) -> TableState:
        """Free the seat; note if its player left on their own."""
        name = table.facts.seats[self.seat]
        stood_up = without(table.secrets.stood_up, name)
        if record.by == name:
            stood_up = (*stood_up, name)
        return table.with_secrets(stood_up=stood_up).with_seat(self.seat, "")


class PersonSentAway(Event):
    """The host sent a person away; they can't sit down here again."""

    seat: Seat
    name: str

    def apply(self, table: TableState, record: Record) -> TableState:
        """Free the seat, and note the person."""
        left = SeatLeft(self.seat).apply(table, record)
        sent_away = without(left.secrets.sent_away, self.name)
        return left.with_secrets(sent_away=(*sent_away, self.name))


class HostChanged(Event):
    """Another player is the host now."""

    host: str

    def apply(self, table: TableState, record: Record) -> TableState:
        """Change the host; note if the server did it."""
        passed = table.facts.passed + (record.by == SERVER)
        return table.with_facts(host=self.host, passed=passed)


class TableClosed(Event):
    """The table was closed without a result: its people left or stayed away."""

    def apply(self, table: TableState, record: Record) -> TableState:
        """Close the table."""
        return table.with_facts(closed=True, **NOTHING_ASKED)


class ReadinessChanged(Event):
    """A player is ready to start, or no longer."""

    name: str
    ready: bool

    def apply(self, table: TableState, record: Record) -> TableState:
        """Note who is ready."""
        ready = without(table.facts.ready, self.name)
        return table.with_facts(ready=(*ready, self.name) if self.ready else ready)


class BeforeGame(Command):
    """The base of commands before a game."""

    in_game = False


class OnSeat(BeforeGame):
    """The base of the host's commands for a seat."""

    seated = False

    seat: int

    def check(self, who: Caller) -> None:
        """Refuse a seat that doesn't exist as well."""
        super().check(who)
        if not 0 <= self.seat < who.facts.players:
            raise Refused("There is no such seat.")


class Sit(BeforeGame):
    """Take a seat."""

    seated = False

    seat: int
    password: str = ""

    def decide(self, who: Caller) -> Events:
        """Let people take free seats; guests only at their own tables."""
        facts, name = who.facts, who.name
        if name != facts.host and (is_guest(name) or facts.of_guest):
            raise Refused(NO_GUESTS if is_guest(name) else "This is a guest's own table.")
        if facts.seat_of(name) is None:
            who.check_may_come(self.password)
        who.check_program()
        if not 0 <= self.seat < facts.players or facts.seats[self.seat] not in ("", name):
            raise Refused("That seat is taken.")
        return (SeatTaken(self.seat, name),)


class Stand(BeforeGame):
    """Leave the table before the game. If the host leaves, another player becomes the host."""

    is_bounded = False

    def decide(self, who: Caller) -> Events:
        """Free the seat; the next host is a player who is here, if possible."""
        left: Events = (SeatLeft(who.seat),)
        people = [name for name in who.facts.people if name != who.name]
        if who.facts.host not in people:
            here = [name for name in people if name in who.people.here]
            left = (*left, HostChanged(next(iter([*here, *people]), "")))
        return left if people else (*left, TableClosed())


class FreeSeat(OnSeat):
    """Free the seat of an absent player before the game."""

    is_bounded = False
    of_host = "can free the seats of players who are away."

    def decide(self, who: Caller) -> Events:
        """Free the seat of a player who has been away for long enough."""
        name = who.facts.seats[self.seat]
        if name in who.just_left:
            raise who.must_wait_for([name])
        if name == who.name or name not in who.absent:
            raise Refused("No absent player sits there.")
        return (SeatLeft(self.seat),)


class SendPersonAway(OnSeat):
    """Send a person away before the game; they can't sit down here again."""

    of_host = "can decide who sits here."

    name: str

    def decide(self, who: Caller) -> Events:
        """Send away the person in the seat."""
        name = self.name
        if name in (who.name, "") or is_bot(name) or name != who.facts.seats[self.seat]:
            raise Refused("This person no longer sits there.")
        return (PersonSentAway(self.seat, name),)


class PassHost(ServerCommand):
    """Make a player who is here the host of a waiting table whose host has been away for long."""

    in_game = False

    def decide(self, who: Caller) -> Events:
        """Choose the first person who is here."""
        facts = who.facts
        if facts.passed >= MOST_PASSED:
            raise Refused("The host has changed too often.")
        here = [name for name in facts.people if name in who.people.here]
        if facts.host in here or not here:
            raise Refused("The host is here, or nobody is.")
        return (HostChanged(here[0]),)


class BeReady(BeforeGame):
    """Be ready to start, or no longer."""

    ready: bool

    def decide(self, who: Caller) -> Events:
        """Note it."""
        return (ReadinessChanged(who.name, self.ready),)


# ---------------------------------------------------------------- bots' seats


class BotSeated(Event):
    """A bot of a level took a free seat."""

    seat: Seat
    name: str
    level: str

    def apply(self, table: TableState, record: Record) -> TableState:
        """Seat the bot."""
        return table.with_seat(self.seat, self.name, self.level)


class BotSentAway(Event):
    """A bot left its seat."""

    seat: Seat

    def apply(self, table: TableState, record: Record) -> TableState:
        """Free the seat."""
        return table.with_seat(self.seat, "")


class SeatBot(OnSeat):
    """Seat a bot of a level in a free seat."""

    of_host = "can seat bots."

    level: str

    def decide(self, who: Caller) -> Events:
        """Seat a bot with a name that is free at the table."""
        facts = who.facts
        if facts.series:
            raise Refused("Only people can play duplicate deals: their results are compared.")
        if facts.seats[self.seat]:
            raise Refused("That seat is taken.")
        levels = [one.name for one in list_levels(facts.game, facts.players)]
        if self.level not in levels:
            raise Refused(f"Bots for this game: {', '.join(levels) or 'none'}.")
        names = name_players([self.level] * facts.players, [""] * facts.players)
        name = next(one + BOT for one in names if one + BOT not in facts.seats)
        return (BotSeated(self.seat, name, self.level),)


class SendBotAway(OnSeat):
    """Remove a bot from its seat."""

    of_host = "can seat bots."

    def decide(self, who: Caller) -> Events:
        """Remove the bot."""
        if not is_bot(who.facts.seats[self.seat]):
            raise Refused("That seat is taken.")
        return (BotSentAway(self.seat),)


# ---------------------------------------------------------------- the start


class BoardDealt(Event):
    """The table got this board: its game is played with the cards of the board."""

    board: str


class GameStarted(Event):
    """The cards were dealt from a seed."""

    seed: str

    def apply(self, table: TableState, record: Record) -> TableState:
        """Deal the cards; the clocks start."""
        facts = table.facts
        start = Start(facts.game, facts.players, self.seed, facts.options)
        left = (facts.clock.seconds * 1000,) * facts.players if facts.clock else ()
        game = deal_in_match(start, match_of(facts), facts.seats, facts.bots)
        return table.with_game(game, left=left, since=record.at)


class StartGame(BeforeGame):
    """Deal the cards: those of a board, if the table plays one."""

    seated = is_bounded = False
    of_host = "can start the game."

    def decide(self, who: Caller) -> Events:
        """Start the game once all players are seated and ready."""
        facts, dealt = who.facts, who.dealt
        if facts.free:
            raise Refused("Not all seats are taken.")
        waiting = [name for name in facts.people if name not in (*facts.ready, who.name)]
        if waiting:
            raise Refused(f"Not ready yet: {', '.join(waiting)}.")
        if not facts.series:
            return (GameStarted(dealt.seed),)
        if dealt.people != facts.people:
            raise Refused("Someone joined or left at that moment. Start again.")
        return (BoardDealt(dealt.board), GameStarted(dealt.seed))


def players_with_bots(game: str) -> int:
    """Return the number of players in a game with bots that starts at once."""
    counts = games.find(game).player_counts
    return _PLAYERS if _PLAYERS in counts else max(counts)


def id_after(table: str, number: int, size: int) -> str:
    """Return the id of a table for the next game after another; number 0 is the first."""
    return blake2b(f"{table} {number}".encode(), digest_size=size).hexdigest()


def next_game(state: TableState) -> Open:
    """Return the command that opens a table for the next game after a finished one."""
    facts, password = state.facts, state.secrets.password
    clock = None if facts.days else facts.clock
    times = (clock.seconds, clock.increment) if clock is not None else None
    return Open(
        facts.game,
        facts.players,
        facts.options,
        password,
        times,
        facts.days,
        joining=facts.joining,
        talks_freely=facts.talks_freely,
        programs=facts.programs,
    )


def follow(table: str, state: TableState) -> Following:
    """Return what follows a finished game: its match continues, if it has one."""
    if state.game is None or not state.facts.rules.matches:
        return Following(table)
    match, outcome = state.game.match, state.facts.outcome
    earlier = (match.after(result_of(outcome)) if outcome else match).earlier
    return Following(table, state.facts.seats, earlier)
