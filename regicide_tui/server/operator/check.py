"""What would be refused if the server were started now; nothing is started or changed."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from regicide_tui.games.base import Value
from regicide_tui.server.base.config import BadConfig, Config
from regicide_tui.server.base.private import NotPrivate, check_private_folder
from regicide_tui.server.operator import serve
from regicide_tui.server.running import listening
from regicide_tui.server.running.descriptors import (
    TooFewDescriptors,
    check_connections,
    most_connections,
)
from regicide_tui.server.ssh.hostkey import BadHostKey, check_host_key
from regicide_tui.server.storage.opening import check_place, find_store
from regicide_tui.server.storage.store import StoreError

_RUNS = "A server is running here. It has its ports until it is stopped, so they were not checked."
_FINE = "Nothing would be refused."


class Checked(Value, frozen=True):
    """The lines to print, and the exit code: 0, or 1 if anything would be refused."""

    lines: tuple[str, ...]
    code: int


async def check(folder: Path, read_config: Callable[[], Config]) -> Checked:
    """Return what would be refused, a line each. `read_config` may raise `BadConfig`.

    If a server runs in the folder, it is taken as one that will be stopped before.
    """
    found: list[str] = []
    config: Config | None = None
    with _noting(found):
        config = read_config()
    with _noting(found):
        check_private_folder(folder)
        check_host_key(folder / "host_key")
    runs = False
    if config is not None:
        with _noting(found):
            runs = serve.is_running(folder, config)
        with _noting(found):
            await check_place(find_store(folder, config.store))
        with _noting(found):
            check_connections(most_connections(config))
        for ask in () if runs else (listening.check_port, listening.check_metrics_port):
            with _noting(found):
                await ask(config)
    notes = (_RUNS,) if runs else ()
    return Checked((*found, *notes, *(() if found else (_FINE,))), int(bool(found)))


@contextmanager
def _noting(found: list[str]) -> Iterator[None]:
    """Note what a start would refuse within this context, and go on after it."""
    try:
        yield
    except (BadConfig, BadHostKey, NotPrivate, StoreError, TooFewDescriptors) as error:
        found.append(str(error))
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        found.append(f"{where}{error.strerror or error}")
