"""What may be known of a table without its cards: the players, their talk, how the game stands."""

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
"""Milliseconds for which all people of a waiting table must be away before it may be closed."""
CLOCK_ERROR = 60_000
"""Milliseconds by which the time of an entry may lie ahead: machines differ a little."""

BOT = " (bot)"
"""Ends the names of bots; no account has such a name."""


class Clock(Value):
    """How long each player may think: in all, and added after each action, in seconds.

    With `renewed`, each action gives its player the whole time back: the game is played by
    correspondence.
    """

    seconds: int
    increment: int = 0
    renewed: bool = False

    @property
    def days(self) -> int:
        """The days within which each action must be taken; 0 if that is no matter of days."""
        return self.seconds // DAY if self.renewed else 0


class WhoJoins(TextEnum):
    """Who may take the seat of a bot in the middle of a game."""

    ANYONE = "anyone"
    ASK = "ask"
    """The host decides each time."""
    NOBODY = "nobody"


class Question(Value):
    """What is asked of everybody, and which seats want it; the first of them asked."""

    what: str
    agreed: tuple[Seat, ...]
    at: int = 0
    """When it was asked: Unix time in milliseconds."""
    by: str = ""
    """Who asks for the seat of a bot; empty for what players ask."""


SEAT = "seat"
"""What somebody who does not sit at the table asks for."""
DRAW = "draw"
"""What one of two opponents offers the other (D-21)."""


class Unmet(Value):
    """What a seat asked of the others or offered them, and did not get.

    Somebody refused it, or it ended with an action; then `by` is empty.
    """

    what: str
    by: str = ""


class Said(Value):
    """A sentence, who said it, and when."""

    by: str
    text: str
    at: int = 0
    in_own_words: bool = False
    """Whether it is a sentence of their own, and no phrase of the list."""


class TableSecrets(Value):
    """What a table knows that is not for everybody."""

    password: str = ""
    """The word that opens a private table; empty for other tables."""
    invitation: str = ""
    """The word that leads to the table, and stands for its password; empty if there is none."""
    sent_away: tuple[str, ...] = ()
    """The people whom the host has sent away before the game."""
    turned_down: tuple[str, ...] = ()
    """The people to whom the host has refused the seat of a bot."""
    stood_up: tuple[str, ...] = ()
    """The people who have left the table by themselves, before its game."""
    beside: Mapping[str, int] = {}
    """How many records of each person hold something other than an action of the game."""

    def opens_with(self, word: str) -> bool:
        """Tell whether a word opens the table: its password, or that of its invitation.

        Any word opens a table that is not private.
        """
        return self.password in ("", word) or (self.invitation != "" and word == self.invitation)


class TableFacts(Value):
    """What everybody may know of a table: no hidden card, no seed, and no word that opens it.

    `wishes` holds, while the next player is chosen, what each seat would like (R-9). `left` is each
    seat's time in milliseconds, as it was at `since`.
    """

    game: str = ""
    players: int = 0
    options: Mapping[str, Json] = {}
    private: bool = False
    """Whether people need a word to come here."""
    joining: WhoJoins = WhoJoins.ANYONE
    talks_freely: bool = False
    """Whether partners may say whatever they like, also of their cards."""
    programs: bool = False
    """Whether programs may sit down."""
    clock: Clock | None = None
    host: str = ""
    passed: int = 0
    """How often the server has made somebody else the host."""
    seats: tuple[str, ...] = ()
    """Who sits on each seat; empty if it is free."""
    ready: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()
    """The levels of the bots that play, seat by seat, also of those that stand in for somebody."""
    question: Question | None = None
    asking: Mapping[str, Seat] = {}
    """Who asks the host for the seat of a bot, and for which one, the first of them first."""
    draws: tuple[Seat, ...] = ()
    """The seats that offer a draw (D-21)."""
    unmet: Mapping[Seat, Unmet] = {}
    """What seats did not get, until they act or ask again."""
    undo_refused: tuple[Seat, ...] = ()
    """The seats that were refused an undo of the last action; they can ask after the next one."""
    wishes: Mapping[Seat, bool] = {}
    said: tuple[Said, ...] = ()
    begun: bool = False
    """Whether the game has begun; it may be over."""
    ended: bool = False
    """Whether the game was ended without a winner."""
    closed: bool = False
    """Whether the table was closed without a result: its people left it, or stayed away."""
    after: str = ""
    """The table at which the same players played before."""
    series: str = ""
    """The series of boards from which this table plays one; empty if it plays none."""
    board: str = ""
    """The board that is played here; empty before the game."""
    rivals: tuple[str, ...] = ()
    """The two players of a match that goes on here, in the order of their seats so far."""
    earlier: tuple[Result, ...] = ()
    """The games of that match, with the seats as they were."""
    stood_in: Mapping[int, Seat] = {}
    """The seats for which bots have stood in, by the numbers of their actions, from 0."""
    left: tuple[int, ...] = ()
    since: int = 0
    latest: int = 0
    """When anything was last done here: Unix time in milliseconds."""
    to_act: Seat | None = None
    """The seat that must act, or None."""
    turn: int = 0
    """The number of the turn; 0 before the game."""
    outcome: Outcome | None = None
    """How the game ended, or None."""
    standing: Standing = Standing()
    """How the game stands, as everybody may know it."""
    chooses_next: bool = False
    """Whether somebody chooses the next player now."""
    remarks: tuple[tuple[str, int], ...] = ()
    """The ids and counts of the public facts of the game that may be said now (R-9)."""

    # ------------------------------------------------------------ how the table stands

    @property
    def rules(self) -> AnyGame:
        """The game that is played here."""
        return games.find(self.game)

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
    def days(self) -> int:
        """The days within which each action must be taken; 0 if people play at once."""
        return self.clock.days if self.clock is not None else 0

    def time_left(self, at: int) -> tuple[int, ...]:
        """Return what is left of each seat's time, in milliseconds; nothing without a clock.

        Nobody gains time if `at` is before the latest action. No time runs for a bot: a delay may
        not be the fault of the player for whom it plays.
        """
        acting = self.acting_person
        return tuple(
            max(0, left - max(0, at - self.since)) if seat == acting else left
            for seat, left in enumerate(self.left)
        )

    @property
    def paused_until(self) -> int:
        """Until when a game by correspondence has a pause, unless somebody acts; 0 without one.

        `since` lies ahead then: Unix time in milliseconds.
        """
        return self.since if self.playing and self.days and self.since > self.latest else 0

    def clocks_stand(self, people: People, now: int) -> bool:
        """Tell whether clocks stand since the server was opened; days count as they pass.

        So do the clocks of an entry whose time lies ahead, because the clock of a machine was
        wrong.
        """
        if not self.playing or self.clock is None or self.days:
            return False
        return self.since < people.opened_at or self.since > now + CLOCK_ERROR

    def times(self, people: People, now: int) -> tuple[int, ...]:
        """Return what is left of each seat's time now; no time passes while the clocks stand."""
        return self.time_left(self.since if self.clocks_stand(people, now) else now)

    def last_done(self, now: int) -> int:
        """Return when something was done here last, or 0 if that lies a minute ahead.

        Then the clock of the machine was wrong before the server was opened, and nobody knows when
        anything was done. Without this, nobody could close such a table for as long as it was
        wrong.
        """
        return self.latest if self.latest < now + CLOCK_ERROR else 0

    def last_seen(self, people: People, now: int) -> int:
        """Return when one of the people here was on the server, or did anything here, last."""
        return max(self.last_done(now), people.last_left)

    def may_make_room_at(self, people: People, now: int) -> int | None:
        """Return from when on a waiting table may be closed; None if one of its people is here.

        After the server was opened, everybody has as long to come back as after leaving.
        """
        if people.here:
            return None
        return max(self.last_seen(people, now), people.opened_at) + LEAST_AWAY

    @property
    def time_over_at(self) -> int | None:
        """When the time of the player who must act is over: Unix time in milliseconds.

        None means that nobody's time passes.
        """
        seat = self.acting_person
        return None if seat is None or not self.left else self.since + self.left[seat]

    def unmet_after(self, acting: Seat | None) -> Mapping[Seat, Unmet]:
        """Return what is unmet after an action, which ends a question and an offer.

        A player whose own action it was knows that.
        """
        found = {seat: Unmet(DRAW) for seat in self.draws}
        if self.question is not None:
            found[self.question.agreed[0]] = Unmet(self.question.what)
        found.update(self.unmet)  # a refused offer stands until the action
        return {seat: one for seat, one in found.items() if seat != acting}

    @property
    def deadline(self) -> int | None:
        """Until when the player who must act has time by correspondence; None if no days pass."""
        return self.time_over_at if self.days else None

    # ------------------------------------------------------------ who sits here

    @property
    def people(self) -> tuple[str, ...]:
        """The names of the players who are no bots."""
        return tuple([name for name in self.seats if name and not is_bot(name)])

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all players, bots included."""
        return tuple([name for name in self.seats if name])

    def others(self, name: str) -> tuple[str, ...]:
        """Return the other names at the table."""
        return tuple([one for one in self.names if one != name])

    @property
    def free(self) -> int:
        """How many seats are free."""
        return self.seats.count("")

    @property
    def of_guest(self) -> bool:
        """Whether this is the table of a guest, at which nobody else sits but bots."""
        return is_guest(self.host) and all(map(is_guest, self.people))

    @property
    def listed_by(self) -> tuple[object, ...]:
        """What the table's place in the lobby depends on, besides who is here."""
        return self.host, self.seats, self.begun, self.over, self.joining

    def seat_of(self, name: str) -> Seat | None:
        """Return the seat of somebody, or None."""
        return self.seats.index(name) if name and name in self.seats else None

    def waits_for(self, name: str) -> bool:
        """Tell whether it is somebody's turn, and no bot plays for them."""
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
        """Return the players among these for whom no bot plays."""
        return tuple([name for name in names if not self.bots[self.seats.index(name)]])

    @property
    def to_take_over(self) -> tuple[Seat, ...]:
        """The seats of bots that people may take in the middle of a game.

        Only partners get new company so: of rivals, nobody has agreed to play this one.
        """
        closed = self.joining is WhoJoins.NOBODY
        if not self.playing or self.rules.rivals or self.of_guest or closed:
            return ()
        return tuple([seat for seat, name in enumerate(self.seats) if is_bot(name)])

    def lets_in(self, name: str, absent: Collection[str]) -> bool:
        """Tell whether a player decides who takes the seats of bots: the host, or any while away.

        `absent` are the people of the table who are not on the server.
        """
        return name == self.host or self.host in absent

    # ------------------------------------------------------------ what may be said

    @property
    def speaks_freely(self) -> bool:
        """Whether players may say whatever they like (D-22).

        In a game of partners they may not talk of their cards (R-9), so there is a list of phrases,
        unless the table was opened for free talk.
        """
        return not self.playing or self.rules.rivals or self.talks_freely

    @property
    def phrases(self) -> tuple[Phrase, ...]:
        """What may be said now: the usual phrases, and public facts of the game (R-9)."""
        rules = self.rules
        found = [Phrase(id_, count, sentence_of(rules, id_, count)) for id_, count in self.remarks]
        return (*usual_phrases(), *found)

    @property
    def may_wish(self) -> bool:
        """Whether players may say now if they would like to go next (R-9)."""
        return self.playing and self.chooses_next


def is_bot(name: str) -> bool:
    """Tell whether this is the name of a bot."""
    return name.endswith(BOT)
