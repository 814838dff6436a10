"""The metrics for Prometheus: counts and times, and nothing about any person.

A server has its own registry. The library answers each scrape in its own thread, which reads only
these numbers.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    make_wsgi_app,
    start_http_server,
)

from regicide_tui.server.model.refusals import Reason
from regicide_tui.server.running.listening import Port
from regicide_tui.server.storage.store import STORE_JOBS, StoreJob

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_PATH = "/metrics"
_PAINT = (0.001, 0.0025, 0.005, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_APPEND = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)
_BOT = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0, 40.0)
"""The upper bounds of the histogram buckets, in seconds."""
_SAMPLE = 1.0
"""Seconds from one sample of the live numbers to the next."""
PATIENCE = 2.0
"""Seconds without a sample after which the event loop counts as unresponsive."""
_REFUSALS = ("refused", "turned away")
"""The journal's events for refused people."""


_GAUGES: Mapping[str, tuple[str, list[str]]] = {
    "regicide_visitors": ("Connected visitors.", ["kind"]),
    "regicide_tables": ("Tables before or during their game.", ["state"]),
    "regicide_bots_waiting": (
        "Bots that must choose an action, including the one that is thinking.",
        [],
    ),
    "regicide_loop_pause_seconds": (
        "Pauses of the event loop, during which the server reads no keys.",
        ["which"],
    ),
}
"""The live numbers of a server: their help and labels, by name."""
Live = Mapping[str, Mapping[str, float]]
"""The values of these numbers, by name and label; a single value has an empty label."""


class Metrics:
    """Counts what happens on one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        histogram = partial(Histogram, registry=self.registry)
        counter = partial(Counter, registry=self.registry)
        paint = "The time from a key until the next frame is sent."
        self.paint = histogram("regicide_key_to_paint_seconds", paint, buckets=_PAINT)
        bots = "The time until a bot has chosen an action, including its wait in the queue."
        self.bots = histogram("regicide_bot_answer_seconds", bots, buckets=_BOT)
        append = "The time until a log entry is on disk."
        self._append = histogram("regicide_append_seconds", append, buckets=_APPEND)
        conflicts = "Appends that were decided again because another writer was quicker."
        self._conflicts = counter("regicide_append_conflicts", conflicts)
        failures = "Store jobs that failed."
        self._failures = counter("regicide_store_failures", failures, ["job"])
        refusals = "Connections and visitors that were refused."
        self._refusals = counter("regicide_refusals", refusals, ["reason"])
        commands = "Commands that a table refused."
        self._commands = counter("regicide_commands_refused", commands)
        crashes = "Program errors. Each has a line in the journal."
        self._crashes = counter("regicide_crashes", crashes)
        # A series that starts with its first event has no increase that an alarm could see.
        for kind in STORE_JOBS:
            self._failures.labels(kind)
        for reason in Reason:
            self._refusals.labels(reason.value)

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
            self._refusals.labels(f"{facts.get('why')}").inc()
        elif event == "refused command":
            self._commands.inc()
        elif event == "crash":
            self._crashes.inc()

    async def sample(self, live: Callable[[], Live]) -> None:
        """Also show these numbers, at most a second old."""
        gauges = {
            name: Gauge(name, text, labels, registry=self.registry)
            for name, (text, labels) in _GAUGES.items()
        }
        at = monotonic()
        answers = "Whether the server's event loop has responded lately."
        Gauge("regicide_loop_answers", answers, registry=self.registry).set_function(
            lambda: monotonic() - at < PATIENCE
        )
        while True:
            at = monotonic()
            for name, values in live().items():
                for label, value in values.items():
                    (gauges[name].labels(label) if label else gauges[name]).set(value)
            await asyncio.sleep(_SAMPLE)


@contextmanager
def serve_metrics(registry: CollectorRegistry, port: Port) -> Iterator[str]:
    """Answer scrapes within this context; give the URL. Raises `OSError` if it can't listen."""
    with port.explained():
        listening, _ = start_http_server(port.number, port.host, registry)
    listening.set_app(_at_one_path(make_wsgi_app(registry)))

    def stop() -> None:
        listening.shutdown()
        listening.server_close()

    try:
        shown = f"[{port.host}]" if ":" in port.host else port.host
        yield f"http://{shown}:{listening.server_port}{_PATH}"
    finally:  # it takes half a second, so nobody waits for it
        Thread(target=stop, name="metrics", daemon=True).start()


def _at_one_path(answer: "WSGIApplication") -> "WSGIApplication":
    """Return an app that answers like `answer`, but only at the documented path."""

    def answer_path(asked: "WSGIEnvironment", start: "StartResponse") -> Iterable[bytes]:
        if asked["PATH_INFO"] == _PATH:
            return answer(asked, start)
        start("404 Not Found", [("Content-Type", "text/plain")])
        return [f"The metrics are at {_PATH}.\n".encode()]

    return answer_path
