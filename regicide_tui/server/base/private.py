"""A folder that only its owner can open, and the files and Unix sockets in it.

The files hold seeds, hands and passwords.
"""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

_LONGEST = 100
"""The most bytes of a socket's path that every system allows."""


class NotPrivate(Exception):
    """A folder or file that others can read or change, which can't be prevented."""


def make_private_folder(folder: Path) -> None:
    """Make a folder, or close an existing one to everyone but its owner, who must be this user.

    Files in it and targets of links in it are closed to others as well. Raises
    `NotPrivate`, `OSError`.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for path in _parts_of(folder):
        _check_owner(path)
        if _is_open(path):
            path.chmod(0o700 if path == folder else 0o600)
        if _is_open(path):
            raise NotPrivate(f"Others can read {path}, and this file system can't prevent that.")


def check_private_folder(folder: Path) -> None:
    """Raise what `make_private_folder` would raise, and change nothing."""
    if folder.exists():
        for path in _parts_of(folder):
            _check_owner(path)
        return
    above = next(one for one in folder.absolute().parents if one.exists())
    if not (above.is_dir() and os.access(above, os.W_OK | os.X_OK)):
        raise OSError(errno.EACCES, f"{folder} can't be made in {above}")


def make_private_file(path: Path) -> None:
    """Make an empty file that only its owner can read, if there is none. Raises `OSError`."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


@contextmanager
def short_socket_path(socket: Path) -> Iterator[Path]:
    """Give a path to a socket that is short enough for every system, within this context."""
    if len(os.fsencode(socket)) <= _LONGEST:
        yield socket
        return
    with TemporaryDirectory(prefix="house-") as short:
        link = Path(short) / "at"
        link.symlink_to(socket.parent.absolute(), target_is_directory=True)
        yield link / socket.name


def _parts_of(folder: Path) -> Iterator[Path]:
    """Yield a folder, the files in it, and the links to files. Raises `NotPrivate`."""
    yield folder
    for path in folder.iterdir():
        if path.is_symlink() and not path.exists():  # a file made there would be open to all
            raise NotPrivate(f"{path} is a broken link. To fix this: rm {path}")
        if path.is_file():
            yield path


def _is_open(path: Path) -> bool:
    """Return whether anyone but the owner has permissions."""
    return bool(stat.S_IMODE(path.stat().st_mode) & 0o077)


def _check_owner(path: Path) -> None:
    """Raise `NotPrivate` if this user can't remove the permissions of others."""
    owner, user = path.stat().st_uid, os.geteuid()
    if owner not in (user, 0) or (_is_open(path) and user not in (owner, 0)):
        raise NotPrivate(
            f"{path} belongs to another user, but the server keeps hidden cards there. To fix "
            f"this: make the server's user the owner of {path.parent} and all files in it."
        )
