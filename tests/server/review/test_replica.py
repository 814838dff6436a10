"""A shared review in several workers: whatever happens, all of them come to agree."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regicide_tui.games.base import Json
from regicide_tui.play.table import Table
from regicide_tui.server.review import commands as c
from regicide_tui.server.review.judged import Judged
from regicide_tui.server.review.messages import (
    AnyMessage,
    Attendance,
    Copy,
    News,
    Request,
    decode_attendance,
    decode_message,
    encode,
    read_verdict,
    write_verdict,
)
from regicide_tui.server.review.replica import Replica, Step
from regicide_tui.server.review.state import ReviewState, begin_review
from regicide_tui.server.tables.decide import Refused
from regicide_tui.thinking.questions import Judgement
from regicide_tui.thinking.review import GameReview
from tests.server.review.finished import (
    ADA,
    BEA,
    CYD,
    DEE,
    GAMES,
    a_legal_action,
    finished_game,
)
from tests.server.review.test_state import COMMANDS, MOMENTS, with_action

NAMES = (ADA, BEA, CYD, DEE)
EMPTY = begin_review(finished_game(), (ADA, BEA))
ONE, TWO, THREE = WORKERS = ("one", "two", "three")

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


def legal_actions(line: object, number: int) -> Sequence[object]:
    """Return the legal actions at a point of a line of play."""
    table = GameReview(line).table_at(number)  # type: ignore[arg-type]
    return table.game.legal_actions(table.view(table.to_act))  # type: ignore[no-any-return]


class World:
    """Workers, and what is under way between each two of them, in order."""

    def __init__(self, workers: int) -> None:
        self.workers = {me: Worker(me, self._send) for me in WORKERS[:workers]}
        self._under_way: dict[tuple[str, str], deque[Sent]] = {}

    def _send(self, sender: str, to: str, sent: Sent) -> None:
        for worker in self.workers:
            if worker != sender and to in ("", worker):
                arrives = transmitted(sent) if sent is not None else None
                self._under_way.setdefault((sender, worker), deque()).append(arrives)

    def deliver(self, sender: str, to: str) -> None:
        """Let the next thing that is under way from one worker to another arrive."""
        under_way = self._under_way.get((sender, to))
        if under_way and to in self.workers:
            self.workers[to].hear(sender, under_way.popleft())

    def lose(self, sender: str, to: str) -> None:
        """Lose the next message that is under way from one worker to another."""
        under_way = self._under_way.get((sender, to))
        if under_way and under_way[0] is not None and not isinstance(under_way[0], Attendance):
            under_way.popleft()

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
            busy = [pair for pair, under_way in self._under_way.items() if under_way]
            busy = [(sender, to) for sender, to in busy if to in self.workers]
            if not busy:
                return
            for sender, to in busy:
                self.deliver(sender, to)
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


USUAL = st.one_of(
    st.builds(a_command, worker, name, COMMANDS.filter(lambda one: not isinstance(one, c.Leave))),
    st.builds(lambda me, by, to: at(me, lambda one: one.enter(by, to)), worker, name, st.none()),
    st.builds(lambda me, by, to: at(me, lambda one: one.enter(by, to)), worker, name, MOMENTS),
    st.builds(lambda me, by: at(me, lambda one: one.leave(by)), worker, name),
    st.builds(lambda me: at(me, Worker.judge), worker),
    st.builds(lambda one, two: lambda world: world.deliver(one, two), worker, worker),
    st.builds(lambda one, two: lambda world: world.deliver(one, two), worker, worker),
    st.just(World.settle),
)
DEATHS = st.builds(
    lambda me, arrive: lambda world: world.kill(me, arrive), worker, st.integers(0, 3)
)
LOSSES = st.builds(lambda one, two: lambda world: world.lose(one, two), worker, worker)


def live(workers: int, deeds: Sequence[Deed]) -> World:
    """Return a world in which something happened, and all has arrived."""
    world = World(workers)
    for deed in deeds:
        deed(world)
    world.settle()
    return world


@given(st.sampled_from([2, 3]), st.lists(USUAL, max_size=60))
def test_whatever_people_do_in_whatever_order_all_workers_come_to_agree(
    workers: int, deeds: Sequence[Deed]
) -> None:
    live(workers, deeds).check_agreement()


@given(st.lists(USUAL | DEATHS, max_size=60))
def test_workers_that_die_leave_no_disagreement_and_nobody_behind(deeds: Sequence[Deed]) -> None:
    live(3, deeds).check_agreement()


@given(st.sampled_from([2, 3]), st.lists(USUAL | LOSSES, max_size=60))
def test_lost_messages_leave_no_disagreement_beyond_the_next_step(
    workers: int, deeds: Sequence[Deed]
) -> None:
    world = live(workers, deeds)
    for me, one in world.workers.items():
        if one.replica is not None and one.replica.owns(me) and one.people:
            one.do(next(iter(one.people)), c.Say("Next."))
    world.settle()
    world.check_agreement()
