"""A shared review in several workers: whatever happens, all of them come to agree."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regicide_tui.games.base import Json, Value
from regicide_tui.play.table import Table
from regicide_tui.server.model.review import commands as c
from regicide_tui.server.model.review.judged import Judged
from regicide_tui.server.model.review.messages import (
    Answer,
    AnyMessage,
    AskForCopy,
    Attendance,
    Copy,
    JudgedDecision,
    Request,
    decode_attendance,
    decode_message,
    encode,
    read_verdict,
    write_verdict,
)
from regicide_tui.server.model.review.state import ReviewState, begin_review
from regicide_tui.server.model.table.decide import Refused
from regicide_tui.server.services.review_replica import Replica, Step
from regicide_tui.thinking.questions import Judgement
from regicide_tui.thinking.review import GameReview
from tests.server.review.finished import (
    ADA,
    BEA,
    CYD,
    DEE,
    GAMES,
    finished_game,
)
from tests.server.review.test_state import COMMANDS, MOMENTS, with_action

NAMES = (ADA, BEA, CYD, DEE)
EMPTY = begin_review(finished_game(), (ADA, BEA))
ONE, TWO, THREE = WORKERS = ("one", "two", "three")
AT_FIRST = {ONE: CYD, TWO: ADA, THREE: BEA}
"""Who comes first in each worker."""

Sent = Attendance | AnyMessage | None
"""What one worker learns of another: who is there, a message, or that it is dead."""


def transmitted(sent: Attendance | AnyMessage) -> Attendance | AnyMessage | None:
    """Return what arrives of something at another worker: it travels as JSON."""
    body: Json = msgspec.json.decode(msgspec.json.encode(encode(sent)))
    return decode_attendance(body) if isinstance(sent, Attendance) else decode_message(body)


class Worker:
    """A worker: its replica as long as it has people there, and what it knows of the others."""

    def __init__(self, me: str, send: Callable[[str, str, Attendance | AnyMessage | None], None]):
        self.me = me
        self.replica: Replica | None = None
        self._send = send
        self._facts: dict[str, Attendance] = {}

    @property
    def people(self) -> Mapping[str, int | None]:
        """The people of this worker who are there."""
        there = self.replica.own if self.replica is not None else None
        return there.people if there is not None else {}

    def enter(self, name: str, moment: int | None) -> None:
        """Let somebody in."""
        if self.replica is None:
            judged = Judged(GameReview(EMPTY.game))
            self.replica = Replica(EMPTY, judged, others={**self._facts})
        if name in self.people:
            self.do(name, c.Come(moment))
        else:
            self._attend({**self.people, name: moment})

    def leave(self, name: str) -> None:
        """Let somebody go, if they are there."""
        if name in self.people:
            self._attend({one: at for one, at in self.people.items() if one != name})

    def _attend(self, people: Mapping[str, int | None]) -> None:
        assert self.replica is not None
        step = self.replica.attend(self.me, people)
        self._send(self.me, "", step.replica.own)
        self._take(step)
        if not people and step.replica.others:
            self.replica = None

    def do(self, by: str, command: c.ReviewCommand) -> None:
        """Let somebody do something, if they are there."""
        if self.replica is None or by not in self.people:
            return
        command = with_action(self.replica.state, command)
        if not self.replica.owns(self.me):
            self._send(self.me, self.replica.owner(self.me), Request(0, by, command))
            return
        try:
            self._take(self.replica.do(by, command))
        except Refused:
            return

    def judge(self) -> None:
        """Judge the next decision, if this worker owns the review."""
        replica = self.replica
        if replica is None or replica.own is None or not replica.owns(self.me):
            return
        asked = replica.judged.next(replica.state.moment)
        if asked is not None:
            best = legal_actions(asked.line, asked.number)[0]
            judgement = Judgement(best, 0.5, 0.25, good=(best,))
            self._take(replica.take_judgement(asked, judgement))

    def hear(self, sender: str, sent: Sent) -> None:
        """Take what another worker has sent."""
        if sent is not None and not isinstance(sent, Attendance):
            if self.replica is not None:
                self._take(self.replica.receive(self.me, sender, sent))
            return
        if sent is None:
            self._facts.pop(sender, None)
        else:
            self._facts[sender] = sent
        if self.replica is not None and self.replica.own is None:
            self.replica = None
        elif self.replica is not None:
            self._take(self.replica.note_attendance(self.me, sender, sent))

    def _take(self, step: Step) -> None:
        self.replica = step.replica
        for to, message in step.messages:
            self._send(self.me, to, message)


def legal_actions(line: Table, number: int) -> Sequence[Value]:
    """Return the legal actions at a point of a line of play."""
    table = GameReview(line).table_at(number)
    return table.game.legal_actions(table.view(table.to_act))


class World:
    """Workers, and what is under way between each two of them, in order."""

    def __init__(self, workers: int) -> None:
        self.workers = {me: Worker(me, self._send) for me in WORKERS[:workers]}
        self._under_way: dict[tuple[str, str], deque[Sent]] = {}

    def under_way(self, sender: str, to: str) -> deque[Sent]:
        """Return what is under way from one worker to another."""
        return self._under_way.setdefault((sender, to), deque())

    def _send(self, sender: str, to: str, sent: Sent) -> None:
        for worker in self.workers:
            if worker != sender and to in ("", worker):
                arrives = transmitted(sent) if sent is not None else None
                self._under_way.setdefault((sender, worker), deque()).append(arrives)

    @property
    def _busy(self) -> list[tuple[str, str]]:
        """The pairs of workers between which something is under way to a worker that lives."""
        busy = [pair for pair, under_way in self._under_way.items() if under_way]
        return [(sender, to) for sender, to in busy if to in self.workers]

    def deliver(self, number: int) -> None:
        """Let something arrive that is under way."""
        if busy := self._busy:
            sender, to = busy[number % len(busy)]
            self.workers[to].hear(sender, self._under_way[sender, to].popleft())

    def lose(self, number: int) -> None:
        """Lose a message that is under way."""
        if busy := self._busy:
            under_way = self._under_way[busy[number % len(busy)]]
            lost = [one for one in under_way if not isinstance(one, Attendance | None)]
            if lost:
                under_way.remove(lost[0])

    def kill(self, worker: str, arrive: int) -> None:
        """Let a worker die; only some of what it has sent still arrives."""
        if len(self.workers) > 1 and self.workers.pop(worker, None) is not None:
            for (sender, _), under_way in self._under_way.items():
                if sender == worker:
                    while len(under_way) > arrive:
                        under_way.pop()
                    under_way.append(None)

    def settle(self) -> None:
        """Let all arrive that is under way, and all that follows."""
        for _ in range(10_000):
            if not self._busy:
                return
            self.deliver(0)
        pytest.fail("the workers never stop talking")

    def replicas(self) -> list[Replica]:
        """Return the replicas of all workers with people there."""
        found = [one.replica for one in self.workers.values()]
        return [one for one in found if one is not None and one.own is not None]

    def check_agreement(self) -> None:
        """Check that all workers show the same review, with all people who are there."""
        replicas = self.replicas()
        if not replicas:
            return
        first, *_ = replicas
        there = {name for one in self.workers.values() for name in one.people}
        assert {*first.state.people} == there
        assert len({one.owner(me) for me, one in self._by_worker()}) == 1
        for replica in replicas:
            assert replica.is_current
            assert replica.state == first.state
            assert replica.number == first.number
            assert replica.judged == first.judged
            assert replica.judged == replica.judged.follow(replica.state)

    def _by_worker(self) -> list[tuple[str, Replica]]:
        found = [(me, one.replica) for me, one in self.workers.items()]
        return [(me, one) for me, one in found if one is not None and one.own is not None]


worker = st.sampled_from(WORKERS)
name = st.sampled_from(NAMES)
some = st.integers(0, 5)

Deed = Callable[[World], None]
"""Something that happens in a world."""


def at(me: str, doing: Callable[[Worker], None]) -> Deed:
    """Return what happens in a worker, if it lives."""

    def done(world: World) -> None:
        if me in world.workers:
            doing(world.workers[me])

    return done


def a_command(me: str, by: str, command: c.ReviewCommand) -> Deed:
    return at(me, lambda one: one.do(by, command))


done = COMMANDS.map(lambda one: c.Follow() if isinstance(one, c.Leave | c.WriteNote) else one)
"""What people do: they leave otherwise, and the notes are in a log."""

USUAL = st.one_of(
    st.builds(a_command, worker, name, done),
    *[st.builds(a_command, st.just(me), st.just(by), done) for me, by in AT_FIRST.items()],
    st.builds(lambda me, by, to: at(me, lambda one: one.enter(by, to)), worker, name, st.none()),
    st.builds(lambda me, by, to: at(me, lambda one: one.enter(by, to)), worker, name, MOMENTS),
    st.builds(lambda me, by: at(me, lambda one: one.leave(by)), worker, name),
    st.builds(lambda me: at(me, Worker.judge), worker),
    *[st.builds(lambda number: lambda world: world.deliver(number), some)] * 3,
    st.just(World.settle),
)
DEATHS = st.builds(
    lambda me, arrive: lambda world: world.kill(me, arrive), worker, st.integers(0, 3)
)
LOSSES = st.one_of(*[st.builds(lambda number: lambda world: world.lose(number), some)] * 3)


def live(workers: int, deeds: Sequence[Deed]) -> World:
    """Return a world in which something happened, and all has arrived."""
    world = World(workers)
    for me, by in AT_FIRST.items():
        at(me, lambda one: one.enter(by, None))(world)  # noqa: B023 # it is called at once
    for deed in deeds:
        deed(world)
    world.settle()
    return world


@settings(deadline=None)
@given(st.sampled_from([2, 3]), st.lists(USUAL, min_size=20, max_size=40))
def test_whatever_people_do_in_whatever_order_all_workers_come_to_agree(
    workers: int, deeds: Sequence[Deed]
) -> None:
    live(workers, deeds).check_agreement()


@settings(deadline=None)
@given(st.lists(USUAL | DEATHS, min_size=20, max_size=40))
def test_workers_that_die_leave_no_disagreement_and_nobody_behind(deeds: Sequence[Deed]) -> None:
    live(3, deeds).check_agreement()


@settings(deadline=None)
@given(st.sampled_from([2, 3]), st.lists(USUAL | LOSSES, min_size=20, max_size=40))
def test_lost_messages_leave_no_disagreement_beyond_the_next_step(
    workers: int, deeds: Sequence[Deed]
) -> None:
    world = live(workers, deeds)
    for me, one in world.workers.items():
        if one.replica is not None and one.replica.owns(me) and one.people:
            one.do(next(iter(one.people)), c.Say("Next."))
    world.settle()
    world.check_agreement()


def in_two_workers() -> tuple[World, Worker, Worker]:
    """Return a review with ada and bea in different workers; ada's worker owns it."""
    world = World(2)
    one, two = world.workers[ONE], world.workers[TWO]
    one.enter(ADA, None)
    world.settle()
    two.enter(BEA, None)
    world.settle()
    return world, one, two


def state_in(one: Worker) -> ReviewState:
    """Return the review as a worker knows it."""
    assert one.replica is not None
    return one.replica.state


def test_the_leader_leads_people_in_other_workers_and_anybody_may_lead() -> None:
    world, one, two = in_two_workers()
    one.do(ADA, c.GoTo(3))
    world.settle()
    assert state_in(two).moment_of(BEA) == 3
    one.do(ADA, c.HandOver(BEA))
    world.settle()
    two.do(BEA, c.GoTo(5))
    world.settle()
    assert state_in(one).moment_of(ADA) == 5


def test_whoever_comes_later_gets_the_whole_review() -> None:
    world = World(2)
    one, two = world.workers[ONE], world.workers[TWO]
    one.enter(ADA, None)
    for command in (c.GoTo(2), c.Say("Look."), c.BeginWhatIf(), c.Play("", 0), c.Play("", 1)):
        one.do(ADA, command)
        one.judge()
    one.do(ADA, c.Point(0, 1))
    two.enter(BEA, None)
    world.settle()
    assert (state_in(two).steps, state_in(two).leader) == (2, ADA)
    assert state_in(two).played_by == (ADA, ADA)
    assert [said.text for said in state_in(two).said] == ["Look."]
    assert two.replica is not None
    assert two.replica.judged.what_if is not None
    assert two.replica.judged.what_if.verdicts
    world.check_agreement()


def test_a_what_if_of_an_earlier_version_of_the_program_names_nobody() -> None:
    world = World(2)
    one = world.workers[ONE]
    one.enter(ADA, None)
    for command in (c.GoTo(2), c.BeginWhatIf(), c.Play("", 0)):
        one.do(ADA, command)
    assert one.replica is not None
    (_, copy), *_ = one.replica.receive(ONE, TWO, AskForCopy()).messages
    body = encode(copy)
    assert isinstance(body, dict)
    del body["played_by"]
    older = decode_message(body)
    assert isinstance(older, Copy)
    state = one.replica.adopt(older).state
    assert (state.steps, state.played_by) == (1, ("",))


def test_a_link_leads_somebody_in_another_worker_to_its_moment() -> None:
    world, one, two = in_two_workers()
    two.enter(CYD, 4)
    world.settle()
    assert state_in(one).alone == {CYD: 4}
    one.enter(BEA, 6)
    world.settle()
    assert state_in(two).moment_of(BEA) == 6, "bea came in another window, by a link"


def test_the_next_owner_goes_on_with_the_newest_review_that_a_worker_has() -> None:
    world = World(3)
    for me, name in zip(WORKERS, NAMES, strict=False):
        world.workers[me].enter(name, None)
        world.settle()
    world.workers[ONE].do(ADA, c.GoTo(3))
    world.under_way(ONE, TWO).clear()  # only the third worker learns of the step
    world.kill(ONE, 9)
    world.settle()
    for me in (TWO, THREE):
        state = state_in(world.workers[me])
        assert (state.moment, state.people, state.leader) == (3, (BEA, CYD), BEA)


def test_what_the_owner_refuses_changes_nothing_and_is_answered() -> None:
    world, one, two = in_two_workers()
    before = state_in(one)
    two.do(BEA, c.BeginWhatIf())
    world.deliver(0)
    assert [*world.under_way(ONE, TWO)] == [
        Answer(0, "ada leads: only the leader can do this."),
    ]
    assert state_in(one) is before


def test_a_worker_alone_tells_nobody_anything() -> None:
    world = World(2)
    one = world.workers[ONE]
    one.enter(ADA, None)
    world.settle()
    for command in (c.GoTo(2), c.BeginWhatIf(), c.Play("", 0), c.EndWhatIf()):
        one.do(ADA, command)
        one.judge()
    assert not world.under_way(ONE, TWO)


def test_a_review_that_all_have_left_keeps_its_verdicts_and_nobody() -> None:
    world = World(1)
    one = world.workers[ONE]
    one.enter(ADA, None)
    one.do(ADA, c.GoTo(0))
    one.judge()
    one.do(ADA, c.BeginWhatIf())
    one.leave(ADA)
    assert one.replica is not None
    assert (state_in(one).people, state_in(one).what_if) == ((), None)
    assert len(one.replica.judged.game.verdicts) == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_verdict_is_the_same_in_another_worker(game: str) -> None:
    played = finished_game(game)
    rules = played.history.game
    for number in range(played.history.cursor):
        actions = legal_actions(played, number)
        judgement = Judgement(
            actions[0], 0.1, 1 / 3, 0.2, None, True, 0.7, False, tuple(actions), 0.03
        )
        told = msgspec.json.encode(write_verdict(number, judgement, rules))
        assert read_verdict(msgspec.json.decode(told, type=JudgedDecision), rules) == judgement
    assert read_verdict(write_verdict(1, None, rules), rules) is None
