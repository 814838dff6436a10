"""Unix sockets in the folder of a server, which only its owner can reach."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

_LONGEST = 100
"""The most bytes of a socket's path that every system allows."""


def bind_private(folder: Path, name: str) -> socket.socket:
    """Return a socket that is bound in a folder; one that was left there is replaced.

    Raises `OSError`.
    """
    (folder / name).unlink(missing_ok=True)
    bound = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        with short_path(folder, name) as path:
            bound.bind(os.fspath(path))
        (folder / name).chmod(0o600)
    except BaseException:
        bound.close()
        raise
    return bound


@contextmanager
def short_path(folder: Path, name: str) -> Iterator[Path]:
    """Give a path to a socket in a folder that is short enough, within this context."""
    if len(os.fsencode(folder / name)) <= _LONGEST:
        yield folder / name
        return
    with TemporaryDirectory(prefix="house-") as short:
        link = Path(short) / "at"
        link.symlink_to(folder.absolute(), target_is_directory=True)
        yield link / name
