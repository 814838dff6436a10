"""Checks what would prevent a start of the server; starts and changes nothing."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from regicide_tui.printable import printable
from regicide_tui.server.base.config import BadConfig, Config
from regicide_tui.server.base.private import NotPrivate, check_private_folder
from regicide_tui.server.model.names import NameRefused
from regicide_tui.server.running.listening import (
    TooFewDescriptors,
    allow_connections,
    metrics_port,
    visitor_port,
)
from regicide_tui.server.running.lock import AlreadyOpen, is_running
from regicide_tui.server.running.status import NotRunning
from regicide_tui.server.ssh.hostkey import BadHostKey, check_host_key
from regicide_tui.server.ssh.keys import NoKey
from regicide_tui.server.storage.opening import check_place, find_store
from regicide_tui.server.storage.store import StoreError

_RUNS = "A server is already running here and uses its ports, so they were not checked."
_FINE = "The server can start with these settings."


async def check(folder: Path, read_config: Callable[[], Config], say: Callable[[str], None]) -> int:
    """Say what would be refused, a line each; return the exit code: 1 if there is anything.

    `read_config` may raise `BadConfig`. A server that runs in the folder is assumed to stop
    before the start.
    """
    found: list[str] = []
    config: Config | None = None
    with refusals_to(found.append):
        config = read_config()
    with refusals_to(found.append):
        check_private_folder(folder)
        check_host_key(folder / "host_key")
    runs = False
    if config is not None:
        with refusals_to(found.append):
            runs = is_running(folder, config)
        with refusals_to(found.append):
            await check_place(find_store(folder, config.store))
        with refusals_to(found.append):
            allow_connections(config)
        ports = [visitor_port(config), *([metrics_port(config)] if config.metrics else [])]
        for port in () if runs else ports:
            with refusals_to(found.append):
                await port.check()
    lines = [line for one in found for line in one.splitlines()]
    for line in (*lines, *([_RUNS] if runs else []), *([] if found else [_FINE])):
        say(printable(line))
    return int(bool(found))


@contextmanager
def refusals_to(tell: Callable[[str], None]) -> Iterator[None]:
    """Report why something within this context is refused, and continue after it."""
    try:
        yield
    except (
        AlreadyOpen,
        BadConfig,
        BadHostKey,
        NameRefused,
        NoKey,
        NotPrivate,
        NotRunning,
        StoreError,
        TooFewDescriptors,
    ) as error:
        tell(f"{error}")
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        tell(f"{where}{error.strerror or error}")
