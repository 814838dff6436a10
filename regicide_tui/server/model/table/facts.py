"""The public facts of a table, without its cards: players, messages, and the state of the game."""

from collections.abc import Collection, Iterable, Mapping

from regicide_tui import games
from regicide_tui.enums import TextEnum
from regicide_tui.games.base import AnyGame, Json, Outcome, Seat, Standing, Value
from regicide_tui.play.history import Result
from regicide_tui.server.model.names import is_guest
from regicide_tui.server.model.table.people import People
from regicide_tui.server.model.table.phrases import Phrase, sentence_of, usual_phrases

DAY = 24 * 60 * 60
"""Seconds."""
LEAST_AWAY = 10 * 60 * 1000
"""Milliseconds for which all people must be away before a waiting table may be closed."""
CLOCK_ERROR = 60_000
"""Milliseconds by which an entry may be in the future: clocks of machines differ a little."""

BOT = " (bot)"
"""The end of bots' names; no account has such a name."""


class Clock(Value):
    """Each player's time: in total, and added after each action, in seconds.

    With `renewed`, each action restores its player's full time: it is a correspondence game.
    """

    seconds: int
    increment: int = 0
    renewed: bool = False

    @property
    def days(self) -> int:
        """The days for each action; 0 if this isn't a correspondence game."""
        return self.seconds // DAY if self.renewed else 0


class WhoJoins(TextEnum):
    """Who may take the seat of a bot during a game."""

    ANYONE = "anyone"
    ASK = "ask"
    """The host decides each time."""
    NOBODY = "nobody"


class Question(Value):
    """A request to everyone, and the seats that want it, the asking seat first."""

    what: str
    agreed: tuple[Seat, ...]
    at: int = 0
    """When it was made: Unix time in milliseconds."""
    by: str = ""
    """Who asks for the seat of a bot; empty for requests of players."""


SEAT = "seat"
"""The request of a person who doesn't sit at the table."""
DRAW = "draw"
"""The offer of one of two opponents to the other (D-21)."""


class Unmet(Value):
    """An unsuccessful request or offer of a seat.

    Someone refused it, or it ended with an action; then `by` is empty.
    """

    what: str
    by: str = ""


class Said(Value):
    """A message, its author and its time."""

    by: str
    text: str
    at: int = 0
    in_own_words: bool = False
    """Whether it is in their own words, and not a phrase of the list."""


class TableSecrets(Value):
    """The facts of a table that aren't public."""

    password: str = ""
    """The word that opens a private table; empty for other tables."""
    invitation: str = ""
    """The invitation word, which replaces the password; empty if there is none."""
    sent_away: tuple[str, ...] = ()
    """The people whom the host has sent away before the game."""
    turned_down: tuple[str, ...] = ()
    """The people to whom the host has refused the seat of a bot."""
    stood_up: tuple[str, ...] = ()
    """The people who left the table before its game on their own."""
    beside: Mapping[str, int] = {}
    """The number of records of each person that aren't actions of the game."""

    def opens_with(self, word: str) -> bool:
        """Return whether a word opens the table: its password or its invitation.

        Any word opens a table that isn't private.
        """
        return self.password in ("", word) or (self.invitation != "" and word == self.invitation)


class TableFacts(Value):
    """The public facts of a table: no hidden cards, no seed, and no word that opens it.

    `wishes` contains each seat's wish while the next player is chosen (R-9). `left` is each seat's
    time in milliseconds, as it was at `since`.
    """

    game: str = ""
    players: int = 0
    options: Mapping[str, Json] = {}
    private: bool = False
    """Whether people need a word to join."""
    joining: WhoJoins = WhoJoins.ANYONE
    talks_freely: bool = False
    """Whether partners may say anything, even about their cards."""
    programs: bool = False
    """Whether programs may sit down."""
    clock: Clock | None = None
    host: str = ""
    passed: int = 0
    """How often the server has changed the host."""
    seats: tuple[str, ...] = ()
    """The player in each seat; empty if it is free."""
    ready: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()
    """The level of the bot that plays for each seat, including bots that stand in."""
    question: Question | None = None
    asking: Mapping[str, Seat] = {}
    """The people who ask the host for a bot's seat, and that seat, in order."""
    draws: tuple[Seat, ...] = ()
    """The seats that offer a draw (D-21)."""
    unmet: Mapping[Seat, Unmet] = {}
    """The unsuccessful requests of seats, until they act or ask again."""
    undo_refused: tuple[Seat, ...] = ()
    """The seats that were refused an undo; they can ask again after the next action."""
    wishes: Mapping[Seat, bool] = {}
    said: tuple[Said, ...] = ()
    begun: bool = False
    """Whether the game has started; it may be over."""
    ended: bool = False
    """Whether the game was ended without a winner."""
    closed: bool = False
    """Whether the table was closed without a result: its people left or stayed away."""
    after: str = ""
    """The previous table of the same players."""
    series: str = ""
    """The series of boards of this table; empty if it plays none."""
    board: str = ""
    """The board of this table; empty before the game."""
    rivals: tuple[str, ...] = ()
    """The two opponents of a match that continues here, in the order of their seats so far."""
    earlier: tuple[Result, ...] = ()
    """The games of that match, with the seats of the time."""
    stood_in: Mapping[int, Seat] = {}
    """The seats for which bots stood in, by the numbers of their actions, from 0."""
    left: tuple[int, ...] = ()
    since: int = 0
    latest: int = 0
    """When something last happened here: Unix time in milliseconds."""
    to_act: Seat | None = None
    """The seat that must act, or None."""
    turn: int = 0
    """The number of the turn; 0 before the game."""
    outcome: Outcome | None = None
    """The result of the game, or None."""
    standing: Standing = Standing()
    """The state of the game, as everyone may know it."""
    chooses_next: bool = False
    """Whether the next player is being chosen."""
    remarks: tuple[tuple[str, int], ...] = ()
    """The ids and counts of the public facts of the game that players may say now (R-9)."""

    # ------------------------------------------------------------ the state of the table

    @property
    def rules(self) -> AnyGame:
        """The game of this table."""
        return games.find(self.game)

    @property
    def over(self) -> bool:
        """Whether the game is over or the table closed."""
        return self.ended or self.closed or self.outcome is not None

    @property
    def playing(self) -> bool:
        """Whether a game is in progress."""
        return self.begun and not self.over

    @property
    def waiting(self) -> bool:
        """Whether people wait here for a game that has not started."""
        return not self.begun and not self.closed

    @property
    def days(self) -> int:
        """The days for each action; 0 if this isn't a correspondence game."""
        return self.clock.days if self.clock is not None else 0

    def time_left(self, at: int) -> tuple[int, ...]:
        """Return the remaining time of each seat, in milliseconds; nothing without a clock.

        Nobody gains time if `at` is before the latest action. Bots use no time: a delay may not be
        the fault of the player for whom the bot plays.
        """
        acting = self.acting_person
        return tuple(
            max(0, left - max(0, at - self.since)) if seat == acting else left
            for seat, left in enumerate(self.left)
        )

    @property
    def paused_until(self) -> int:
        """Until when a correspondence game is paused, unless someone acts; 0 without a pause.

        During a pause, `since` is in the future: Unix time in milliseconds.
        """
        return self.since if self.playing and self.days and self.since > self.latest else 0

    def clocks_stand(self, people: People, now: int) -> bool:
        """Return whether clocks have been stopped since the server was opened; days always count.

        Clocks are also stopped while the latest entry is in the future, because the clock of a
        machine was wrong.
        """
        if not self.playing or self.clock is None or self.days:
            return False
        return self.since < people.opened_at or self.since > now + CLOCK_ERROR

    def times(self, people: People, now: int) -> tuple[int, ...]:
        """Return the remaining time of each seat now; no time passes while clocks are stopped."""
        return self.time_left(self.since if self.clocks_stand(people, now) else now)

    def last_done(self, now: int) -> int:
        """Return when something last happened here, or 0 if that is a minute in the future.

        Then the clock of the machine was wrong before the server was opened, and the time is
        unknown. Without this, such a table couldn't be closed for as long as the clock was wrong.
        """
        return self.latest if self.latest < now + CLOCK_ERROR else 0

    def last_seen(self, people: People, now: int) -> int:
        """Return when one of the people was last on the server or did something here."""
        return max(self.last_done(now), people.last_left)

    def may_make_room_at(self, people: People, now: int) -> int | None:
        """Return when a waiting table may be closed; None if one of its people is here.

        After the server was opened, people have as long to reconnect as after leaving.
        """
        if people.here:
            return None
        return max(self.last_seen(people, now), people.opened_at) + LEAST_AWAY

    @property
    def time_over_at(self) -> int | None:
        """When the time of the player who must act is up: Unix time in milliseconds.

        None if no time is running.
        """
        seat = self.acting_person
        return None if seat is None or not self.left else self.since + self.left[seat]

    def unmet_after(self, acting: Seat | None) -> Mapping[Seat, Unmet]:
        """Return the unmet requests after an action, which ends a request and an offer.

        The player who acted isn't told: they know.
        """
        found = {seat: Unmet(DRAW) for seat in self.draws}
        if self.question is not None:
            found[self.question.agreed[0]] = Unmet(self.question.what)
        found.update(self.unmet)  # a refused offer is kept until the action
        return {seat: one for seat, one in found.items() if seat != acting}

    @property
    def deadline(self) -> int | None:
        """The deadline of the acting player in a correspondence game; None if no days pass."""
        return self.time_over_at if self.days else None

    # ------------------------------------------------------------ who sits here

    @property
    def people(self) -> tuple[str, ...]:
        """The names of the players who aren't bots."""
        return tuple([name for name in self.seats if name and not is_bot(name)])

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all players, bots included."""
        return tuple([name for name in self.seats if name])

    def others(self, name: str) -> tuple[str, ...]:
        """Return the names of the other players at the table."""
        return tuple([one for one in self.names if one != name])

    @property
    def free(self) -> int:
        """The number of free seats."""
        return self.seats.count("")

    @property
    def of_guest(self) -> bool:
        """Whether this is a guest's table, at which only bots join them."""
        return is_guest(self.host) and all(map(is_guest, self.people))

    @property
    def listed_by(self) -> tuple[object, ...]:
        """The facts on which the table's place in the lobby depends, except who is here."""
        return self.host, self.seats, self.begun, self.over, self.joining

    def seat_of(self, name: str) -> Seat | None:
        """Return the seat of a player, or None."""
        return self.seats.index(name) if name and name in self.seats else None

    def waits_for(self, name: str) -> bool:
        """Return whether it is a player's turn, and no bot plays for them."""
        seat = self.acting_person
        return seat is not None and self.seats[seat] == name

    @property
    def acting_bot(self) -> Seat | None:
        """The seat that must act, if a bot plays there."""
        seat = self.to_act if self.playing else None
        return seat if seat is not None and self.bots[seat] else None

    @property
    def acting_person(self) -> Seat | None:
        """The seat that must act, if no bot plays there."""
        return self.to_act if self.playing and self.acting_bot is None else None

    def without_bot(self, names: Iterable[str]) -> tuple[str, ...]:
        """Return the players among these names for whom no bot plays."""
        return tuple([name for name in names if not self.bots[self.seats.index(name)]])

    @property
    def to_take_over(self) -> tuple[Seat, ...]:
        """The seats of bots that people may take during a game.

        Only in cooperative games: opponents haven't agreed to play the newcomer.
        """
        closed = self.joining is WhoJoins.NOBODY
        if not self.playing or self.rules.rivals or self.of_guest or closed:
            return ()
        return tuple([seat for seat, name in enumerate(self.seats) if is_bot(name)])

    def lets_in(self, name: str, absent: Collection[str]) -> bool:
        """Return whether a player decides who takes bots' seats: the host, or anyone if absent.

        `absent` are the people of the table who aren't on the server.
        """
        return name == self.host or self.host in absent

    # ------------------------------------------------------------ messages

    @property
    def speaks_freely(self) -> bool:
        """Whether players may say anything (D-22).

        In a cooperative game they may not talk about their cards (R-9), so there is a list of
        phrases, unless the table was opened for free talk.
        """
        return not self.playing or self.rules.rivals or self.talks_freely

    @property
    def phrases(self) -> tuple[Phrase, ...]:
        """The phrases that may be said now: the usual ones and public facts of the game (R-9)."""
        rules = self.rules
        found = [Phrase(id_, count, sentence_of(rules, id_, count)) for id_, count in self.remarks]
        return (*usual_phrases(), *found)

    @property
    def may_wish(self) -> bool:
        """Whether players may now say if they would like to go next (R-9)."""
        return self.playing and self.chooses_next


def is_bot(name: str) -> bool:
    """Return whether this is the name of a bot."""
    return name.endswith(BOT)
