"""The lock of a server in its folder. It ends with the process, even after a crash."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from regicide_tui.locks import lock_open_file
from regicide_tui.play.saves.files import remove_leftovers
from regicide_tui.server.base.config import Config
from regicide_tui.server.base.private import make_private_file, make_private_folder

_LOCK = "lock"
"""The file that a server locks in its folder."""


class AlreadyOpen(Exception):
    """Another server is running in this folder."""


def lock_name(config: Config) -> str:
    """Return the name of the file that a server locks in its folder.

    Servers with one file wouldn't notice each other. Servers with one database do, so several may
    run in a folder, on different ports.
    """
    return f"{_LOCK}-{config.port}" if config.store else _LOCK


@contextmanager
def lock_folder(
    folder: Path, name: str = _LOCK, otherwise: str = "A server is already running here."
) -> Iterator[None]:
    """Lock a folder for one server. Raises `AlreadyOpen`."""
    make_private_file(folder / name)
    with (folder / name).open("w") as file:
        if not lock_open_file(file.fileno()):
            raise AlreadyOpen(otherwise)
        remove_leftovers(folder, "*")
        yield


@contextmanager
def without_server(folder: Path) -> Iterator[None]:
    """Prevent servers in a folder within this context.

    Raises `AlreadyOpen` if one runs, `NotPrivate`, `OSError`.
    """
    make_private_folder(folder)
    with lock_folder(folder, otherwise="A server is running here. Stop it first."):
        yield


def is_running(folder: Path, config: Config) -> bool:
    """Return whether a server with these settings runs here; change nothing. Raises `OSError`."""
    lock = folder / lock_name(config)
    if not lock.exists():
        return False
    with lock.open() as file:
        return not lock_open_file(file.fileno())
