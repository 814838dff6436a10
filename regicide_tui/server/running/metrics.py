"""The metrics for Prometheus: counts and times, and nothing about any person.

A server has a registry of its own. The library answers each scrape in a thread of its own; what
belongs to the loop is read in the loop.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from threading import Thread

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    ProcessCollector,
    start_http_server,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from regicide_tui.games.base import Value
from regicide_tui.server.model.refusals import Reason
from regicide_tui.server.storage.store import STORE_JOBS, StoreJob

_PAINT = (0.001, 0.0025, 0.005, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_APPEND = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)
_BOT = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0, 40.0)
"""The upper bounds of the ranges that are counted, in seconds."""
PATIENCE = 2.0
"""Seconds that a scrape waits for the loop."""
_MOST_REASONS = 50
"""The most reasons of refusals that are counted separately: each is a series in Prometheus."""
_REFUSALS = ("refused", "turned away")
"""The events of the journal for somebody who is not let in."""


class Live(Value, frozen=True):
    """The numbers of a server that stand somewhere already; pauses are in seconds."""

    visitors: Mapping[str, int]
    """How many visitors there are of each kind."""
    tables: Mapping[str, int]
    """How many tables there are in each state."""
    bots_waiting: int
    pause_lately: float
    pause_longest: float


class Metrics:
    """Counts what happens on one server."""

    def __init__(self) -> None:
        self.registry = found = CollectorRegistry()
        ProcessCollector(registry=found)
        paint = "The time until the first picture after a key is sent."
        self._paint = Histogram(
            "regicide_key_to_paint_seconds", paint, buckets=_PAINT, registry=found
        )
        append = "The time until an entry of a log is on the disk."
        self._append = Histogram("regicide_append_seconds", append, buckets=_APPEND, registry=found)
        conflicts = "Appends that were decided again, because another writer was quicker."
        self._conflicts = Counter("regicide_append_conflicts", conflicts, registry=found)
        failures = "Jobs that the store could not do."
        self._failures = Counter("regicide_store_failures", failures, ["job"], registry=found)
        refusals = "Connections and visitors that were not let in."
        self._refusals = Counter("regicide_refusals", refusals, ["reason"], registry=found)
        commands = "Commands that a table has refused."
        self._commands = Counter("regicide_commands_refused", commands, registry=found)
        crashes = "Errors of the program; each has a line in the journal."
        self._crashes = Counter("regicide_crashes", crashes, registry=found)
        bots = "The time until a bot has chosen an action, in the queue and in thought."
        self._bots = Histogram("regicide_bot_answer_seconds", bots, buckets=_BOT, registry=found)
        self._reasons: set[str] = {*Reason}
        # A series that begins with its first event has no increase that an alarm could see.
        for kind in STORE_JOBS:
            self._failures.labels(kind)
        for reason in Reason:
            self._refusals.labels(reason.value)

    def note_paint(self, seconds: float) -> None:
        """Count a key that has its picture."""
        self._paint.observe(seconds)

    def note_bot(self, seconds: float) -> None:
        """Count the answer of a bot."""
        self._bots.observe(seconds)

    def note_job(self, job: StoreJob) -> None:
        """Count a job of the store."""
        if job.is_conflict:
            self._conflicts.inc()
        elif job.error is not None:
            self._failures.labels(job.kind).inc()
        elif job.entry is not None:
            self._append.observe(job.seconds)

    def note_event(self, event: str, facts: Mapping[str, object]) -> None:
        """Count an event of the journal, if it is one of those that are counted."""
        if event in _REFUSALS:
            self._refusals.labels(self._reason(f"{facts.get('why')}")).inc()
        elif event == "refused command":
            self._commands.inc()
        elif event == "crash":
            self._crashes.inc()

    def watch(self, live: Callable[[], Live]) -> None:
        """Show these numbers, too. `live` is called in the loop of the caller."""
        loop = asyncio.get_running_loop()
        self.registry.register(_LiveCollector(lambda: _read_in(loop, live)))

    def _reason(self, why: str) -> str:
        if why not in self._reasons and len(self._reasons) >= _MOST_REASONS:
            return "other"
        self._reasons.add(why)
        return why


class _LiveCollector(Collector):
    """Reads the live numbers of a server for a scrape."""

    def __init__(self, read: Callable[[], Live | None]) -> None:
        self._read = read

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield the numbers; of a loop that does not answer, only that."""
        live = self._read()
        answers = "Whether the loop of the server has answered this scrape."
        yield GaugeMetricFamily("regicide_loop_answers", answers, value=float(live is not None))
        if live is None:
            return
        yield _family("regicide_visitors", "Visitors who are there.", "kind", live.visitors)
        yield _family("regicide_tables", "Tables that are not over.", "state", live.tables)
        waiting = "Bots that have to choose an action, the thinking one included."
        yield GaugeMetricFamily("regicide_bots_waiting", waiting, value=live.bots_waiting)
        pauses = {"p95 of the last minute": live.pause_lately, "longest": live.pause_longest}
        pause = "Pauses of the loop: meanwhile the server reads no keys."
        yield _family("regicide_loop_pause_seconds", pause, "which", pauses)


def _family(name: str, text: str, label: str, values: Mapping[str, float]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, text, labels=[label])
    for one, value in values.items():
        family.add_metric([one], value)
    return family


@contextmanager
def serve_metrics(registry: Collector, host: str, port: int) -> Iterator[int]:
    """Answer scrapes within this context; give the port. Raises `OSError` if it can't listen."""
    listening, _ = start_http_server(port, host, registry)

    def stop() -> None:
        listening.shutdown()
        listening.server_close()

    try:
        yield listening.server_port
    finally:  # it takes half a second, for which nobody waits
        Thread(target=stop, name="metrics", daemon=True).start()


def _read_in(loop: asyncio.AbstractEventLoop, live: Callable[[], Live]) -> Live | None:
    """Return the numbers as the loop reads them; None if it does not answer."""
    found: Future[Live] = Future()
    try:
        loop.call_soon_threadsafe(lambda: found.set_result(live()))
        return found.result(PATIENCE)
    except (TimeoutError, RuntimeError):  # it is busy, or closed
        return None
