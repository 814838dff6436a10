"""Who is told of what is new, and when."""

import asyncio
from collections.abc import AsyncIterator, Callable
from time import perf_counter, thread_time

import pytest

from regicide_tui.server.apps.admission import Admission, Work, meter_tasks
from regicide_tui.server.apps.news import Listeners
from tests.server.waiting import until

LONG = 0.01
"""Seconds of work for which an app of these tests draws."""


class App:
    """Draws for a while whenever it is told of something."""

    def __init__(
        self, listeners: Listeners, admission: Admission, name: str = "", table: str = ""
    ) -> None:
        self.drew: list[float] = []
        self._drawing: set[asyncio.Task[None]] = set()
        self._listeners, self._name, self._table = listeners, name, table
        self.work = Work(admission)
        self.end: Callable[[], None]

    async def come(self) -> None:
        """Listen from now on."""
        await asyncio.create_task(self.work.run(self._listen()))

    async def _listen(self) -> None:
        self.end = self._listeners.add(self._told, self._table, name=self._name)

    def _told(self) -> None:
        task = asyncio.create_task(self.draw())
        self._drawing.add(task)
        task.add_done_callback(self._drawing.discard)

    async def draw(self) -> None:
        """Draw for a while."""
        self.drew.append(perf_counter())
        end = thread_time() + LONG
        while thread_time() < end:
            pass


class Hidden(App):
    """An app that looks elsewhere."""

    def _told(self) -> None:
        self.drew.append(perf_counter())


class Restless(App):
    """An app that is never done."""

    async def draw(self) -> None:
        """Go on without end."""
        self.drew.append(perf_counter())
        while True:
            await asyncio.sleep(0)

    def stop(self) -> None:
        """Be done."""
        for task in self._drawing:
            task.cancel()


@pytest.fixture
async def listeners() -> AsyncIterator[Listeners]:
    """Those who listen; all tasks are metered."""
    meter_tasks()
    listeners = Listeners()
    yield listeners
    await listeners.close()


async def _here(*apps: App) -> None:
    for app in apps:
        await app.come()


async def test_between_two_pictures_others_have_three_times_as_long(listeners: Listeners) -> None:
    admission = Admission()
    apps = [App(listeners, admission) for _ in range(5)]
    await _here(*apps)
    notified = perf_counter()
    listeners.notify({})
    await until(lambda: all(app.drew for app in apps))
    last = max(app.drew[0] for app in apps)
    # Other work of the machine only makes this later: no pause begins before the last one ends.
    assert last - notified >= 3.9 * LONG * (len(apps) - 1)


async def test_who_sits_at_the_table_is_told_before_all_who_look_on(listeners: Listeners) -> None:
    admission = Admission()
    watching = [App(listeners, admission, f"w{number}", "t") for number in range(3)]
    seated, elsewhere = (
        App(listeners, admission, "ada", "t"),
        App(listeners, admission, "ada", "other"),
    )
    in_lobby = App(listeners, admission, "bea")
    await _here(*watching, elsewhere, seated, in_lobby)
    listeners.notify({"t": ("ada", "bea")})
    await until(lambda: all(app.drew for app in watching))
    last = sorted(app.drew[0] for app in watching)[1]
    assert max(seated.drew[0], in_lobby.drew[0]) < last
    assert not elsewhere.drew


async def _notify_by_key(acting: App, listeners: Listeners) -> None:
    """Notify the players of a table, because one of them has pressed a key there."""

    async def notify() -> None:
        listeners.notify({"t": ("ada", "bea", "cem")})

    await asyncio.create_task(acting.work.run(notify()))


async def test_whoever_acts_sees_it_before_the_other_players(listeners: Listeners) -> None:
    admission = Admission()
    bea, cem, ada = (App(listeners, admission, name, "t") for name in ("bea", "cem", "ada"))
    await _here(bea, cem, ada)
    await _notify_by_key(ada, listeners)
    await until(lambda: bool(bea.drew and cem.drew))
    assert ada.drew[0] < bea.drew[0] < cem.drew[0]


async def test_whoever_acts_and_is_never_done_keeps_no_player_waiting(listeners: Listeners) -> None:
    admission = Admission()
    ada, bea = Restless(listeners, admission, "ada", "t"), App(listeners, admission, "bea", "t")
    await _here(ada, bea)
    await _notify_by_key(ada, listeners)
    await until(lambda: bool(ada.drew and bea.drew))
    ada.stop()


async def test_a_player_who_leaves_before_their_turn_to_draw_is_not_told(
    listeners: Listeners,
) -> None:
    admission = Admission()
    ada, bea, cem = (App(listeners, admission, name, "t") for name in ("ada", "bea", "cem"))
    await _here(ada, bea, cem)
    await _notify_by_key(ada, listeners)
    bea.end()
    await until(lambda: bool(cem.drew))
    assert not bea.drew


async def test_who_shows_nothing_of_it_keeps_nobody_waiting(listeners: Listeners) -> None:
    admission = Admission()
    apps = [Hidden(listeners, admission) for _ in range(100)]
    await _here(*apps)
    listeners.notify({})
    for _ in range(100 * 20):  # rounds of the loop, in which no timer of the line could end
        await asyncio.sleep(0)
    assert all(app.drew for app in apps)


async def test_an_app_that_is_never_done_is_not_waited_for(listeners: Listeners) -> None:
    admission = Admission()
    restless, other = Restless(listeners, admission), App(listeners, admission)
    await _here(restless, other)
    listeners.notify({})
    await until(lambda: bool(restless.drew and other.drew))
    restless.stop()


async def test_nobody_who_waits_is_overtaken_by_who_was_told_before(listeners: Listeners) -> None:
    admission = Admission()
    first, second, third = (App(listeners, admission) for _ in range(3))
    await _here(first, second, third)
    listeners.notify({})
    await until(lambda: bool(second.drew))
    listeners.notify({})
    await until(lambda: len(first.drew) == 2)
    assert third.drew[0] < first.drew[1]


async def test_who_waits_in_the_line_is_told_once_of_what_is_new_meanwhile(
    listeners: Listeners,
) -> None:
    admission = Admission()
    first, second = App(listeners, admission), App(listeners, admission, "ada")
    await _here(first, second)
    for _ in range(3):
        listeners.notify({})
    listeners.notify({"t": ("ada",)})
    await until(lambda: bool(first.drew and second.drew))
    await until(lambda: not listeners.is_notifying)
    assert (len(first.drew), len(second.drew)) == (1, 1)


async def test_who_listens_no_longer_is_not_told_though_they_waited(listeners: Listeners) -> None:
    admission = Admission()
    first, second = App(listeners, admission), App(listeners, admission)
    await _here(first, second)
    listeners.notify({})
    second.end()
    await until(lambda: not listeners.is_notifying)
    assert (len(first.drew), len(second.drew)) == (1, 0)


async def test_who_comes_while_others_pause_is_told_at_once(listeners: Listeners) -> None:
    told: list[str] = []
    listeners.add(lambda: told.append("seldom"), pause=60.0)
    listeners.notify({})
    await until(lambda: told == ["seldom"])
    listeners.notify({})
    listeners.add(lambda: told.append("new"), pause=60.0)
    await asyncio.sleep(0)
    listeners.notify({})
    await until(lambda: told == ["seldom", "new"])
