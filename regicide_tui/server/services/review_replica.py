"""A shared review as one worker knows it, and what the workers tell each other of it. All pure.

One of the workers with people in a review owns it: the one whose people were there first. It
decides what follows from the requests of all people, counts what happens, and tells the others,
who apply it. If the owner leaves, the next one goes on with the newest review that a worker has.
A worker whose view of the owner changes asks the new one for a copy, and so does a worker that has
missed some news.

What a worker knows about the attendance of others may be late, so two of them may both think for a
moment that they own a review. Once they know the same, they agree on the review, too.
"""

from collections.abc import Mapping
from itertools import zip_longest
from typing import NamedTuple

from msgspec.structs import replace

from regicide_tui.games.base import Value
from regicide_tui.server.model.review import commands, events
from regicide_tui.server.model.review.decide import decide
from regicide_tui.server.model.review.events import ReviewEvent, apply_all
from regicide_tui.server.model.review.judged import Asked, Judged
from regicide_tui.server.model.review.messages import (
    Answer,
    AnyMessage,
    AskForCopy,
    Attendance,
    Copy,
    JudgedDecision,
    News,
    Request,
    read_verdict,
    write_verdict,
)
from regicide_tui.server.model.review.state import ReviewState, branch
from regicide_tui.server.model.table.decide import Refused
from regicide_tui.thinking.questions import Judgement
from regicide_tui.thinking.review import GameReview

_MOVED = "The review was out of reach for a moment. Please try again."


class Replica(Value, frozen=True):
    """A shared review as one worker knows it.

    The methods take the id of this worker as `me`: it may change.
    """

    state: ReviewState
    judged: Judged
    own: Attendance | None = None
    """The people of this worker who are there; None if nobody is."""
    others: Mapping[str, Attendance] = {}
    """The people of the other workers who are there."""
    number: int = 0
    """How many news there were so far."""
    is_current: bool = False
    """Whether this is the owner's review, apart from news that are under way."""

    def owner(self, me: str) -> str:
        """Return the worker that decides what happens in the review."""
        attending = self._attending(me)
        return next(iter(attending), me)

    def owns(self, me: str) -> bool:
        """Tell whether this worker decides what happens in the review."""
        return not self.others or self.owner(me) == me

    def _attending(self, me: str) -> Mapping[str, Attendance]:
        """Return who is there, by their workers, in the order in which these may own the review."""
        attending = {**self.others, me: self.own} if self.own is not None else {**self.others}
        return {one: attending[one] for one in sort_workers(attending)}

    # ------------------------------------------------------------ who is there

    def attend(self, me: str, people: Mapping[str, int | None]) -> "Step":
        """Note which people of this worker are there, with the moments to which they came."""
        if not people:
            return self._attended(me, replace(self, own=None, is_current=False), {})
        first = 1 + max([one.since for one in self.others.values()], default=0)
        own = Attendance(self.own.since if self.own is not None else first, people)
        return self._attended(me, replace(self, own=own), _new_in(own, self.own))

    def note_attendance(self, me: str, worker: str, attendance: Attendance | None) -> "Step":
        """Note which people of another worker are there; None means nobody."""
        others = {one: there for one, there in self.others.items() if one != worker}
        if attendance is not None:
            others[worker] = attendance
        came = _new_in(attendance, self.others.get(worker))
        return self._attended(me, replace(self, others=others), came)

    def _attended(self, me: str, after: "Replica", came: Mapping[str, int | None]) -> "Step":
        """Return what follows once `after` holds who is there now; these people are new."""
        if after.own is None:
            alone = not after.others
            return Step(after.apply(after.comings_and_goings(me, {})) if alone else after)
        owner = after.owner(me)
        owned_before = self.own is not None and self.owner(me)
        if owner == me:
            owned = replace(after, is_current=True)
            if owned_before == me:
                return owned.happen(owned.comings_and_goings(me, came))
            return owned.take_over(me)
        if owner == owned_before:
            return Step(after)
        return Step(replace(after, is_current=False), ((owner, AskForCopy()),))

    def take_over(self, me: str) -> "Step":
        """Decide from now on what happens, and tell all others the whole review.

        That is no news of its own. So whoever knows more of the earlier owner's news can tell.
        """
        happened = self.comings_and_goings(me, {})
        taken = replace(self.apply(happened), is_current=True)
        return Step(taken, (("", taken.copy()),) if self.others else ())

    def comings_and_goings(
        self, me: str, came: Mapping[str, int | None]
    ) -> tuple[ReviewEvent, ...]:
        """Return what happens because people have come and gone; some of them came just now."""
        present: dict[str, int | None] = {}
        for one in self._attending(me).values():
            present = {**one.people, **present}
        happened: tuple[ReviewEvent, ...] = ()
        gone = [name for name in self.state.people if name not in present]
        missing = {name: at for name, at in present.items() if name not in self.state.people}
        done: list[tuple[str, commands.ReviewCommand]] = [(one, commands.Leave()) for one in gone]
        done += [(name, commands.Come(moment)) for name, moment in {**missing, **came}.items()]
        state = self.state
        for name, command in done:
            more = decide(state, command, name)
            state, happened = apply_all(state, more), (*happened, *more)
        return happened

    # ------------------------------------------------------------ what the owner does

    def do(self, by: str, command: commands.ReviewCommand) -> "Step":
        """Carry out a command of somebody as the owner. Raises `Refused`."""
        return self.happen(decide(self.state, command, by))

    def take_judgement(self, asked: Asked, judgement: Judgement | None) -> "Step":
        """Take a verdict as the owner, unless its decision was taken back meanwhile."""
        judged = self.judged.take(asked, judgement)
        if judged is self.judged:
            return Step(self)
        after = replace(self, judged=judged, number=self.number + 1)
        in_what_if = asked.line is not self.judged.game.saved
        found = judged.seen_in(what_if=in_what_if).verdicts[asked.number].judgement
        verdict = write_verdict(asked.number, found, self.state.game.history.game)
        return after.tell(News(after.number, verdict=verdict, in_what_if=in_what_if))

    def give_up_judging(self) -> "Step":
        """Note as the owner that the bot that judges has failed."""
        return self.happen((events.JudgeFailed(),))

    def happen(self, happened: tuple[ReviewEvent, ...]) -> "Step":
        """Count as the owner what has happened, and tell all others."""
        if not happened:
            return Step(self)
        after = replace(self.apply(happened), number=self.number + 1)
        return after.tell(News(after.number, happened))

    def tell(self, news: News) -> "Step":
        """Tell all others some news, if there are any others."""
        return Step(self, (("", news),) if self.others else ())

    def apply(self, happened: tuple[ReviewEvent, ...]) -> "Replica":
        """Return the replica after events; they are not counted yet."""
        state = apply_all(self.state, happened)
        return replace(self, state=state, judged=self.judged.follow(state))

    # ------------------------------------------------------------ what other workers tell

    def receive(self, me: str, sender: str, message: AnyMessage) -> "Step":
        """Return what follows from a message of another worker; an answer changes nothing here."""
        match message:
            case Request():
                return self._answer(me, sender, message)
            case AskForCopy():
                return Step(self, ((sender, self.copy()),) if self.owns(me) else ())
            case News():
                return self._take_news(me, sender, message)
            case Copy():
                return self._take_copy(me, sender, message)
            case Answer():
                return Step(self)

    def _answer(self, me: str, sender: str, request: Request) -> "Step":
        if not self.owns(me):
            return Step(self, ((sender, Answer(request.id, _MOVED)),))
        try:
            after, messages = self.do(request.by, request.command)
        except Refused as error:
            return Step(self, ((sender, Answer(request.id, str(error))),))
        return Step(after, (*messages, (sender, Answer(request.id))))

    def _take_news(self, me: str, sender: str, news: News) -> "Step":
        if self.owns(me) or sender != self.owner(me):
            return Step(self)
        if not self.is_current or news.number != self.number + 1:
            return Step(self, ((sender, AskForCopy()),))
        after = replace(self.apply(news.events), number=news.number)
        if news.verdict is None:
            return Step(after)
        judgement = read_verdict(news.verdict, self.state.game.history.game)
        judged = after.judged.note(news.verdict.number, judgement, in_what_if=news.in_what_if)
        return Step(replace(after, judged=judged))

    def _take_copy(self, me: str, sender: str, copy: Copy) -> "Step":
        """Take the owner's review. Tell it, if this worker has a newer one of an earlier owner."""
        if self.owns(me):
            return self.adopt(copy).take_over(me) if copy.number > self.number else Step(self)
        if sender != self.owner(me):
            return Step(self)
        if not self.is_current and self.number > copy.number:
            return Step(self, ((sender, self.copy()),))
        return Step(replace(self.adopt(copy), is_current=True))

    # ------------------------------------------------------------ copies

    def copy(self) -> Copy:
        """Return the whole review for another worker."""
        state, game = self.state, self.state.game.history.game
        moves = state.what_if.history.standing[state.moment :] if state.what_if is not None else ()
        return Copy(
            self.number,
            state.moment,
            state.people,
            state.leader,
            state.alone,
            None if state.what_if is None else tuple([game.format(one.action) for one in moves]),
            state.pointer,
            state.said,
            state.judge_failed,
            _verdicts_of(self.judged.game),
            _verdicts_of(self.judged.what_if),
            state.played_by,
            _known_of(self.judged.what_if),
        )

    def adopt(self, copy: Copy) -> "Replica":
        """Return the replica with the review of a copy in place of its own."""
        state = replace(
            self.state,
            moment=copy.moment,
            people=copy.people,
            leader=copy.leader,
            alone=copy.alone,
            what_if=None if copy.what_if is None else branch(self.state.game, copy.moment),
            played_by=(),
        )
        moves = zip_longest(copy.what_if or (), copy.played_by, fillvalue="")
        state = apply_all(state, tuple([events.Played(*move) for move in moves]))
        state = replace(state, pointer=copy.pointer, said=copy.said, judge_failed=copy.judge_failed)
        judged = Judged(_with_verdicts(GameReview(state.game), copy.verdicts))
        if state.what_if is not None:
            known = {one.number: read_verdict(one, state.game.history.game) for one in copy.known}
            begun = GameReview(state.what_if, known={n: j for n, j in known.items() if j})
            what_if = _with_verdicts(begun, copy.verdicts_on_what_if)
            judged = replace(judged, what_if=what_if)
        return replace(self, state=state, judged=judged, number=copy.number)


class Step(NamedTuple):
    """What follows from something: the review after it, and messages to other workers.

    Each message has the worker that gets it; an empty text means all others.
    """

    replica: Replica
    messages: tuple[tuple[str, AnyMessage], ...] = ()


def sort_workers(attending: Mapping[str, Attendance]) -> list[str]:
    """Return the workers with people in a review; the first one owns it."""
    return sorted(attending, key=lambda worker: (attending[worker].since, worker))


def _new_in(now: Attendance | None, before: Attendance | None) -> Mapping[str, int | None]:
    """Return the people who were not there before, with the moments to which they came."""
    if now is None:
        return {}
    known = before.people if before is not None else {}
    return {name: moment for name, moment in now.people.items() if name not in known}


def _verdicts_of(reviewed: GameReview | None) -> tuple[JudgedDecision, ...]:
    if reviewed is None:
        return ()
    game = reviewed.saved.history.game
    return tuple(
        [write_verdict(one.number, one.judgement, game) for one in reviewed.verdicts.values()]
    )


def _known_of(reviewed: GameReview | None) -> tuple[JudgedDecision, ...]:
    if reviewed is None:
        return ()
    game = reviewed.saved.history.game
    return tuple([write_verdict(number, one, game) for number, one in reviewed.known.items()])


def _with_verdicts(reviewed: GameReview, verdicts: tuple[JudgedDecision, ...]) -> GameReview:
    game = reviewed.saved.history.game
    given = [reviewed.verdict(one.number, read_verdict(one, game)) for one in verdicts]
    return replace(reviewed, verdicts={one.number: one for one in given})
