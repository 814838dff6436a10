"""The commands of the operator, as the command line calls them."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

from regicide_tui.printable import printable
from regicide_tui.server.base.config import SEVERAL, BadConfig, Config, read_config
from regicide_tui.server.base.journal import background_lines
from regicide_tui.server.base.private import NotPrivate
from regicide_tui.server.model.names import NameRefused
from regicide_tui.server.operator import CommandError, keeping_order
from regicide_tui.server.operator import serve as serving
from regicide_tui.server.operator.check import check
from regicide_tui.server.running.descriptors import TooFewDescriptors
from regicide_tui.server.running.status import NotRunning
from regicide_tui.server.ssh.hostkey import BadHostKey
from regicide_tui.server.ssh.keys import NoKey, read_key, read_strong_key
from regicide_tui.server.storage.opening import DATABASE, StorePlace, find_place, find_store
from regicide_tui.server.storage.store import StoreError

_STDOUT = 1
_DAY = 86_400.0
"""Seconds."""


def serve(arguments: SimpleNamespace, folder: Path) -> int:
    """Run the server, print its status, or check whether it would start.

    Return the exit code. Raises `CommandError`.
    """
    if arguments.check:
        checked = asyncio.run(check(folder, lambda: _read_config(arguments)))
        for line in checked.lines:
            _say(printable(line))
        return checked.code
    with _command_errors():
        if arguments.status:
            _say(asyncio.run(serving.read_status(folder, arguments.port)))
            return 0
        config = _read_config(arguments)
        with _background_output() as say:
            asyncio.run(serving.serve(folder, config, say))
        return 0


def _read_config(arguments: SimpleNamespace) -> Config:
    """Return the settings of the file and of the command line.

    Raises `BadConfig`, `StoreError`.
    """
    if arguments.workers is not None:
        raise BadConfig(f"--workers was removed. {SEVERAL}")
    return serving.with_options(
        read_config(arguments.config),
        host=arguments.host,
        port=arguments.port,
        guests=arguments.guests,
        metrics=arguments.metrics,
        store=arguments.store,
    )


def users(arguments: SimpleNamespace, folder: Path) -> None:
    """List the names, change the keys of a name, or keep order. Raises `CommandError`."""
    with _command_errors():
        place = _find_store(arguments, folder)
        if arguments.add_key:
            name, file = arguments.add_key
            _say(asyncio.run(serving.add_key(place, _name(name), read_strong_key(Path(file)))))
        elif arguments.drop_key:
            name, file = arguments.drop_key
            _say(asyncio.run(serving.drop_key(place, _name(name), _read_key_to_drop(file))))
        elif arguments.forget:
            _say(asyncio.run(serving.forget_user(folder, place, _name(arguments.forget))))
        elif arguments.rename:
            old, new = map(_name, arguments.rename)
            _say(asyncio.run(serving.rename_user(folder, place, old, new)))
        elif arguments.acts:
            _say(asyncio.run(keeping_order.list_acts(place)))
        elif found := [kind for kind in keeping_order.KINDS if getattr(arguments, kind)]:
            (kind,) = found
            whom, seconds = _name(getattr(arguments, kind)), arguments.days * _DAY
            doing = keeping_order.act(place, kind, whom, arguments.why, seconds)
            _say(asyncio.run(doing))
        else:
            _say(asyncio.run(serving.list_users(place)))


def tables(arguments: SimpleNamespace, folder: Path) -> None:
    """List the tables, print the log of one, or close one. Raises `CommandError`."""
    from regicide_tui.server.operator import table_logs

    with _command_errors():
        place = _find_store(arguments, folder)
        if arguments.log:
            _say(asyncio.run(table_logs.export_log(place, arguments.log)))
        elif arguments.close:
            _say(asyncio.run(serving.close_table(folder, place, arguments.close)))
        else:
            _say(asyncio.run(table_logs.list_tables(place)))


def tournament(arguments: SimpleNamespace, folder: Path) -> None:
    """List the tournaments, open one, print its results, or cancel it. Raises `CommandError`."""
    from regicide_tui.server.operator import tournaments

    with _command_errors():
        place = _find_store(arguments, folder)
        if arguments.open is not None:
            starts = tournaments.read_time(arguments.at)
            plan = (arguments.players, arguments.deals, arguments.minutes)
            _say(asyncio.run(tournaments.open_tournament(place, arguments.open, starts, *plan)))
        elif arguments.results:
            _say(asyncio.run(tournaments.print_results(place, arguments.results)))
        elif arguments.cancel:
            _say(asyncio.run(tournaments.cancel_tournament(place, arguments.cancel)))
        else:
            _say(asyncio.run(tournaments.list_tournaments(place)))


def store(arguments: SimpleNamespace, folder: Path) -> None:
    """Copy, check, back up or upgrade a store. Raises `CommandError`."""
    from regicide_tui.server.operator import stores, upgrade

    with _command_errors():
        if arguments.task == "copy":
            source, target = _read_place(arguments.source), _read_place(arguments.target)
            asyncio.run(stores.copy(source, target, _say))
        elif arguments.task == "check":
            asyncio.run(stores.check(_read_place(arguments.source), _say))
        elif arguments.task == "upgrade":
            place = _find_store(arguments, folder)
            asyncio.run(upgrade.upgrade(folder, place, _say, with_faults=arguments.with_faults))
        else:
            _say(stores.back_up(folder / DATABASE, arguments.target))


def _read_place(text: str) -> StorePlace:
    """Return where a store of the command line is. Raises `BadConfig`, `StoreError`."""
    place = find_place(text)
    if isinstance(place, str):
        serving.require_no_password(place)
    return place


def _find_store(arguments: SimpleNamespace, folder: Path) -> StorePlace:
    """Return where the store is. Raises `BadConfig`, `StoreError`."""
    config = serving.with_options(read_config(arguments.config), store=arguments.store)
    return find_store(folder, config.store)


def _name(word: str) -> str:
    """Return a name of the command line; `./-ada` stands for a name that looks like an option."""
    return word.removeprefix("./")


def _read_key_to_drop(file: str) -> str:
    """Return the key to drop as one line. An invalid key is taken as it is: it may be stored."""
    try:
        return read_key(Path(file))
    except NoKey:
        words = Path(file).read_text(encoding="utf-8", errors="replace").split()
        return " ".join(words[:2])


def _say(text: str) -> None:
    print(text, flush=True)  # noqa: T201


@contextmanager
def _background_output() -> Iterator[Callable[[str], None]]:
    """Yield what prints a line in a thread: whoever does not read the output holds up nobody.

    A line that can't be written is lost, as where the output is closed or its disk is full.
    """
    with background_lines(_STDOUT) as write:
        yield lambda text: write(f"{printable(text)}\n")


@contextmanager
def _command_errors() -> Iterator[None]:
    try:
        yield
    except (
        *(serving.AlreadyOpen, BadConfig, BadHostKey, NameRefused, NoKey, NotPrivate, NotRunning),
        *(StoreError, TooFewDescriptors),
    ) as error:
        raise CommandError(f"{error}") from None
    except OSError as error:
        raise CommandError(f"{error.strerror or error}") from None
