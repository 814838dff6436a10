"""Open and close the server: the work of `regicide-tui serve` and its related commands."""

import asyncio
import errno
import gc
import os
import resource
import shutil
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from functools import partial
from io import StringIO
from pathlib import Path
from socket import gaierror
from time import monotonic
from typing import TYPE_CHECKING

from filelock import lock_descriptor
from msgspec.structs import replace

from regicide_tui.games import names
from regicide_tui.games.words import counted
from regicide_tui.play.saves.files import remove_leftovers
from regicide_tui.printable import printable
from regicide_tui.server.boards.par_work import ParProcess
from regicide_tui.server.lobby.waiting_tables import Bounds
from regicide_tui.server.moderation.acts import Kind
from regicide_tui.server.moderation.moderation import OPERATOR, Moderation
from regicide_tui.server.moderation.renames import do_ordered_renames
from regicide_tui.server.monitoring.service_manager import ServiceManager
from regicide_tui.server.operations import status, table_logs
from regicide_tui.server.operations.config import BadConfig, Config, read_address
from regicide_tui.server.operations.descriptors import allow_connections
from regicide_tui.server.operations.journal import BackgroundWriter, Journal, logging_to
from regicide_tui.server.operations.notify_command import Notification, NotifyCommand
from regicide_tui.server.operations.stopping import StopSignals
from regicide_tui.server.storage.accounts import PLAY, Accounts
from regicide_tui.server.storage.forget import forget, rename
from regicide_tui.server.storage.observed import Job, ObservedStore, is_conflict
from regicide_tui.server.storage.opening import (
    StorePlace,
    describe_place,
    find_store,
    has_password,
    is_url,
    note_place,
    open_store,
    opened,
)
from regicide_tui.server.storage.private import make_private_file, make_private_folder
from regicide_tui.server.storage.store import MaintainedStore, Store
from regicide_tui.server.tables.hub import Hub

if TYPE_CHECKING:
    from regicide_tui.server.monitoring.metrics import Live, Metrics
    from regicide_tui.server.server import Server

_STDERR = 2
JOURNAL_SECONDS = 0.3
"""Seconds that the last lines of the journal may take."""
_COME_BACK = "The server closes for a moment. Your games are saved: come back soon."
_RESTARTS = "This server is about to be restarted. Your games are saved: come back in a moment."


class AlreadyOpen(Exception):
    """Another server is running in this folder."""


async def serve(folder: Path, config: Config, say: Callable[[str], None]) -> None:
    """Run the server until a signal ends it.

    Raises `AlreadyOpen`, `BadHostKey`, `NotPrivate`, `StoreError`, `TooFewDescriptors`, `OSError`.
    """
    allow_connections(config.limits.connections)
    make_private_folder(folder)
    with _lock_folder(folder):
        await _run_with_journal(folder, config, say)


async def close_table(folder: Path, place: StorePlace, table: str) -> str:
    """Close a table while no server runs; return a sentence. A running server would not notice.

    Raises `AlreadyOpen`, `NoTable`, `NotPrivate`, `StoreError`.
    """
    async with _store_alone(folder, place) as store:
        return await table_logs.close_table(store, table)


@contextmanager
def _lock_folder(
    folder: Path, otherwise: str = "A server is running here already."
) -> Iterator[None]:
    """Lock a folder for one server: two would not notice each other. Raises `AlreadyOpen`.

    The lock ends with the process, however that ends.
    """
    make_private_file(folder / "lock")
    with (folder / "lock").open("w") as file:
        if not lock_descriptor(file.fileno(), blocking=False):
            raise AlreadyOpen(otherwise)
        remove_leftovers(folder, "*")
        yield


def is_running(folder: Path) -> bool:
    """Tell whether a server runs in a folder; change nothing. Raises `OSError`."""
    lock = folder / "lock"
    if not lock.exists():
        return False
    with lock.open() as file:
        return not lock_descriptor(file.fileno(), blocking=False)


async def _run_with_journal(folder: Path, config: Config, say: Callable[[str], None]) -> None:
    """Run the server with a journal. All parts are closed in reverse order, whatever happens."""
    lines = BackgroundWriter(_STDERR)
    metrics = _make_metrics(config)
    journal = Journal(
        lines,
        as_json=config.log == "json",
        details=config.log_requests,
        tell=metrics.note_event if metrics else lambda event, facts: None,
    )
    try:
        async with AsyncExitStack() as closing:
            closing.enter_context(logging_to(journal))
            await _run_server(folder, config, say, journal, metrics, closing)
        journal.sum_up()
        journal.note("closed")
    finally:
        lines.close(JOURNAL_SECONDS)
        gc.freeze()  # the process ends: a last collection might take seconds


def _make_metrics(config: Config) -> "Metrics | None":
    """Return what counts for Prometheus, if the operator wants that."""
    if not config.metrics:
        return None
    from regicide_tui.server.monitoring.metrics import Metrics

    return Metrics()


async def _run_server(
    folder: Path,
    config: Config,
    say: Callable[[str], None],
    journal: Journal,
    metrics: "Metrics | None",
    closing: AsyncExitStack,
) -> None:
    """Run the server until a signal ends it. Each part is registered in `closing`."""
    # The other commands of the operator need no screens, and to load these takes half a second.
    from regicide_tui.server.app import make_app
    from regicide_tui.server.server import Server
    from regicide_tui.tui.screens.texts.rules import rules_of

    place = find_store(folder, config.store)
    await do_ordered_renames(place, journal)
    store = _observe(await open_store(place), journal, metrics)
    closing.push_async_callback(store.close)
    note_place(folder, place)
    limits = config.limits
    moderation = Moderation(store, config.moderators, journal)
    hub = Hub(
        store,
        limits.tables_by_player,
        journal=journal,
        waiting=limits.waiting_tables,
        waiting_by_guest=limits.waiting_tables_of_guest,
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
    )
    closing.push_async_callback(hub.close)
    idle = config.limits.idle_minutes * 60.0
    server = Server(
        folder,
        config,
        store,
        lambda server, visitor, line: make_app(server, hub, visitor, line, idle),
        journal,
        moderation,
        metrics.note_paint if metrics else None,
    )
    for game in names():
        rules_of(game)  # else the first visitor who reads them holds up all others
    monitor, since = status.LoopMonitor(), monotonic()
    await hub.open()
    closing.push_async_callback(server.close, _COME_BACK)
    fingerprint = await _listen(server, config)
    closing.callback(
        await _serve_status(
            folder, lambda: _facts(server, hub, monitor, monotonic() - since), journal
        )
    )
    closing.callback(monitor.end)
    monitor.begin()
    shown = ""
    if metrics is not None:
        live = partial(_live, server, hub, monitor)
        shown = _serve_metrics(metrics, config.metrics, live, closing)
    say(f"The server is running: ssh -p {server.port} NAME@{_shown_host(config.host)}")
    say(f"Its key is {fingerprint}.")
    if config.lets_guests_in:
        say(f"Guests come by: ssh -p {server.port} {PLAY}@{_shown_host(config.host)}")
    if shown:
        say(shown)
    journal.note("opened", host=config.host, port=server.port, store=describe_place(place))
    service = ServiceManager()
    closing.callback(service.end)
    await _wait_for_signal(server, config, say, service)


def _observe(store: Store, journal: Journal, metrics: "Metrics | None") -> Store:
    """Return a store that tells the journal and the metrics of its jobs."""

    def tell(job: Job) -> None:
        if metrics is not None:
            metrics.note_job(job)
        if job.entry is not None:
            entry, ms = job.entry, round(job.seconds * 1000, 1)
            journal.note_detail("append", log=job.log, version=entry.version, entry=entry.id, ms=ms)
        elif is_conflict(job):
            journal.note_detail("append conflict", log=job.log)
        elif job.error is not None:
            journal.note_detail("store job failed", log=job.log, job=job.kind, why=job.error)

    return ObservedStore(store, tell)


def _serve_metrics(
    metrics: "Metrics",
    address: str,
    live: "Callable[[], Live]",
    closing: AsyncExitStack,
) -> str:
    """Answer scrapes until the server closes; return where. Raises `OSError` if it can't listen."""
    from regicide_tui.server.monitoring.metrics import serve_metrics

    host, port = read_address(address)
    try:
        port = closing.enter_context(serve_metrics(metrics, live, host, port))
    except OSError as error:
        raise _metrics_error(host, port, error) from None
    return f"Prometheus reads: http://{f'[{host}]' if ':' in host else host}:{port}/metrics"


def _metrics_error(host: str, port: int, error: OSError) -> OSError:
    message = f"The server can't show metrics at {host}, port {port}: {_reason(error)}."
    return OSError(error.errno, message)


def _live(server: "Server", hub: Hub, monitor: status.LoopMonitor) -> "Live":
    from regicide_tui.server.monitoring.metrics import Live

    playing = sum(state.playing for state in hub.tables.values())
    return Live(
        visitors=server.visitors,
        tables={"waiting": len(hub.tables) - playing, "playing": playing},
        bots_waiting=hub.bots_choosing,
        pause_lately=monitor.lately,
        pause_longest=monitor.longest,
    )


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


async def _serve_status(
    folder: Path, facts: Callable[[], status.Facts], journal: Journal
) -> Callable[[], None]:
    """Serve the status, if possible; return a function that stops it."""
    try:
        return (await status.serve_status(folder, facts)).close
    except OSError as error:  # for example, the disk is full: no visitor needs the status
        journal.note("no status", why=error)
        return lambda: None


async def _listen(server: "Server", config: Config) -> str:
    """Start listening; return the host key's fingerprint. Raises `BadHostKey`, `OSError`."""
    with _listen_errors(config):
        return await server.open()


async def check_port(config: Config) -> None:
    """Raise the `OSError` with which the server could not listen; nobody is let in meanwhile."""
    loop = asyncio.get_running_loop()
    with _listen_errors(config):
        bound = await loop.create_server(
            asyncio.Protocol, config.host, config.port, start_serving=False
        )
        bound.close()


async def check_metrics_port(config: Config) -> None:
    """Raise the `OSError` with which the metrics could not be shown."""
    if config.metrics:
        loop, (host, port) = asyncio.get_running_loop(), read_address(config.metrics)
        try:
            bound = await loop.create_server(asyncio.Protocol, host, port, start_serving=False)
            bound.close()
        except OSError as error:
            raise _metrics_error(host, port, error) from None


@contextmanager
def _listen_errors(config: Config) -> Iterator[None]:
    """Say why the server can't listen. Raises `OSError`."""
    try:
        yield
    except OSError as error:
        raise _listen_error(config, error.errno, _reason(error)) from None
    except ValueError:  # Python looks up no name with a zero byte or a part of 64 letters
        why = "that is no address and no name of a host"
        raise _listen_error(config, errno.EADDRNOTAVAIL, why) from None


def _listen_error(config: Config, number: int | None, why: str) -> OSError:
    message = f"The server can't listen at {printable(config.host)}, port {config.port}: {why}."
    return OSError(number, message)


def _reason(error: OSError) -> str:
    """Return why listening failed, in words that don't depend on the Python version."""
    if isinstance(error, gaierror) or error.filename is not None:
        return f"{error.strerror}".lower()
    # Since Python 3.12 asyncio gives no number to the one error it does not raise at once.
    return os.strerror(error.errno or errno.EADDRNOTAVAIL).lower()


def _shown_host(host: str) -> str:
    return "localhost" if host in ("127.0.0.1", "::1") else host


async def _wait_for_signal(
    server: "Server", config: Config, say: Callable[[str], None], service: ServiceManager
) -> None:
    """Wait for a signal. Then tell everybody, and give them a moment for what they are doing.

    A second signal ends that moment.
    """
    signals = StopSignals(config.drain_seconds)
    service.begin()
    await signals.first.wait()
    service.note_stopping()
    if server.sessions and config.drain_seconds:
        say(
            f"The server closes in {config.drain_seconds} s, so that everybody can finish their "
            f"action. Press ctrl+c again to close it at once."
        )
    await server.drain(_RESTARTS, config.drain_seconds, signals.again)
    signals.begin_last_words()
    say("The server closes.")


def _facts(server: "Server", hub: Hub, monitor: status.LoopMonitor, seconds: float) -> status.Facts:
    tables = hub.tables.values()
    return {
        "open for, s": round(seconds),
        "sessions": server.sessions,
        "people": len(hub.present),
        "tables gathering": sum(not state.playing for state in tables),
        "tables playing": sum(state.playing for state in tables),
        "games finished": hub.results.count,
        "pause of the loop, ms, 95 of 100": round(monitor.lately * 1000, 1),
        "pause of the loop, ms, longest": round(monitor.longest * 1000, 1),
        "memory at most, MB": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1),
    }


def with_options(
    config: Config,
    host: str | None = None,
    port: int | None = None,
    guests: bool | None = None,
    metrics: str | None = None,
    store: str | None = None,
) -> Config:
    """Return the config with the options of the command line. Raises `BadConfig`, `StoreError`."""
    if store and is_url(store):
        require_no_password(store)
    given = {"host": host, "port": port, "guests": guests, "metrics": metrics, "store": store}
    return replace(config, **{name: value for name, value in given.items() if value is not None})


def require_no_password(url: str) -> None:
    """Refuse the URL of a database in the command line with a password in it.

    Raises `BadConfig`, `StoreError`.
    """
    if has_password(url):
        raise BadConfig(
            "Others on this machine could read the password in the list of processes. Put it into "
            "~/.pgpass or PGPASSWORD, or the URL of the server's store into the file of --config."
        )


async def read_status(folder: Path) -> str:
    """Return the status of the server in a folder, line by line. Raises `NotRunning`."""
    facts = await status.ask_status(folder)
    longest = max(map(len, facts))
    return "\n".join(f"{name:<{longest}}  {value}" for name, value in facts.items())


# ---------------------------------------------------------------- names and keys


async def list_users(place: StorePlace) -> str:
    """Return all names with their keys. Raises `NotPrivate`, `StoreError`."""
    async with _accounts(place) as accounts:
        book = await accounts.list_all()
    lines = [f"{one.name}  {key}" for one in book.values() for key in one.keys]
    return "\n".join(lines) or "Nobody has connected yet."


async def add_key(place: StorePlace, name: str, key: str) -> str:
    """Let one more key open a name. Raises `NameRefused`, `StoreError`."""
    async with _accounts(place) as accounts:
        account = await accounts.add_key(name, key)
    return f"{account.name} has {counted(len(account.keys), 'key')} now."


async def drop_key(place: StorePlace, name: str, key: str) -> str:
    """Take a key away from a name. Raises `NameRefused`, `StoreError`."""
    async with _accounts(place) as accounts:
        account = await accounts.drop_key(name, key)
    return f"{account.name} has {counted(len(account.keys), 'key')} now."


async def forget_user(folder: Path, place: StorePlace, name: str) -> str:
    """Forget a person while no server runs; return a sentence.

    Raises `AlreadyOpen`, `NameRefused`, `NotPrivate`, `StoreError`.
    """
    async with _store_alone(folder, place) as store:
        other = await forget(store, name)
        await Moderation(store, journal=Journal(StringIO())).act(Kind.FORGET, OPERATOR, other)
    return f"{name} is forgotten: the logs say {other} now."


async def rename_user(folder: Path, place: StorePlace, old: str, new: str) -> str:
    """Give a person another name while no server runs; return a sentence.

    Raises `AlreadyOpen`, `NameRefused`, `NotPrivate`, `StoreError`.
    """
    async with _store_alone(folder, place) as store:
        before = await rename(store, old, new)
        moderation = Moderation(store, journal=Journal(StringIO()))
        await moderation.act(Kind.RENAME, OPERATOR, new, f"The name before was {before}.")
    return f"{before} is {new} now, in all logs."


@asynccontextmanager
async def _store_alone(folder: Path, place: StorePlace) -> AsyncIterator[MaintainedStore]:
    """Open the store of a server that does not run."""
    make_private_folder(folder)
    with _lock_folder(folder, "A server is running here. Stop it first."):
        async with opened(place, alone=True) as store:
            yield store


@asynccontextmanager
async def _accounts(place: StorePlace) -> AsyncIterator[Accounts]:
    """Open the accounts of a server for a short time; the server may run meanwhile."""
    async with opened(place) as store:
        yield Accounts(store)
