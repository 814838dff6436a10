"""Open and close the server: the work of `regicide-tui serve` and its related commands."""

import gc
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import lock_descriptor
from msgspec.structs import replace

from regicide_tui.games.words import counted
from regicide_tui.play.saves.files import remove_leftovers
from regicide_tui.server.base.config import BadConfig, Config, is_url
from regicide_tui.server.base.journal import Journal, background_lines, logging_to
from regicide_tui.server.base.private import make_private_file, make_private_folder
from regicide_tui.server.model.order import Kind
from regicide_tui.server.operator import table_logs
from regicide_tui.server.running import status
from regicide_tui.server.running.descriptors import allow_connections, most_connections
from regicide_tui.server.running.listening import describe_way_in, showing_metrics
from regicide_tui.server.running.service_manager import ServiceManager
from regicide_tui.server.services.accounts import Accounts
from regicide_tui.server.services.forget import forget, rename
from regicide_tui.server.services.moderation import OPERATOR, Moderation
from regicide_tui.server.services.renames import do_ordered_renames
from regicide_tui.server.storage.opening import (
    StorePlace,
    describe_place,
    find_store,
    has_password,
    note_place,
    opened,
)
from regicide_tui.server.storage.store import MaintainedStore

if TYPE_CHECKING:
    from regicide_tui.server.running.metrics import Metrics


_STDERR = 2
_LOCK = "lock"
"""The file that a server locks in its folder."""


class AlreadyOpen(Exception):
    """Another server is running in this folder."""


async def serve(folder: Path, config: Config, say: Callable[[str], None]) -> None:
    """Run the server until a signal ends it.

    Raises `AlreadyOpen`, `BadHostKey`, `NotPrivate`, `StoreError`, `TooFewDescriptors`, `OSError`.
    """
    allow_connections(most_connections(config))
    make_private_folder(folder)
    with lock_folder(folder, lock_name(config)):
        await _run_with_journal(folder, config, say)


async def close_table(folder: Path, place: StorePlace, table: str) -> str:
    """Close a table while no server runs; return a sentence. A running server would not notice.

    Raises `AlreadyOpen`, `NoTable`, `NotPrivate`, `StoreError`.
    """
    async with _store_alone(folder, place) as store:
        return await table_logs.close_table(store, table)


def lock_name(config: Config) -> str:
    """Return the name of the file that a server locks in its folder.

    Two servers with one file would not notice each other. Those with one database do, so several of
    them may run in a folder, at different ports.
    """
    return f"{_LOCK}-{config.port}" if config.store else _LOCK


@contextmanager
def lock_folder(
    folder: Path, name: str = _LOCK, otherwise: str = "A server is running here already."
) -> Iterator[None]:
    """Lock a folder for one server. Raises `AlreadyOpen`.

    The lock ends with the process, however it ends.
    """
    make_private_file(folder / name)
    with (folder / name).open("w") as file:
        if not lock_descriptor(file.fileno(), blocking=False):
            raise AlreadyOpen(otherwise)
        remove_leftovers(folder, "*")
        yield


def is_running(folder: Path, config: Config) -> bool:
    """Tell whether a server with these settings runs here; change nothing. Raises `OSError`."""
    lock = folder / lock_name(config)
    if not lock.exists():
        return False
    with lock.open() as file:
        return not lock_descriptor(file.fileno(), blocking=False)


async def _run_with_journal(folder: Path, config: Config, say: Callable[[str], None]) -> None:
    """Run the server in this process, with a journal, until a signal ends it.

    All parts are closed in reverse order, whatever happens.
    """
    # The other commands of the operator need no screens, and to load these takes half a second.
    from regicide_tui.server.running.process import make_journal, make_metrics

    metrics = make_metrics(config)
    try:
        with background_lines(_STDERR) as write:
            journal = make_journal(write, config, metrics)
            async with AsyncExitStack() as closing:
                closing.enter_context(logging_to(journal))
                await _run_server(folder, config, say, journal, metrics, closing)
            journal.sum_up()
            journal.note("closed")
    finally:
        gc.freeze()  # the process ends: a last collection might take seconds


async def _run_server(
    folder: Path,
    config: Config,
    say: Callable[[str], None],
    journal: Journal,
    metrics: "Metrics | None",
    closing: AsyncExitStack,
) -> None:
    """Run the server until a signal ends it. Each part is registered in `closing`."""
    from regicide_tui.server.running.process import open_process

    place = find_store(folder, config.store)
    await do_ordered_renames(place, journal)
    process = await open_process(folder, config, journal, metrics, closing)
    note_place(folder, place)
    port = process.server.port
    closing.callback(
        await status.try_to_serve_status(
            folder, port, lambda: status.describe(process.facts()), journal
        )
    )
    shown = ""
    if metrics is not None:
        shown = closing.enter_context(showing_metrics(metrics.registry, config.metrics))
    for line in describe_way_in(config, port, process.fingerprint):
        say(line)
    if shown:
        say(shown)
    journal.note("opened", host=config.host, port=port, store=describe_place(place))
    service = ServiceManager()
    closing.callback(service.end)
    service.begin()
    await process.wait_for_signal(say, service.note_stopping)
    say("The server closes.")


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
    given = {
        "host": host,
        "port": port,
        "guests": guests,
        "metrics": metrics,
        "store": store,
    }
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


async def read_status(folder: Path, port: int | None = None) -> str:
    """Return the status of the servers in a folder, or of that at a port, line by line.

    Raises `NotRunning`.
    """
    found = await status.ask_all(folder)
    if port is not None:
        found = {at: facts for at, facts in found.items() if at == port}
    if not found:
        raise status.NotRunning("No server is running here.")
    if len(found) == 1:
        return _show_facts(*found.values())
    return "\n\n".join(f"port {at}\n{_show_facts(facts)}" for at, facts in found.items())


def _show_facts(facts: status.Facts) -> str:
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
        await Moderation(store, journal=Journal(lambda _: None)).act(Kind.FORGET, OPERATOR, other)
    return f"{name} is forgotten: the logs say {other} now."


async def rename_user(folder: Path, place: StorePlace, old: str, new: str) -> str:
    """Give a person another name while no server runs; return a sentence.

    Raises `AlreadyOpen`, `NameRefused`, `NotPrivate`, `StoreError`.
    """
    async with _store_alone(folder, place) as store:
        before = await rename(store, old, new)
        moderation = Moderation(store, journal=Journal(lambda _: None))
        await moderation.act(Kind.RENAME, OPERATOR, new, f"The name before was {before}.")
    return f"{before} is {new} now, in all logs."


@asynccontextmanager
async def _store_alone(folder: Path, place: StorePlace) -> AsyncIterator[MaintainedStore]:
    """Open the store of a server that does not run."""
    make_private_folder(folder)
    with lock_folder(folder, otherwise="A server is running here. Stop it first."):
        async with opened(place, alone=True) as store:
            yield store


@asynccontextmanager
async def _accounts(place: StorePlace) -> AsyncIterator[Accounts]:
    """Open the accounts of a server for a short time; the server may run meanwhile."""
    async with opened(place) as store:
        yield Accounts(store)
