"""Who takes much of the loop's time goes on when nobody else has anything to do."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextvars import Context
from typing import Any

import pytest

from regicide_tui.server.apps.turns import Turns, Work, meter_tasks
from regicide_tui.server.base.tasks import start_detached
from tests.server.waiting import until


class Clock:
    """A clock that goes on only by what is worked."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def turns(clock: Clock) -> AsyncIterator[Turns]:
    """The turns of this loop."""
    loop = asyncio.get_running_loop()
    before = loop.get_task_factory()
    meter_tasks()
    turns = Turns(clock)
    yield turns
    turns.end()
    loop.set_task_factory(before)


def begin(work: Work, doing: Coroutine[Any, Any, Any]) -> "asyncio.Task[Any]":
    """Begin what an app does, in a context of its own."""
    return Context().run(asyncio.ensure_future, work.run(doing))


async def steps(clock: Clock, seconds: float, times: int, done: Callable[[], None]) -> None:
    """Take the loop's time, again and again."""
    for _ in range(times):
        clock.now += seconds
        done()
        await asyncio.sleep(0)


async def test_all_tasks_of_an_app_are_metered(turns: Turns, clock: Clock) -> None:
    work = Work(turns)

    async def app() -> None:
        clock.now += 0.01
        await asyncio.gather(*[steps(clock, 0.01, 1, lambda: None) for _ in range(2)])

    await begin(work, app())
    assert work.used_now == pytest.approx(0.03, abs=0.01)


async def test_what_the_server_does_counts_for_nobody(turns: Turns, clock: Clock) -> None:
    work = Work(turns)

    async def app() -> None:
        await start_detached(steps(clock, 5.0, 3, lambda: None))

    await begin(work, app())
    assert work.used_now == 0


async def test_used_time_is_reduced_with_time(turns: Turns, clock: Clock) -> None:
    work = Work(turns)
    await begin(work, steps(clock, 0.5, 1, lambda: None))
    before = work.used_now
    clock.now += 1.0
    assert work.used_now == pytest.approx(before - 0.25)
    clock.now += 5.0
    assert work.used_now == 0


async def test_who_takes_much_waits_for_who_takes_little(turns: Turns, clock: Clock) -> None:
    heavy, light = Work(turns), Work(turns)
    order: list[str] = []
    await begin(heavy, steps(clock, 0.2, 1, lambda: None))
    tasks = [
        begin(heavy, steps(clock, 0.01, 5, lambda: order.append("much"))),
        begin(light, steps(clock, 0.0001, 50, lambda: order.append("little"))),
    ]
    await asyncio.gather(*tasks)
    assert order[:50].count("much") <= 1  # what was left of the slice it had


async def test_who_takes_much_is_not_kept_waiting_for_ever(turns: Turns, clock: Clock) -> None:
    heavy, light = Work(turns), Work(turns)
    done: list[str] = []
    await begin(heavy, steps(clock, 0.2, 1, lambda: None))
    busy = begin(light, steps(clock, 0.0, 100_000, lambda: None))
    passing = start_detached(steps(clock, 0.001, 100_000, lambda: None))
    await begin(heavy, steps(clock, 0.01, 3, lambda: done.append("much")))
    assert len(done) == 3
    assert not busy.done()
    busy.cancel()
    passing.cancel()


async def test_of_several_who_take_much_the_one_goes_on_who_took_least(
    turns: Turns, clock: Clock
) -> None:
    more, less = Work(turns), Work(turns)
    order: list[str] = []
    await begin(more, steps(clock, 2.0, 1, lambda: None))
    await begin(less, steps(clock, 0.5, 1, lambda: None))
    await asyncio.gather(
        begin(more, steps(clock, 0.01, 3, lambda: order.append("more"))),
        begin(less, steps(clock, 0.01, 3, lambda: order.append("less"))),
    )
    assert order == ["less"] * 3 + ["more"] * 3


async def test_who_took_most_gets_a_slice_every_two_seconds_although_others_are_always_busy(
    turns: Turns, clock: Clock
) -> None:
    most, others = Work(turns), [Work(turns) for _ in range(3)]
    most.take(2.0)
    for one in others:
        one.take(0.1)
    at: list[float] = []
    busy = [begin(one, steps(clock, 0.01, 100_000, lambda: None)) for one in others]
    await begin(most, steps(clock, 0.001, 9, lambda: at.append(clock.now)))
    for task in busy:
        task.cancel()
    assert at[0] < 2.2
    assert at[-1] < 5.0


async def test_who_is_cancelled_while_waiting_ends(turns: Turns, clock: Clock) -> None:
    heavy = Work(turns)
    await begin(heavy, steps(clock, 9.0, 1, lambda: None))
    ended: list[str] = []

    async def app() -> None:
        try:
            await asyncio.sleep(3600)
        finally:
            ended.append("app")

    task = begin(heavy, app())
    await until(lambda: not heavy.held and heavy.steps > 2)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert ended == ["app"]


async def test_at_the_end_nobody_waits(turns: Turns, clock: Clock) -> None:
    heavy = Work(turns)
    await begin(heavy, steps(clock, 9.0, 1, lambda: None))
    task = begin(heavy, steps(clock, 1.0, 5, lambda: None))
    turns.end()
    await task
    assert not heavy.held


async def test_idle_is_who_only_waits_for_something_outside(turns: Turns, clock: Clock) -> None:
    work, told = Work(turns), asyncio.Event()
    gathered: list[str] = []

    async def app() -> None:
        inner = [asyncio.ensure_future(steps(clock, 0.03, 3, lambda: None)) for _ in range(3)]
        await asyncio.gather(*inner)
        gathered.append("all")
        await told.wait()

    task = begin(work, app())
    idle: list[list[str]] = []
    work.when_idle(lambda: idle.append([*gathered]))
    await until(lambda: bool(idle))
    assert idle == [["all"]]
    told.set()
    await task


async def test_the_used_time_of_a_crowd_is_reduced_no_more_than_that_of_one_app(
    turns: Turns, clock: Clock
) -> None:
    """If it were, each app of a crowd would use less than that, and none would be held up."""
    crowd = [Work(turns) for _ in range(20)]
    for _ in range(100):
        for work in crowd:
            clock.now += 0.01
            work.take(0.01)
    assert all(work.used_now > 0.3 for work in crowd)


async def test_hundreds_of_players_hold_up_none_of_them_and_do_hold_up_a_flood(
    turns: Turns, clock: Clock
) -> None:
    players, flood = [Work(turns) for _ in range(400)], Work(turns)
    most = 0.0
    for _ in range(10):  # each presses a key in four seconds, and half of the time is theirs
        for player in players:
            clock.now += 0.01
            player.take(0.005)
            flood.take(0.004)
            most = max(most, player.used_now)
    assert most < 0.01
    assert flood.used_now > 1.0


async def test_who_takes_little_goes_before_a_crowd_that_takes_much(
    turns: Turns, clock: Clock
) -> None:
    crowd, light = [Work(turns) for _ in range(20)], Work(turns)
    for work in crowd:
        work.take(1.0)
    order: list[str] = []
    light.take(0.2)  # who has pressed some keys meanwhile
    await asyncio.gather(
        *[begin(one, steps(clock, 0.01, 5, lambda: order.append("much"))) for one in crowd],
        begin(light, steps(clock, 0.001, 50, lambda: order.append("little"))),
    )
    assert order[:60].count("little") == 50


async def test_what_is_remembered_has_an_end(turns: Turns, clock: Clock) -> None:
    work = Work(turns)
    work.take(100.0)
    clock.now += 10.0
    assert work.used_now == 0
