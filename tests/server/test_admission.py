"""Keys of apps that have used little are handled at once, and the others one after the other."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextvars import Context
from typing import Any

import pytest

from regicide_tui.server.apps.admission import Admission, Work, meter_tasks
from regicide_tui.server.base.tasks import start_detached
from tests.server.waiting import Time, until


@pytest.fixture
def clock() -> Time:
    return Time()


@pytest.fixture
async def admission(clock: Time) -> AsyncIterator[Admission]:
    """The admission of this loop, whose tasks are metered."""
    loop = asyncio.get_running_loop()
    before = loop.get_task_factory()
    meter_tasks()
    yield Admission(clock)
    loop.set_task_factory(before)


def begin(work: Work, doing: Coroutine[Any, Any, Any]) -> "asyncio.Task[Any]":
    """Begin what an app does, in a context of its own."""
    return Context().run(asyncio.ensure_future, work.run(doing))


async def steps(clock: Time, seconds: float, times: int) -> None:
    """Take the loop's time, again and again."""
    for _ in range(times):
        clock.now += seconds
        await asyncio.sleep(0)


class App:
    """An app that has `keys` to handle; each takes the loop's time in two steps."""

    def __init__(
        self, admission: Admission, clock: Time, seconds: float, keys: int, order: list["App"]
    ) -> None:
        self.work = Work(admission)
        self._clock, self._seconds, self.left, self._order = clock, seconds, keys, order
        self.tasks: list[asyncio.Task[None]] = []
        self.handled_at: list[float] = []
        """When each key was handled, by the loop's clock."""

    @property
    def is_done(self) -> bool:
        """Whether all keys have been handled."""
        return not self.left and all(task.done() for task in self.tasks)

    def press(self) -> None:
        """Press the next key, and after it all others."""
        self.work.admission.admit(self.work, self._handle)

    def _handle(self) -> None:
        if not self.left:
            return
        self.left -= 1
        self._order.append(self)
        self.handled_at.append(asyncio.get_running_loop().time())
        self.tasks.append(begin(self.work, steps(self._clock, self._seconds / 2, 2)))
        if self.left:
            self.work.when_idle(self.press)


NewApp = Callable[..., App]


@pytest.fixture
def order() -> list[App]:
    """Whose keys were handled, in this order."""
    return []


@pytest.fixture
async def new_app(admission: Admission, clock: Time, order: list[App]) -> AsyncIterator[NewApp]:
    """Make an app by the seconds that each of its keys takes, and the number of its keys."""
    apps: list[App] = []

    def make(seconds: float, keys: int = 1) -> App:
        apps.append(App(admission, clock, seconds, keys, order))
        return apps[-1]

    yield make
    for app in apps:
        app.left = 0
    await until(lambda: not admission.is_passing and all(app.is_done for app in apps))


async def test_all_tasks_of_an_app_are_metered(admission: Admission, clock: Time) -> None:
    work = Work(admission)

    async def app() -> None:
        clock.now += 0.01
        await asyncio.gather(*[steps(clock, 0.01, 1) for _ in range(2)])

    await begin(work, app())
    assert work.spent == pytest.approx(0.03)


async def test_steps_that_end_in_an_error_are_metered(admission: Admission, clock: Time) -> None:
    work = Work(admission)

    async def app() -> None:
        try:
            await asyncio.sleep(3600)
        finally:
            clock.now += 0.01

    task = begin(work, app())
    await until(lambda: work.steps > 0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert work.spent == pytest.approx(0.01)


async def test_what_the_server_does_counts_for_nobody(admission: Admission, clock: Time) -> None:
    work = Work(admission)

    async def app() -> None:
        await start_detached(steps(clock, 5.0, 3))

    await begin(work, app())
    assert work.spent == 0


async def test_no_step_is_held_up(admission: Admission, clock: Time) -> None:
    heavy, light = Work(admission), Work(admission)
    await begin(heavy, steps(clock, 9.0, 1))
    busy = begin(light, steps(clock, 0.001, 100_000))
    await begin(heavy, steps(clock, 1.0, 10))
    assert light.steps < 50
    busy.cancel()


async def test_a_key_of_an_app_that_has_used_nothing_is_handled_at_once(
    new_app: NewApp, order: list[App]
) -> None:
    heavy, light = new_app(0.05, 100), new_app(0.001)
    heavy.press()
    await until(lambda: len(order) == 3)
    light.press()
    assert order[-1] is light


async def test_keys_of_apps_that_use_much_pass_one_after_the_other(
    new_app: NewApp, order: list[App]
) -> None:
    apps = [new_app(0.05, 10) for _ in range(5)]
    for app in apps:
        app.press()
    working, most = 0, 0
    async with asyncio.timeout(10):
        while not all(app.is_done for app in apps):
            working = sum(not task.done() for app in apps for task in app.tasks)
            if len(order) > 5:  # each has had a first key at once
                most = max(most, working)
            await asyncio.sleep(0)
    assert most == 1


async def test_an_app_that_uses_more_than_its_share_gets_what_the_others_get(
    new_app: NewApp, order: list[App], clock: Time
) -> None:
    dear, cheap = new_app(0.06, 1000), new_app(0.02, 1000)
    dear.press()
    cheap.press()
    await until(lambda: len(order) > 80)
    assert dear.work.spent == pytest.approx(cheap.work.spent, abs=0.1)


async def test_an_app_that_uses_little_goes_before_a_crowd_that_uses_much(
    new_app: NewApp, order: list[App]
) -> None:
    crowd, light = [new_app(0.05, 1000) for _ in range(20)], new_app(0.001, 1000)
    for app in (*crowd, light):
        app.press()
    await until(lambda: order.count(light) > 20)
    assert len(order) - order.count(light) < 20 + 20


async def test_whoever_rested_does_not_wait_for_what_the_last_key_used(
    new_app: NewApp, order: list[App], monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = Time()
    monkeypatch.setattr("regicide_tui.server.apps.admission.monotonic", lambda: wall.now)
    resting = new_app(0.1)
    resting.press()
    await until(lambda: resting.is_done)
    resting.work.rest()
    wall.now += 1.0
    crowd = [new_app(0.05, 10) for _ in range(5)]
    for one in crowd:
        one.press()
    await until(lambda: len(order) > 1 + len(crowd))
    resting.left = 1
    resting.press()
    assert order[-1] is resting


async def test_keys_that_waited_are_no_rest(
    new_app: NewApp, order: list[App], monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = Time()
    monkeypatch.setattr("regicide_tui.server.apps.admission.monotonic", lambda: wall.now)
    busy = new_app(0.1, 2)
    busy.press()
    wall.now += 1.0
    crowd = [new_app(0.05, 2) for _ in range(5)]
    for one in crowd:
        one.press()
    await until(lambda: all(one.is_done for one in (busy, *crowd)))
    assert order[-1] is busy


async def test_time_that_was_not_used_is_soon_forgotten(new_app: NewApp, order: list[App]) -> None:
    busy, late = new_app(0.05, 1000), new_app(0.05, 1000)
    busy.press()
    await until(lambda: len(order) > 20)
    late.press()
    await until(lambda: len(order) > 40)
    assert order[20:].count(busy) > 8


async def test_nobody_waits_for_ever(new_app: NewApp, order: list[App]) -> None:
    most = new_app(1.0, 2)
    others = [new_app(0.03, 10_000) for _ in range(3)]
    for app in (*others, most):
        app.press()
    await until(lambda: most.is_done)
    assert len(order) < 3 * 1.0 / 0.03 + 20


async def test_after_a_key_the_loop_belongs_to_others_for_as_long(
    new_app: NewApp, order: list[App]
) -> None:
    app = new_app(0.1, 3)  # the first key is handled at once: the app has used nothing before
    app.press()
    await until(lambda: len(order) == 3)
    _, second, third = app.handled_at
    assert third - second > 0.09  # the clock ticks


@pytest.mark.slow
async def test_an_app_that_is_never_done_holds_up_nobody_for_ever(
    admission: Admission, clock: Time, new_app: NewApp
) -> None:
    restless = Work(admission)
    busy: list[asyncio.Task[None]] = []
    await begin(restless, steps(clock, 1.0, 1))
    admission.admit(restless, lambda: busy.append(begin(restless, steps(clock, 0.0, 10**9))))
    other = new_app(0.05, 3)
    other.press()
    await until(lambda: other.is_done)
    assert not busy[0].done()
    busy[0].cancel()


async def test_idle_is_an_app_that_only_waits_for_something_outside(
    admission: Admission, clock: Time
) -> None:
    work, told = Work(admission), asyncio.Event()
    gathered: list[str] = []

    async def app() -> None:
        inner = [asyncio.ensure_future(steps(clock, 0.03, 3)) for _ in range(3)]
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
