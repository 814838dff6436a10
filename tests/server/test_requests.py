"""The ids of what keys cause, and how long a key waits for its picture."""

import asyncio
import io
import json
import re
from collections.abc import AsyncIterator
from contextvars import Context
from pathlib import Path

import pytest

from regicide_tui.server.base import tasks
from regicide_tui.server.base.journal import Journal
from regicide_tui.server.base.tasks import VisitRequests, current_request, one_request
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.running import process
from regicide_tui.server.running.metrics import Metrics
from regicide_tui.server.services.services import Services
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.server.storage.store import StoreError
from tests.server.clients import open_server, visit
from tests.server.gatherings import ADA, BEA, begin, first_action
from tests.server.visitors import visiting
from tests.server.waiting import Time


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    """The clock of requests."""
    clock = Time()
    monkeypatch.setattr(tasks, "monotonic", clock)
    return clock


def test_what_happens_outside_of_visits_has_no_id() -> None:
    assert Context().run(current_request) == ""


def test_each_key_of_a_visit_has_an_id_of_its_own() -> None:
    def come() -> list[str]:
        keys = VisitRequests()
        with keys.entered():
            found = [current_request()]
            for at in range(2):
                keys.begin(at)
                found.append(current_request())
        assert current_request() == "", "the visit is over"
        return [one.removeprefix(keys.visit) for one in found]

    assert Context().run(come) == ["", "-1", "-2"]


def test_what_outlasts_a_key_keeps_its_id() -> None:
    def come() -> tuple[str, str]:
        keys = VisitRequests()
        with keys.entered():
            keys.begin(0)
            with one_request():
                keys.begin(1)
                during = current_request()
            after = current_request()
        return during.removeprefix(keys.visit), after.removeprefix(keys.visit)

    assert Context().run(come) == ("-1", "-2")


def test_a_key_is_measured_until_the_first_picture_after_it(clock: Time) -> None:
    found: list[float] = []
    keys = VisitRequests(found.append)
    keys.note_picture()
    keys.begin(at=1.0)
    clock.now = 1.25
    keys.note_picture()
    keys.note_picture()
    assert found == [0.25]


def test_a_picture_long_after_the_work_of_a_key_is_not_its_effect(clock: Time) -> None:
    found: list[float] = []
    keys = VisitRequests(found.append)
    keys.begin(at=1.0)
    clock.now = 1.1
    keys.note_done()
    clock.now = 5.0
    keys.note_picture()
    assert found == []


def test_the_picture_of_a_slow_append_counts(clock: Time) -> None:
    found: list[float] = []

    def come() -> None:
        keys = VisitRequests(found.append)
        keys.begin(at=1.0)
        with keys.entered(), one_request():
            keys.note_done()
            clock.now = 9.0
        clock.now = 9.5
        keys.note_picture()

    Context().run(come)
    assert found == [8.5]


# ---------------------------------------------------------------- the journal


@pytest.fixture
def out() -> io.StringIO:
    """What the journal has written."""
    return io.StringIO()


@pytest.fixture
async def observed(path: Path, out: io.StringIO) -> AsyncIterator[Services]:
    """A server whose journal has all details, in JSON."""
    journal = Journal(out.write, as_json=True, details=True)
    store = SqliteStore(path, note_job=process.job_noter(journal, Metrics()))
    services = Services(store, pause=0, return_seconds=0, journal=journal)
    await services.open()
    yield services
    await services.close()
    await store.close()


def lines(out: io.StringIO, event: str) -> list[dict[str, object]]:
    """Return the lines of an event."""
    found = [json.loads(line) for line in out.getvalue().splitlines()]
    return [line for line in found if line["event"] == event]


async def test_the_entry_of_a_key_carries_its_id_in_the_journal(
    observed: Services, out: io.StringIO
) -> None:
    table = await begin(observed)
    log = f"table/{table}"
    before = len(lines(out, "append"))
    assert all("request" not in line for line in lines(out, "append")), "no key has caused them"
    name, _ = first_action(observed.tables.whole(table))
    async with visiting(observed, name) as (person,):
        await person.sees("turn 1")
        await person.press("1", "enter")
        await person.until(lambda: len(lines(out, "append")) > before)
        (line,) = lines(out, "append")[before:]
        assert line["request"] == person.app.requests.last
        assert line["log"] == log
        (entry,) = await observed.store.read(log, int(f"{line['version']}") - 1)
        assert entry.id == line["entry"]
        assert {*line} == {"at", "event", "log", "version", "entry", "ms", "request"}


async def test_a_refused_command_and_a_failed_append_carry_the_id_of_their_key(
    observed: Services, out: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await begin(observed)
    name, action = first_action(observed.tables.whole(table))
    other = BEA if name == ADA else ADA
    keys = VisitRequests()

    async def act(by: str) -> None:
        keys.begin(0)
        with keys.entered():
            await observed.commands.do(table, by, commands.Act(action))

    with pytest.raises(Refused):
        await asyncio.create_task(act(other), context=Context())
    (line,) = lines(out, "refused command")
    assert (line["by"], line["command"], line["request"]) == (other, "Act", keys.last)
    assert action not in json.dumps(line), "no card"

    async def fails(*_: object, **__: object) -> None:
        raise StoreError("database or disk is full")

    monkeypatch.setattr(SqliteStore, "do", fails)
    with pytest.raises(StoreError):
        await asyncio.create_task(act(name), context=Context())
    (line,) = lines(out, "store job failed")
    assert (line["job"], line["request"]) == ("append", keys.last)


async def test_without_the_setting_the_journal_has_no_details(path: Path) -> None:
    out = io.StringIO()
    journal = Journal(out.write, as_json=True)
    store = SqliteStore(path, note_job=process.job_noter(journal, Metrics()))
    services = Services(store, pause=0, return_seconds=0, journal=journal)
    await services.open()
    await begin(services)
    await services.close()
    await store.close()
    assert out.getvalue() == ""


async def test_the_journal_says_once_a_minute_why_the_store_fails(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object, **__: object) -> None:
        raise StoreError("database or disk is full")

    out = io.StringIO()
    journal = Journal(out.write, as_json=True, clock=lambda: 0)
    store = SqliteStore(path, note_job=process.job_noter(journal, Metrics()))
    monkeypatch.setattr(SqliteStore, "do", fails)
    for _ in range(3):
        with pytest.raises(StoreError):
            await store.append("table/1", 0, "a", {})
    (line,) = map(json.loads, out.getvalue().splitlines())
    assert (line["event"], line["failed"]) == ("store", "database or disk is full")
    await store.close()


@pytest.mark.slow
async def test_a_crash_carries_the_id_of_its_key_and_of_its_visit(
    tmp_path: Path, out: io.StringIO
) -> None:
    async with open_server(tmp_path, out) as server, visit(server) as client:
        client.process.stdin.write(b"a")
        await client.shows(" a ")
        client.process.stdin.write(b"x")
        await client.ends()
    (came,) = re.findall(r" came .* visit='(\w+)'", out.getvalue())
    (crash,) = re.findall(r" crash .* request='(.*)'", out.getvalue())
    assert crash == f"{came}-2", "the second key"
