"""The parts of a server: one process opens and closes them all."""

import resource
import shutil
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from regicide_tui.games import names
from regicide_tui.server.api.api import make_api
from regicide_tui.server.apps.news import listen_to
from regicide_tui.server.base.clock import steady_clock
from regicide_tui.server.base.config import Config
from regicide_tui.server.base.journal import Journal
from regicide_tui.server.model.table.due import Bounds
from regicide_tui.server.model.visit import VisitFacts
from regicide_tui.server.running.listening import listen_errors
from regicide_tui.server.running.server import Server
from regicide_tui.server.running.status import LoopMonitor, ProcessFacts
from regicide_tui.server.running.stopping import StopSignals, describe_drain
from regicide_tui.server.screens.app import make_app
from regicide_tui.server.services.moderation import Moderation
from regicide_tui.server.services.notify import Notification, NotifyCommand
from regicide_tui.server.services.pars import ParProcess
from regicide_tui.server.services.services import Services, make_services
from regicide_tui.server.services.visitor_limits import SeatLimits
from regicide_tui.server.storage.opening import find_processes, find_store, open_store
from regicide_tui.server.storage.store import JobCallback, StoreJob
from regicide_tui.tui.screens.texts.rules import rules_of

if TYPE_CHECKING:
    from regicide_tui.server.running.metrics import Live, Metrics


class Process(NamedTuple):
    """The open parts of a server."""

    server: Server
    services: Services
    monitor: LoopMonitor
    since: float
    """When it was opened, on the clock of `monotonic`."""
    fingerprint: str
    """Of the host key."""

    def facts(self) -> ProcessFacts:
        """Return the status of this process."""
        tables = self.services.tables.values()
        return ProcessFacts(
            open_for=monotonic() - self.since,
            sessions=self.server.sessions,
            people=len(self.services.presence.names),
            gathering=sum(not state.playing for state in tables),
            playing=sum(state.playing for state in tables),
            finished=self.services.register.results.count,
            pause_lately=self.monitor.lately,
            pause_longest=self.monitor.longest,
            memory=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        )

    def live(self) -> "Live":
        """Return the numbers for Prometheus that stand somewhere already."""
        from regicide_tui.server.running.metrics import Live

        playing = sum(state.playing for state in self.services.tables.values())
        return Live(
            visitors=self.server.visitors,
            tables={"waiting": len(self.services.tables) - playing, "playing": playing},
            bots_waiting=self.services.bots.choosing,
            pause_lately=self.monitor.lately,
            pause_longest=self.monitor.longest,
        )

    async def wait_for_signal(self, say: Callable[[str], None], stops: Callable[[], None]) -> None:
        """Wait for a signal. Then tell everybody, and give them a moment for what they are doing.

        `stops` is called when the signal has come. A second signal ends that moment.
        """
        seconds = self.server.config.drain_seconds
        signals = StopSignals(seconds)
        await signals.first.wait()
        stops()
        if self.server.sessions and seconds:
            say(describe_drain(seconds))
        await self.server.drain(seconds, signals.again)
        signals.begin_last_words()


def make_metrics(config: Config) -> "Metrics | None":
    """Return what counts for Prometheus, if the operator wants that."""
    if not config.metrics:
        return None
    from regicide_tui.server.running.metrics import Metrics

    return Metrics()


def make_journal(
    write: Callable[[str], None], config: Config, metrics: "Metrics | None"
) -> Journal:
    """Return the journal of a server."""
    return Journal(
        write,
        as_json=config.log == "json",
        details=config.log_requests,
        tell=metrics.note_event if metrics else lambda event, facts: None,
    )


async def open_process(
    folder: Path,
    config: Config,
    journal: Journal,
    metrics: "Metrics | None",
    closing: AsyncExitStack,
) -> Process:
    """Open the parts of a server; each is registered in `closing`.

    Raises `BadHostKey`, `NotPrivate`, `StoreError`, `OSError`.
    """
    place, clock = find_store(folder, config.store), steady_clock()
    store = await open_store(place, clock=clock, note_job=job_noter(journal, metrics))
    closing.push_async_callback(store.close)
    processes = find_processes(store, VisitFacts, lambda: int(clock() * 1000), journal.incident)
    closing.push_async_callback(processes.close)
    limits = config.limits
    moderation = Moderation(store, config.moderators, journal, owns=processes.owns)
    services = make_services(
        store,
        clock=clock,
        journal=journal,
        seats=SeatLimits(
            limits.tables_by_player, limits.waiting_tables, limits.waiting_tables_of_guest
        ),
        bounds=Bounds(
            limits.waiting_tables_in_all,
            limits.waiting_tables_by_address,
            limits.waiting_hours,
            limits.host_minutes,
            limits.forgotten_days,
        ),
        new_tables_by_address=limits.new_tables_by_address,
        notify=_notify_by(config.notify_command, journal, closing),
        moderation=moderation,
        par_player=ParProcess() if config.pars else None,
        note_bot=metrics.note_bot if metrics else lambda _: None,
        processes=processes,
    )
    closing.push_async_callback(services.close)
    news = listen_to(services)
    closing.push_async_callback(news.close)
    idle = limits.idle_minutes * 60.0
    server = Server(
        folder,
        config,
        store,
        lambda server, visitor, line: make_app(
            server, make_api(services, visitor), news, visitor, line, idle
        ),
        journal,
        moderation,
        metrics.note_paint if metrics else None,
        processes,
    )
    services.tables.set_aside.outdated.subscribe(server.give_way)
    for game in names():
        rules_of(game)  # else the first visitor who reads them holds up all others
    monitor, since = LoopMonitor(), monotonic()
    await processes.open()
    await services.open()
    closing.push_async_callback(server.close)
    fingerprint = await listen(server, config)
    closing.callback(monitor.end)
    monitor.begin()
    process = Process(server, services, monitor, since, fingerprint)
    if metrics is not None:
        metrics.watch(process.live)
    return process


async def listen(server: Server, config: Config) -> str:
    """Let a server listen; return the host key's fingerprint. Raises `BadHostKey`, `OSError`."""
    with listen_errors(config):
        return await server.open()


def job_noter(journal: Journal, metrics: "Metrics | None") -> JobCallback:
    """Return what tells the journal and the metrics of each job of the store."""

    def note(job: StoreJob) -> None:
        if metrics is not None:
            metrics.note_job(job)
        if job.entry is not None:
            entry, ms = job.entry, round(job.seconds * 1000, 1)
            journal.note_detail("append", log=job.log, version=entry.version, entry=entry.id, ms=ms)
        elif job.is_conflict:
            journal.note_detail("append conflict", log=job.log)
        elif job.error is not None:
            journal.note_detail("store job failed", log=job.log, job=job.kind, why=job.error)

    return note


def _notify_by(
    command: tuple[str, ...], journal: Journal, closing: AsyncExitStack
) -> Callable[[Notification], None]:
    """Return what notifies people by the operator's command, or does nothing without one."""
    if not command:
        return lambda _: None
    if shutil.which(command[0]) is None:
        journal.note("no notify_command", why="there is no such program", program=command[0])
    runner = NotifyCommand(command, journal)
    closing.push_async_callback(runner.close)
    return runner.notify
