"""The requests of players: undo an action, end the game, bring in a bot, pause."""

from collections.abc import Collection

from regicide_tui.games.words import named
from regicide_tui.play.table import NOTHING_TO_UNDO
from regicide_tui.server.model.table.absence import check_stand_in, stood_in
from regicide_tui.server.model.table.clocks import Paused
from regicide_tui.server.model.table.command import Caller, Command, Refused
from regicide_tui.server.model.table.facts import DAY, Question, TableFacts, Unmet
from regicide_tui.server.model.table.phrases import NO_LONGER, NO_THANKS
from regicide_tui.server.model.table.playing import ActionUndone, GameEnded, check_moves
from regicide_tui.server.model.table.state import Event, Events, Record, Seat, TableState
from regicide_tui.server.model.table.talk import PhraseSaid

UNDO, END, STAND_IN, PAUSE = QUESTIONS = "undo", "end", "stand in", "pause"
"""The possible requests."""
PAUSE_DAYS = 7
"""The days of a pause in a correspondence game. An action ends it earlier; it can be repeated."""


class QuestionAsked(Event):
    """A request to everyone; `agreed` are the seats that want it, the asking seat first."""

    what: str
    agreed: tuple[Seat, ...]

    def apply(self, table: TableState, record: Record) -> TableState:
        """Note the request, or that one more seat agrees to it."""
        asked, first = table.facts.question, self.agreed[:1]
        agrees = asked is not None and (asked.what, asked.agreed[:1]) == (self.what, first)
        at = asked.at if asked is not None and agrees else record.at
        for seat in () if agrees else first:
            table = table.with_unmet(seat, None)
        return table.with_facts(question=Question(self.what, self.agreed, at))


class QuestionDropped(Event):
    """A request was refused or withdrawn."""

    def apply(self, table: TableState, record: Record) -> TableState:
        """Forget the request; note who refused it."""
        asked = table.facts.question
        if asked is not None and record.by != table.facts.seats[asked.agreed[0]]:
            seat = asked.agreed[0]
            table = table.with_unmet(seat, Unmet(asked.what, record.by))
            if asked.what == UNDO:
                table = table.with_facts(undo_refused=(*table.facts.undo_refused, seat))
        return table.with_facts(question=None)


class Ask(Command):
    """Ask everyone for something, or agree to it: `UNDO`, `END`, `STAND_IN` or `PAUSE`.

    `answers` is the time of the request that a player has read and agrees to. For an undo, `moves`
    is the number of actions so far: another one may have been taken since.
    """

    in_game = True

    what: str
    answers: int | None = None
    moves: int | None = None

    @property
    def has_more_room(self) -> bool:
        """Whether it asks for something other than an undo."""
        return self.what != UNDO

    def decide(self, who: Caller) -> Events:
        """Ask or agree; once everyone agrees, it is done."""
        facts, what, seat = who.facts, self.what, who.seat
        if what not in QUESTIONS:
            raise Refused(f"You can ask for: {', '.join(QUESTIONS)}.")
        asked = facts.question
        _check_answer(asked, self.answers, what)
        if self.answers is None and asked and asked.what == what and seat not in asked.agreed:
            raise Refused("This request is new. Read it before you agree.")
        check_moves(who, self.moves)
        self._check_moment(who)
        known = asked.agreed if asked is not None and asked.what == what else ()
        agreed = tuple(dict.fromkeys((*known, seat)))
        long_absent = [name for name in who.long_absent if name != who.name]
        if not must_agree(facts, what, long_absent) <= {*agreed}:
            return (QuestionAsked(what, agreed),)
        if what == STAND_IN:
            return stood_in(who)
        if what == END:
            return (GameEnded(),)
        if what == PAUSE:
            return (Paused(who.at + PAUSE_DAYS * DAY * 1000),)
        return (ActionUndone(left=who.times_after(who.game.undone_seats, -1)),)

    def _check_moment(self, who: Caller) -> None:
        """Refuse what can't be asked for now. Raises `Refused`."""
        if self.what == UNDO:
            if self.answers is None and who.seat in who.facts.undo_refused:
                raise Refused("That was refused. You can ask again after the next action.")
            _check_undo(who)
        elif self.what == PAUSE:
            _check_pause(who)
        elif self.answers is None and (just_left := who.just_left):
            raise who.must_wait_for(just_left)
        if self.what == STAND_IN:
            check_stand_in(who)


class Refuse(Command):
    """Refuse a request, or withdraw the player's own; `answers` as in `Ask`."""

    in_game = goes_on = True

    answers: int | None = None

    def decide(self, who: Caller) -> Events:
        """Drop the request."""
        asked = who.facts.question
        if asked is None:
            raise Refused("There is no open request.")
        _check_answer(asked, self.answers, asked.what)
        answer = NO_LONGER if who.seat == asked.agreed[0] else NO_THANKS
        return (PhraseSaid(who.name, answer), QuestionDropped())


def must_agree(facts: TableFacts, what: str, absent: Collection[str]) -> set[Seat]:
    """Return the seats that must agree to something.

    An absent player doesn't block the end of a game, except in a correspondence game, where players
    may be away. Undoing an action needs their consent.
    """
    people = {one for one, level in enumerate(facts.bots) if not level}
    if what == UNDO or facts.days:
        return people
    return people - {facts.seats.index(name) for name in absent}


def _check_answer(asked: Question | None, answers: int | None, what: str) -> None:
    """Refuse an answer to a request that is no longer open. Raises `Refused`."""
    if answers is not None and (asked is None or (asked.what, asked.at) != (what, answers)):
        raise Refused("That request is no longer open.")


def _check_pause(who: Caller) -> None:
    """Refuse a pause unless this is a correspondence game without one. Raises `Refused`."""
    if not who.facts.days:
        raise Refused("Only correspondence games can be paused.")
    if who.facts.paused_until > who.at:
        raise Refused("The game is already paused. The next action ends the pause.")


def _check_undo(who: Caller) -> None:
    """Refuse an undo while a bot stands in. Raises `Refused`.

    The bot can't agree for the absent player.
    """
    facts = who.facts
    if facts.board:
        raise Refused("You can't undo in a duplicate deal: its results are compared.")
    if not who.game.can_undo:
        raise Refused(NOTHING_TO_UNDO)
    absent = [name for name in facts.people if facts.bots[facts.seats.index(name)]]
    if absent:
        raise Refused(f"You can't undo while a bot plays for {named(absent)}.")
