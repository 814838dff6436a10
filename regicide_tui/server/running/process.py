"""One process of the server: it opens and closes all parts."""

import asyncio
import gc
import resource
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from regicide_tui import __version__
from regicide_tui.server.api.api import make_api
from regicide_tui.server.apps.app import Arrival
from regicide_tui.server.apps.news import listen_to
from regicide_tui.server.base.clock import milliseconds, steady_clock
from regicide_tui.server.base.config import Config
from regicide_tui.server.base.journal import Journal, background_lines, logging_to
from regicide_tui.server.base.private import make_private_folder
from regicide_tui.server.lines.visits import make_front
from regicide_tui.server.running.listening import (
    allow_connections,
    describe_way_in,
    metrics_port,
    visitor_port,
)
from regicide_tui.server.running.loading import load_everything
from regicide_tui.server.running.lock import lock_folder, lock_name
from regicide_tui.server.running.metrics import Live, Metrics, serve_metrics
from regicide_tui.server.running.reload import Reload
from regicide_tui.server.running.signals import StopSignals, answer_other_signals, describe_drain
from regicide_tui.server.running.status import (
    LOST,
    NAMES,
    REACHED,
    STORE,
    LoopMonitor,
    Status,
    serve_status,
)
from regicide_tui.server.running.systemd import answer_watchdog, tell_systemd
from regicide_tui.server.services.moderation import do_ordered_renames
from regicide_tui.server.services.notify import NotifyCommand
from regicide_tui.server.services.pars import ParProcess
from regicide_tui.server.services.services import Services
from regicide_tui.server.ssh.server import Server
from regicide_tui.server.storage.opening import (
    StorePlace,
    describe_place,
    find_processes,
    find_store,
    is_reached,
    note_place,
    open_store,
)
from regicide_tui.server.storage.store import JobCallback, StoreJob

_STDERR = 2
_BETWEEN_TRIES = 1.0
"""Seconds from one try to reach a store to the next."""
_PATIENCE_OF_SYSTEMD = 60_000_000
"""Microseconds by which systemd extends its wait for a start, after each try."""


class Process(NamedTuple):
    """The open parts of a process."""

    server: Server
    services: Services
    monitor: LoopMonitor
    fingerprint: str
    """Of the host key."""
    since: float
    """When it was opened, by the monotonic clock."""
    lost: asyncio.Event
    """Whether the store can't be reached."""

    def status(self) -> Status:
        """Return the status for `serve --status`. Servers on one database know the same tables."""
        tables, playing = len(self.services.tables), self._playing
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        return {
            "version": __version__,
            STORE: LOST if self.lost.is_set() else REACHED,
            "open for, s": round(monotonic() - self.since),
            "sessions": len(self.server.reception.visitors),
            "people": len(self.services.presence.names),
            NAMES: [*self.services.presence.names],
            "tables gathering": tables - playing,
            "tables playing": playing,
            "games finished": self.services.tables.results.count,
            "pause of the loop, ms, 95 of 100": round(self.monitor.lately * 1000, 1),
            "pause of the loop, ms, longest": round(self.monitor.longest * 1000, 1),
            "memory at most, MB": round(memory, 1),
        }

    def live(self) -> Live:
        """Return the live numbers for Prometheus."""
        tables, playing = len(self.services.tables), self._playing
        monitor = self.monitor
        return {
            "regicide_visitors": self.server.reception.visitors.count(),
            "regicide_tables": {"waiting": tables - playing, "playing": playing},
            "regicide_bots_waiting": {"": self.services.bots.choosing},
            "regicide_loop_pause_seconds": {
                "p95 of the last minute": monitor.lately,
                "longest": monitor.longest,
            },
        }

    @property
    def _playing(self) -> int:
        return sum(state.playing for state in self.services.tables.values())


async def serve(
    folder: Path,
    config: Config,
    say: Callable[[str], None],
    read: Callable[[], Config] | None = None,
) -> None:
    """Run the server until a signal ends it. All parts are closed in reverse order.

    `read` returns the settings when a signal asks for them. Raises `AlreadyOpen`,
    `BadHostKey`, `NotPrivate`, `StoreError`, `TooFewDescriptors`, `OSError`.
    """
    allow_connections(config)
    make_private_folder(folder)
    metrics, as_json = Metrics(), config.log == "json"
    try:
        with lock_folder(folder, lock_name(config)), background_lines(_STDERR) as write:
            journal = Journal(
                write, as_json=as_json, details=config.log_requests, tell=metrics.note_event
            )
            with logging_to(journal):
                await _serve(folder, config, say, journal, metrics, read or (lambda: config))
            journal.sum_up()
            journal.note("closed")
    finally:
        gc.freeze()  # the process ends: a last collection might take seconds


async def _serve(
    folder: Path,
    config: Config,
    say: Callable[[str], None],
    journal: Journal,
    metrics: Metrics,
    read: Callable[[], Config],
) -> None:
    """Open all parts, announce it, and wait for a signal."""
    place = find_store(folder, config.store)
    await wait_for_store(place, say)
    await do_ordered_renames(place, journal)
    async with (
        open_process(folder, config, journal, metrics) as process,
        AsyncExitStack() as closing,
    ):
        note_place(folder, place)
        port = process.server.port
        try:
            await closing.enter_async_context(serve_status(folder, port, process.status))
        except OSError as error:  # for example, the disk is full: visitors don't need the status
            journal.note("no status", why=error)
        lines = describe_way_in(config, port, process.fingerprint)
        if config.metrics:
            url = closing.enter_context(serve_metrics(metrics.registry, metrics_port(config)))
            lines.append(f"Prometheus reads: {url}")
            _run_until(closing, metrics.sample(process.live))
        reception, moderation = process.server.reception, process.services.moderation
        answer_other_signals(Reload(read, reception, moderation, journal).reload)
        signals = StopSignals(config.drain_seconds)  # a reader of the lines may send one
        for line in lines:
            say(line)
        journal.note("opened", host=config.host, port=port, store=describe_place(place))
        tell_systemd("READY=1")
        _run_until(closing, answer_watchdog())
        await wait_for_signal(process.server, signals, config.drain_seconds, say)
        say("The server is closing.")


async def wait_for_store(place: StorePlace, say: Callable[[str], None]) -> None:
    """Wait until a store answers: a database may start later than this machine.

    Raises `StoreError`.
    """
    for tries in count():
        if await is_reached(place):
            return
        if not tries:
            say(f"{describe_place(place)} doesn't answer. The server will start once it does.")
        tell_systemd(f"EXTEND_TIMEOUT_USEC={_PATIENCE_OF_SYSTEMD}")
        await asyncio.sleep(_BETWEEN_TRIES)


async def wait_for_signal(
    server: Server, signals: StopSignals, seconds: int, say: Callable[[str], None]
) -> None:
    """Wait for a signal. Then tell everyone, and give them some seconds to finish.

    A second signal ends these seconds.
    """
    await signals.first.wait()
    tell_systemd("STOPPING=1")
    if server.reception.visitors and seconds:
        say(describe_drain(seconds))
    await server.drain(seconds, signals.again)
    signals.begin_last_words()


@asynccontextmanager
async def open_process(
    folder: Path, config: Config, journal: Journal, metrics: Metrics
) -> AsyncIterator[Process]:
    """Open all parts of a server within this context.

    Raises `BadHostKey`, `NotPrivate`, `StoreError`, `OSError`.
    """
    async with AsyncExitStack() as closing:
        place, clock = find_store(folder, config.store), steady_clock()
        store = await open_store(place, clock=clock, note_job=job_noter(journal, metrics))
        closing.push_async_callback(store.close)
        processes = find_processes(store, milliseconds(clock), journal.incident)
        closing.push_async_callback(processes.close)
        notifier = NotifyCommand(config.notify_command, journal)
        closing.push_async_callback(notifier.close)
        services = Services(
            store,
            clock=clock,
            journal=journal,
            settings=config.limits,
            notify=notifier.notify,
            moderators=config.moderators,
            par_player=ParProcess() if config.pars else None,
            note_bot=metrics.bots.observe,
            processes=processes,
        )
        closing.push_async_callback(services.close)
        news = listen_to(services)
        closing.push_async_callback(news.close)
        idle = config.limits.idle_minutes * 60.0
        server = Server(
            folder,
            config,
            store,
            lambda server, visitor, line: make_front(
                Arrival(server, make_api(services, visitor), news, visitor, line, idle)
            ),
            journal,
            services.moderation,
            processes,
            metrics.paint.observe,
        )
        services.tables.set_aside.outdated.subscribe(server.entrance.give_way)
        load_everything()
        monitor, since, lost = LoopMonitor(), monotonic(), asyncio.Event()
        store.reach_changed.subscribe(lambda ok: lost.clear() if ok else lost.set())
        await processes.open()
        await services.open()
        closing.push_async_callback(server.close)
        with visitor_port(config).explained():
            fingerprint = await server.open()
        _run_until(closing, monitor.measure())
        yield Process(server, services, monitor, fingerprint, since, lost)


def job_noter(journal: Journal, metrics: Metrics) -> JobCallback:
    """Return a function that notes each job of the store in the journal and the metrics."""

    def note(job: StoreJob) -> None:
        metrics.note_job(job)
        if job.entry is not None:
            entry, ms = job.entry, round(job.seconds * 1000, 1)
            journal.note_detail("append", log=job.log, version=entry.version, entry=entry.id, ms=ms)
        elif job.is_conflict:
            journal.note_detail("append conflict", log=job.log)
        elif job.error is not None:
            journal.note_detail("store job failed", log=job.log, job=job.kind, why=job.error)
            journal.note_often("store", failed=f"{job.error}")

    return note


def _run_until(closing: AsyncExitStack, endless: Coroutine[None, None, None]) -> None:
    """Run an endless coroutine until the parts are closed."""
    closing.callback(asyncio.create_task(endless).cancel)
