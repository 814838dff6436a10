"""What every `Processes` must do. One passes by a class of tests that inherits one of these.

class TestOneProcess(Conformance):
    @pytest.fixture
    async def connect(self): ...

`connect` returns another process that shares the store; it is not open yet.
"""

import asyncio
from collections.abc import Callable
from typing import Protocol

from regicide_tui.server.storage.processes import DAY, Processes, Visit, VisitFacts
from tests.server.waiting import PATIENCE

NOW = 1_800_000_000_000
ADA, BEA, CYD = "ada", "bea", "cyd"


def said(table: str, number: int = 0) -> VisitFacts:
    """Return what a process says of a visit."""
    return VisitFacts(number=number, table=table)


LOBBY, TABLE = said("lobby", 1), said("table/é", 2)


def fail(error: BaseException) -> None:
    """Fail because of an error that was reported."""
    raise error


class Clock:
    """The clock of a process, which is set by hand."""

    def __init__(self, now: int = NOW) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now


class Process:
    """A process that writes down whose visits have changed."""

    def __init__(self, processes: Processes, clock: Clock) -> None:
        self.processes, self.clock = processes, clock
        self.changed: list[str] = []
        self.joined_or_left = 0
        self._news = asyncio.Event()
        processes.changed.subscribe(self._note_changed)
        processes.living_changed.subscribe(self._note_living)

    @property
    def me(self) -> str:
        """The id of the process."""
        return self.processes.me

    def note(self, name: str, facts: VisitFacts = LOBBY) -> None:
        """Say something of a visit here."""
        self.processes.note(name, facts)

    def facts_of(self, name: str) -> list[VisitFacts]:
        """Return what is said of the visits of somebody that go on."""
        return [one.facts for one in self.processes.visits(name) if not one.gone_at]

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait for news after which something holds."""
        async with asyncio.timeout(PATIENCE):
            while not holds():
                self._news.clear()
                await self._news.wait()

    async def until_others(self, *others: "Process") -> None:
        """Wait until these are the other processes that live."""
        ids = {one.me for one in others}
        await self.until(lambda: {*self.processes.others} == ids)

    async def until_said(self, name: str, *facts: VisitFacts) -> None:
        """Wait until this is what is said of the visits of somebody that go on."""
        await self.until(lambda: self.facts_of(name) == [*facts])

    def _note_changed(self, name: str) -> None:
        self.changed.append(name)
        self._news.set()

    def _note_living(self) -> None:
        self.joined_or_left += 1
        self._news.set()


class Connect(Protocol):
    """Returns another process that shares the store; it is not open yet."""

    async def __call__(self, now: int = NOW) -> Process:
        """Let its clock stand at a time."""
        ...


Kill = Callable[[Process], None]
"""Ends a process as a power cut would; the others know it after a while."""


async def meet(connect: Connect, number: int) -> list[Process]:
    """Return open processes that know each other."""
    found = [await connect() for _ in range(number)]
    for one in found:
        await one.processes.open()
    for one in found:
        await one.until_others(*[other for other in found if other is not one])
    return found


class Conformance:
    """The statements about one process. The class that inherits them has a fixture `connect`."""

    async def test_a_process_alone_does_everything(self, connect: Connect) -> None:
        (one,) = await meet(connect, 1)
        assert not one.processes.others
        assert not one.processes.others_stay
        assert all(one.processes.owns(f"table {number}") for number in range(9))
        assert one.processes.since == NOW

    async def test_who_visits_is_known_until_they_go(self, connect: Connect) -> None:
        (one,) = await meet(connect, 1)
        one.note(ADA)
        one.note(BEA)
        one.note(ADA, TABLE)
        assert one.processes.visits(ADA) == [Visit(one.me, TABLE)]
        assert sorted(one.processes.names) == [ADA, BEA]
        one.processes.end(ADA, NOW + 5, LOBBY)
        one.processes.end(BEA, NOW + 5, None)
        one.processes.end(CYD, NOW + 5, LOBBY)
        assert one.processes.visits(ADA) == [Visit(one.me, LOBBY, NOW + 5)]
        assert one.processes.visits(BEA) == one.processes.visits(CYD) == []
        assert [*one.processes.names] == []
        one.note(ADA)
        assert one.processes.visits(ADA) == [Visit(one.me, LOBBY)]
        assert one.changed == [], "whoever says it knows it"

    async def test_who_came_before_the_process_joined_is_known_as_well(
        self, connect: Connect
    ) -> None:
        one = await connect()
        one.note(ADA)
        await one.processes.open()
        assert one.facts_of(ADA) == [LOBBY]

    async def test_after_a_day_a_visit_is_forgotten(self, connect: Connect) -> None:
        (one,) = await meet(connect, 1)
        for name, gone_at in ((ADA, NOW), (BEA, NOW + 2)):
            one.note(name)
            one.processes.end(name, gone_at, LOBBY)
        one.clock.now = NOW + DAY + 1
        assert one.processes.visits(ADA)
        one.note(CYD)
        one.processes.end(CYD, one.clock.now, LOBBY)
        assert [*map(bool, map(one.processes.visits, (ADA, BEA, CYD)))] == [False, True, True]


class ConformanceOfSeveral(Conformance):
    """The statements about several. The class that inherits them also has a fixture `kill`."""

    async def test_processes_know_each_other_until_they_leave(self, connect: Connect) -> None:
        one, two, three = await meet(connect, 3)
        before = one.joined_or_left
        await two.processes.close()
        await one.until_others(three)
        await three.until_others(one)
        assert one.joined_or_left == before + 1

    async def test_all_know_who_visits_and_what_is_said_of_them(self, connect: Connect) -> None:
        one, two, three = await meet(connect, 3)
        one.note(ADA)
        two.note(ADA, TABLE)
        for other in (one, two, three):
            await other.until(lambda other=other: len(other.facts_of(ADA)) == 2)  # type: ignore[misc]
            assert {*other.processes.names} == {ADA}
        one.processes.end(ADA, NOW, None)
        await three.until_said(ADA, TABLE)
        two.note(ADA, LOBBY)
        await three.until_said(ADA, LOBBY)
        assert three.processes.visits(ADA) == [Visit(two.me, LOBBY)]

    async def test_whoever_looks_knows_the_visits_and_is_none_of_the_processes(
        self, connect: Connect
    ) -> None:
        one, two = await meet(connect, 2)
        one.note(ADA)
        two.note(BEA, TABLE)
        looking = await connect()
        async with asyncio.timeout(PATIENCE):
            while {*looking.processes.names} != {ADA, BEA}:
                await looking.processes.look()
        one.note(CYD)
        await two.until_said(CYD, LOBBY)
        assert {*one.processes.others, *two.processes.others} == {one.me, two.me}

    async def test_only_changes_are_told(self, connect: Connect) -> None:
        one, two = await meet(connect, 2)
        one.note(ADA)
        one.note(BEA)
        await two.until(lambda: {*two.changed} == {ADA, BEA})
        two.changed.clear()
        one.note(ADA)
        one.note(BEA, TABLE)
        await two.until_said(BEA, TABLE)
        one.note(CYD)
        await two.until_said(CYD, LOBBY)
        assert two.changed == [BEA, CYD]

    async def test_who_joins_later_knows_who_is_here_and_who_has_left(
        self, connect: Connect
    ) -> None:
        (one,) = await meet(connect, 1)
        one.note(ADA)
        one.note(BEA, TABLE)
        one.processes.end(BEA, NOW + 7, LOBBY)
        late = await connect()
        await late.processes.open()
        await late.until_said(ADA, LOBBY)
        assert late.processes.visits(BEA) == [Visit(one.me, LOBBY, NOW + 7)]
        one.processes.end(ADA, NOW + 9, LOBBY)
        await one.processes.close()
        await late.until_others()
        assert late.processes.visits(ADA) == [Visit(one.me, LOBBY, NOW + 9)]

    async def test_who_visits_a_process_that_leaves_has_gone(self, connect: Connect) -> None:
        one, two = await meet(connect, 2)
        one.note(ADA)
        await two.until_said(ADA, LOBBY)
        one.clock.now = NOW + 3
        await one.processes.close()
        await two.until_said(ADA)
        assert two.processes.visits(ADA) == [Visit(one.me, LOBBY, NOW + 3)]

    async def test_who_visits_a_process_that_dies_is_lost(
        self, connect: Connect, kill: Kill
    ) -> None:
        one, two = await meet(connect, 2)
        one.note(ADA)
        one.note(BEA)
        one.processes.end(BEA, NOW, LOBBY)
        await two.until_said(ADA, LOBBY)
        kill(one)
        await two.until_others()
        (lost,), (gone,) = two.processes.visits(ADA), two.processes.visits(BEA)
        assert lost.lost
        assert lost.gone_at > 0
        assert gone == Visit(one.me, LOBBY, NOW)
        two.note(ADA, TABLE)
        assert two.facts_of(ADA) == [TABLE]

    async def test_one_process_does_each_task_and_those_of_a_process_that_leaves_are_taken_over(
        self, connect: Connect, kill: Kill
    ) -> None:
        processes = await meet(connect, 3)
        tasks = [f"table {number}" for number in range(60)]

        def owners() -> dict[str, Process]:
            found = {task: [one for one in processes if one.processes.owns(task)] for task in tasks}
            return {task: one for task, (one,) in found.items()}

        before = owners()
        assert {*before.values()} == {*processes}
        gone = processes.pop()
        kill(gone)
        for one, other in (processes, processes[::-1]):
            await one.until_others(other)
        after = owners()
        assert all(after[task] is owner for task, owner in before.items() if owner is not gone)

    async def test_a_process_inherits_when_the_first_one_joined(self, connect: Connect) -> None:
        one, late, later = [await connect(NOW + later) for later in (5, 7, 6)]
        await one.processes.open()
        await late.processes.open()
        await one.processes.close()
        await late.until_others()
        await later.processes.open()
        assert [p.processes.since - NOW for p in (one, late, later)] == [5, 5, 5]

    async def test_it_is_known_whether_another_process_stays(self, connect: Connect) -> None:
        one, two, three = await meet(connect, 3)
        one.processes.note_closing()
        two.processes.note_closing()
        assert two.processes.others_stay
        three.processes.note_closing()
        three.note(ADA)
        await one.until(lambda: not one.processes.others_stay)
        await two.until(lambda: not two.processes.others_stay)
