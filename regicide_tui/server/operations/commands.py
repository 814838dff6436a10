"""The commands of the operator, as the command line calls them."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace

from regicide_tui.printable import UnwrittenOutput
from regicide_tui.server.operations import serve as house
from regicide_tui.server.operations import table_logs
from regicide_tui.server.operations.config import BadConfig, read_config
from regicide_tui.server.operations.private import NotPrivate
from regicide_tui.server.operations.status import NotRunning
from regicide_tui.server.ssh.hostkey import BadHostKey
from regicide_tui.server.ssh.keys import NoKey, read_line, read_strong_line
from regicide_tui.server.storage.accounts import NameRefused
from regicide_tui.server.storage.store import StoreError


class Trouble(Exception):
    """What can't be done, with a sentence why."""


def serve(arguments: SimpleNamespace, folder: Path) -> None:
    """Open the house, or say how it is. Raises `Trouble`."""
    with _troubles():
        if arguments.status:
            _say(asyncio.run(house.tell_status(folder)))
            return
        config = house.with_address(read_config(arguments.config), arguments.host, arguments.port)
        asyncio.run(house.serve(folder, config, _say_to_whoever_listens))


def users(arguments: SimpleNamespace, folder: Path) -> None:
    """List the names, or change the keys of one. Raises `Trouble`."""
    with _troubles():
        if arguments.add_key:
            name, file = arguments.add_key
            _say(asyncio.run(house.add_key(folder, _name(name), read_strong_line(Path(file)))))
        elif arguments.drop_key:
            name, file = arguments.drop_key
            _say(asyncio.run(house.drop_key(folder, _name(name), _kept_line(file))))
        else:
            _say(asyncio.run(house.list_users(folder)))


def tables(arguments: SimpleNamespace, folder: Path) -> None:
    """List the tables, print the log of one, or close one. Raises `Trouble`."""
    with _troubles():
        if arguments.log:
            _say(asyncio.run(table_logs.export_log(folder, house.DATABASE, arguments.log)))
        elif arguments.close:
            _say(asyncio.run(house.close_table(folder, arguments.close)))
        else:
            _say(asyncio.run(table_logs.list_tables(folder, house.DATABASE)))


def _name(word: str) -> str:
    """Return a name of the command line, where `./-ada` is the one that looks like an option."""
    return word.removeprefix("./")


def _kept_line(file: str) -> str:
    """Return the line of a key that is to go, which may be none: once it was added all the same."""
    try:
        return read_line(Path(file))
    except NoKey:
        words = Path(file).read_text(encoding="utf-8", errors="replace").split()
        return " ".join(words[:2])


def _say(text: str) -> None:
    print(text, flush=True)  # noqa: T201


def _say_to_whoever_listens(text: str) -> None:
    """Say something that a server goes on without, also where its output is closed or full."""
    with suppress(UnwrittenOutput):
        _say(text)


@contextmanager
def _troubles() -> Iterator[None]:
    try:
        yield
    except (
        *(house.AlreadyOpen, BadConfig, BadHostKey, NameRefused, NoKey, NotPrivate, NotRunning),
        *(StoreError, table_logs.NoTable),
    ) as error:
        raise Trouble(f"{error}") from None
    except OSError as error:
        raise Trouble(f"{error.strerror or error}") from None
