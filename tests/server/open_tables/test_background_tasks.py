"""Tasks for which nobody waits, and the timers that start them."""

import asyncio

from regicide_tui.server.base.tasks import BackgroundTasks
from tests.server.waiting import until


def _fail(error: BaseException) -> None:
    raise error


async def test_a_task_that_fails_is_reported_and_the_others_go_on() -> None:
    errors: list[BaseException] = []
    tasks = BackgroundTasks(errors.append)
    done: list[str] = []

    async def fail() -> None:
        raise ValueError("lost")

    async def succeed() -> None:
        done.append("done")

    tasks.run_soon(fail())
    tasks.run_soon(succeed())
    assert len(tasks) == 2
    await until(lambda: not tasks)
    assert list(map(str, errors)) == ["lost"]
    assert done == ["done"]


async def test_idle_waits_for_a_task_that_another_one_starts() -> None:
    tasks = BackgroundTasks(_fail)
    done: list[str] = []

    async def note(what: str) -> None:
        await asyncio.sleep(0.01)
        done.append(what)

    async def start() -> None:
        await note("first")
        tasks.run_soon(note("second"))

    await tasks.idle()
    tasks.run_soon(start())
    await tasks.idle()
    assert done == ["first", "second"]


async def test_a_timer_replaces_the_one_before_of_its_key_alone() -> None:
    tasks = BackgroundTasks(_fail)
    done: list[str] = []

    async def note(what: str) -> None:
        done.append(what)

    tasks.schedule("table", 0.0, lambda: note("first"))
    tasks.schedule("other", 0.0, lambda: note("other"))
    tasks.schedule("third", 0.0, lambda: note("third"))
    tasks.schedule("table", 0.01, lambda: note("second"))
    tasks.unschedule("third")
    assert {*tasks.timers} == {"table", "other"}
    await until(lambda: len(done) == 2)
    assert done == ["other", "second"]
    assert not tasks.timers


async def test_nothing_begins_after_the_stop_and_the_end_waits_for_what_runs() -> None:
    tasks = BackgroundTasks(_fail)
    done: list[str] = []

    async def note(what: str) -> None:
        done.append(what)

    async def wait() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            done.append("ended")

    tasks.run_soon(wait())
    await asyncio.sleep(0)
    tasks.schedule("before", 0.0, lambda: note("before"))
    tasks.stop()
    tasks.schedule("after", 0.0, lambda: note("after"))
    tasks.run_soon(note("soon"))
    await asyncio.sleep(0.01)
    assert done == []
    await tasks.end()
    assert done == ["ended"]
    assert not tasks
