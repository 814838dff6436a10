"""The metrics: what is counted, read by real scrapes over HTTP."""

import asyncio
import re
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from threading import Event
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from regicide_tui.server.base.config import BadConfig, Config, read_address
from regicide_tui.server.base.journal import Journal
from regicide_tui.server.running import process
from regicide_tui.server.running.listening import Port
from regicide_tui.server.running.metrics import Live, Metrics, serve_metrics
from regicide_tui.server.storage.store import Conflict, LogEntry, StoreError, StoreJob
from tests.server.clients import KEY, connect, session
from tests.server.waiting import PATIENCE, until

PORT = Port("show metrics", "127.0.0.1", 0)
LIVE: Live = {
    "regicide_visitors": {"named": 2, "guest": 1},
    "regicide_tables": {"waiting": 3, "playing": 4},
    "regicide_bots_waiting": {"": 5},
    "regicide_loop_pause_seconds": {"longest": 0.7},
}
ENTRY = LogEntry(1, "a", 0, {})


def fetch(url: str) -> Mapping[str, float]:
    """Return all metrics by their names with their labels, as Prometheus reads them."""
    with urlopen(url, timeout=PATIENCE) as found:
        lines = found.read().decode().splitlines()
    pairs = [line.rsplit(" ", 1) for line in lines if not line.startswith("#")]
    return {name: float(value) for name, value in pairs}


@pytest.fixture
def metrics() -> Metrics:
    """What counts."""
    return Metrics()


async def read(metrics: Metrics) -> Mapping[str, float]:
    """Return what a scrape reads."""
    sampling = asyncio.create_task(metrics.sample(lambda: LIVE))
    await until(lambda: metrics.registry.get_sample_value("regicide_bots_waiting") is not None)
    with serve_metrics(metrics.registry, PORT) as url:
        found = await asyncio.to_thread(fetch, url)
    sampling.cancel()
    return found


async def test_a_scrape_reads_who_is_there_and_what_waits(metrics: Metrics) -> None:
    found = await read(metrics)
    assert found['regicide_visitors{kind="named"}'] == 2
    assert found['regicide_visitors{kind="guest"}'] == 1
    assert found['regicide_tables{state="waiting"}'] == 3
    assert found['regicide_tables{state="playing"}'] == 4
    assert found["regicide_bots_waiting"] == 5
    assert found['regicide_loop_pause_seconds{which="longest"}'] == 0.7
    assert found["regicide_loop_answers"] == 1
    assert found["process_resident_memory_bytes"] > 0


async def test_nothing_is_at_another_path(metrics: Metrics) -> None:
    with serve_metrics(metrics.registry, PORT) as url:
        for path in ("/", "/metrics/", "/status", "/favicon.ico"):
            with pytest.raises(HTTPError, match="404"):
                await asyncio.to_thread(fetch, url.removesuffix("/metrics") + path)


async def test_times_are_counted_in_ranges(metrics: Metrics) -> None:
    for seconds in (0.004, 0.02, 9.0):
        metrics.paint.observe(seconds)
    metrics.bots.observe(0.3)
    found = await read(metrics)
    assert found['regicide_key_to_paint_seconds_bucket{le="0.005"}'] == 1
    assert found['regicide_key_to_paint_seconds_bucket{le="0.025"}'] == 2
    assert found["regicide_key_to_paint_seconds_count"] == 3
    assert found["regicide_bot_answer_seconds_sum"] == 0.3


async def test_appends_conflicts_and_failures_are_counted_apart(metrics: Metrics) -> None:
    metrics.note_job(StoreJob("append", "log", 0.001, ENTRY))
    metrics.note_job(StoreJob("append", "log", 0.001, error=Conflict("log", 1)))
    metrics.note_job(StoreJob("append", "log", 0.001, error=StoreError()))
    metrics.note_job(StoreJob("read", "log", 0.001))
    found = await read(metrics)
    assert found["regicide_append_seconds_count"] == 1
    assert found["regicide_append_conflicts_total"] == 1
    assert found['regicide_store_failures_total{job="append"}'] == 1
    assert found['regicide_store_failures_total{job="read"}'] == 0


async def test_refusals_are_counted_by_their_reasons_and_name_nobody(metrics: Metrics) -> None:
    journal = Journal(lambda _: None, tell=metrics.note_event)
    for _ in range(3):
        journal.note_often("refused", address="192.0.2.1", why="no key")
    journal.note_often("turned away", address="192.0.2.1", why="too many")
    journal.note("crash", incident="1", name="ada")
    journal.note_detail("refused command", table="t", by="ada", command="Act")
    journal.sum_up()
    found = await read(metrics)
    assert found['regicide_refusals_total{reason="no key"}'] == 3
    assert found['regicide_refusals_total{reason="too many"}'] == 1
    assert found["regicide_crashes_total"] == found["regicide_commands_refused_total"] == 1
    assert not re.search(r"ada|192\.0", " ".join(found))


async def test_two_servers_of_one_process_count_apart(metrics: Metrics) -> None:
    other = Metrics()
    metrics.paint.observe(0.01)
    assert (await read(metrics))["regicide_key_to_paint_seconds_count"] == 1
    assert (await read(other))["regicide_key_to_paint_seconds_count"] == 0


async def test_a_scrape_of_a_loop_that_does_not_answer_says_so(
    metrics: Metrics, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("regicide_tui.server.running.metrics.PATIENCE", 0.05)
    sampling = asyncio.create_task(metrics.sample(lambda: LIVE))
    await asyncio.sleep(0)
    with serve_metrics(metrics.registry, PORT) as url:
        Event().wait(0.1)  # holds up the loop
        found = fetch(url)
    sampling.cancel()
    assert found["regicide_loop_answers"] == 0
    assert found["regicide_bots_waiting"] == 5, "as it was before"


# ---------------------------------------------------------------- a whole server


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("9464", ("127.0.0.1", 9464)),
        ("0.0.0.0:9464", ("0.0.0.0", 9464)),
        ("[::1]:0", ("::1", 0)),
    ],
)
def test_an_address_of_metrics_is_this_machine_unless_it_says_otherwise(
    text: str, address: tuple[str, int]
) -> None:
    assert read_address(text) == address


@pytest.mark.parametrize("text", ["x", "65536", "localhost:1", ":1", "1.2.3:1", "::1:1", "[::1]"])
def test_what_is_no_address_of_metrics_is_refused(text: str) -> None:
    with pytest.raises(BadConfig, match="metrics must be a port"):
        Config(metrics=text)


class Opened:
    """A whole server in this loop: what it has said, and where it is found."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def find(self, pattern: str) -> str:
        """Return what a line that the server has said holds at this place."""
        (found,) = [one[1] for line in self.said if (one := re.search(pattern, line))]
        return found

    async def scrape(self, visitors: str) -> Mapping[str, float]:
        """Return all metrics once they have one visitor of this kind."""
        found: Mapping[str, float] = {}
        async with asyncio.timeout(PATIENCE):
            while found.get(f'regicide_visitors{{kind="{visitors}"}}') != 1:
                found = await asyncio.to_thread(fetch, self.find("Prometheus reads: (.*)"))
        return found

    @property
    def port(self) -> int:
        """The port for visitors."""
        return int(self.find(r"-p (\d+) NAME"))


@pytest.fixture
async def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Opened]:
    """A whole server with metrics, which no signal ends."""
    ends = asyncio.Event()

    async def wait(*_: object) -> None:
        await ends.wait()

    monkeypatch.setattr(process, "StopSignals", lambda _: None)
    monkeypatch.setattr(process, "wait_for_signal", wait)
    opened = Opened()
    config = Config(port=0, metrics="0", pars=False)
    task = asyncio.ensure_future(process.serve(tmp_path, config, opened.said.append))
    await until(lambda: any("metrics" in line for line in opened.said) or task.done())
    yield opened
    ends.set()
    await task


@pytest.mark.slow
async def test_what_a_real_visitor_does_is_counted(opened: Opened) -> None:
    class Target:
        port = opened.port

    connection = await connect(Target(), "ada", KEY)  # type: ignore[arg-type]
    async with connection:
        client = await session(connection)
        await client.shows("CHOOSE YOUR NAME")
        before = await opened.scrape("choosing a name")
        client.process.stdin.write(b"\r")
        await client.shows("Welcome, ")
        client.process.stdin.write(b"n")
        await client.shows("OPEN A TABLE")
        after = await opened.scrape("named")
    assert after["regicide_append_seconds_count"] > before["regicide_append_seconds_count"]
    assert after["regicide_key_to_paint_seconds_count"] >= 1
    assert after["regicide_key_to_paint_seconds_sum"] < PATIENCE
    assert after['regicide_loop_pause_seconds{which="longest"}'] > 0
    assert not any("ada" in name for name in after)


async def test_a_port_of_metrics_that_is_taken_is_said_before_anybody_comes(
    tmp_path: Path, opened: Opened
) -> None:
    said: list[str] = []
    port = opened.find(r"http://127\.0\.0\.1:(\d+)/metrics")
    config = Config(port=0, metrics=port, pars=False)
    with pytest.raises(OSError, match=r"can't show metrics at 127.0.0.1, port .*: address already"):
        await process.serve(tmp_path / "other", config, said.append)
    assert said == []


async def test_without_the_setting_nothing_listens_for_scrapes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def at_once(*_: object) -> None:
        """Wait for no signal."""

    monkeypatch.setattr(process, "StopSignals", lambda _: None)
    monkeypatch.setattr(process, "wait_for_signal", at_once)
    said: list[str] = []
    await process.serve(tmp_path, Config(port=0, pars=False), said.append)
    assert not any("metrics" in line for line in said)
