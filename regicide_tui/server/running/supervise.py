"""A server with several workers, as its supervisor opens and closes it."""

import asyncio
import gc
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from time import monotonic

import msgspec

from regicide_tui.server.base.config import Config
from regicide_tui.server.base.journal import (
    LAST_LINES,
    STDERR,
    BackgroundWriter,
    Journal,
    logging_to,
)
from regicide_tui.server.running import status
from regicide_tui.server.running.control import Start
from regicide_tui.server.running.handing_over import Distributor
from regicide_tui.server.running.listening import bind, describe_way_in, showing_metrics
from regicide_tui.server.running.service_manager import ServiceManager
from regicide_tui.server.running.status import ProcessFacts
from regicide_tui.server.running.stopping import LAST_WORDS, StopSignals, describe_drain
from regicide_tui.server.running.supervisor import Supervisor
from regicide_tui.server.services.renames import do_ordered_renames
from regicide_tui.server.ssh.hostkey import load_host_key
from regicide_tui.server.storage.opening import describe_place, find_store, note_place, opened
from regicide_tui.server.storage.relay import Relay

_MORE = 1.0
"""Seconds that the supervisor waits longer than a worker has to close."""


async def supervise(
    folder: Path, config: Config, workers: int, lock: int, say: Callable[[str], None]
) -> None:
    """Run a server with several workers until a signal ends it. They inherit the lock.

    Raises `BadHostKey`, `NotPrivate`, `StoreError`, `WorkerFailed`, `OSError`.
    """
    lines = BackgroundWriter(STDERR)
    journal = Journal(lines, as_json=config.log == "json", details=config.log_requests)
    try:
        async with AsyncExitStack() as closing:
            closing.enter_context(logging_to(journal))
            await _supervise(folder, config, workers, lock, say, journal, closing)
        journal.sum_up()
        journal.note("closed")
    finally:
        lines.close(LAST_LINES)
        gc.freeze()  # the process ends: a last collection might take seconds


async def _supervise(
    folder: Path,
    config: Config,
    workers: int,
    lock: int,
    say: Callable[[str], None],
    journal: Journal,
    closing: AsyncExitStack,
) -> None:
    """Run the server until a signal ends it. Each part is registered in `closing`."""
    place = find_store(folder, config.store)
    await do_ordered_renames(place, journal)
    async with opened(place):
        note_place(folder, place)  # and its tables are those of this program, for all workers
    fingerprint = load_host_key(folder / "host_key").get_fingerprint()
    listening = await bind(config)
    distributor = Distributor(listening)
    closing.callback(distributor.close)
    port, clock = listening[0].getsockname()[1], time.time() - monotonic()
    if isinstance(place, Path):
        relay = Relay(lambda why: journal.note("worker cut off", why=why))
        await relay.open(folder)
        closing.push_async_callback(relay.close)
    supervisor = Supervisor(
        workers,
        lambda number: Start(number, f"{folder}", config, clock, port),
        distributor,
        journal,
        (lock,),
    )
    closing.push_async_callback(supervisor.close)
    shown = ""
    if config.metrics:
        from regicide_tui.server.running.of_workers import WorkersCollector

        loop = asyncio.get_running_loop()
        collector = WorkersCollector(loop, partial(supervisor.ask_all, "metrics"))
        shown = closing.enter_context(showing_metrics(collector, config.metrics))
    await supervisor.open()
    began = monotonic()
    closing.callback(
        await status.try_to_serve_status(
            folder, lambda: _status(supervisor, monotonic() - began), journal
        )
    )
    for line in describe_way_in(config, port, fingerprint):
        say(line)
    if shown:
        say(shown)
    store = describe_place(place)
    journal.note("opened", host=config.host, port=port, store=store, workers=workers)
    service = ServiceManager(is_well=lambda: supervisor.all_answer)
    closing.callback(service.end)
    await _wait_for_signal(supervisor, distributor, config, say, service)


async def _status(supervisor: Supervisor, open_for: float) -> status.Facts:
    answers = await supervisor.ask_all("status")
    return status.describe_all(
        {
            number: msgspec.json.decode(text, type=ProcessFacts) if text else None
            for number, text in answers.items()
        },
        open_for,
    )


async def _wait_for_signal(
    supervisor: Supervisor,
    distributor: Distributor,
    config: Config,
    say: Callable[[str], None],
    service: ServiceManager,
) -> None:
    """Wait for a signal; then let all workers end in good order. A second signal hurries them."""
    patience = config.drain_seconds + LAST_WORDS
    signals = StopSignals(patience + _MORE, LAST_WORDS + 2 * _MORE)
    service.begin()
    await signals.first.wait()
    service.note_stopping()
    distributor.close()
    if config.drain_seconds and sum(distributor.counts.values()):
        say(describe_drain(config.drain_seconds))
    supervisor.stop()
    hurrying = asyncio.ensure_future(_hurry(signals, supervisor))
    await supervisor.wait_closed(patience + _MORE)
    hurrying.cancel()
    signals.begin_last_words()
    say("The server closes.")


async def _hurry(signals: StopSignals, supervisor: Supervisor) -> None:
    await signals.again.wait()
    supervisor.stop()
