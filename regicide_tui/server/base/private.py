"""A folder that only its owner can open, and the files and Unix sockets in it.

The files hold seeds, hands and passwords.
"""

import errno
import os
import socket
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

_LONGEST = 100
"""The most bytes of a socket's path that every system allows."""


class NotPrivate(Exception):
    """Others can read or change a folder or file, and that can't be prevented."""


def make_private_folder(folder: Path) -> None:
    """Make a folder, or close an existing one to all but its owner, who must be this user.

    The files in it, and the targets of links in it, are closed to others as well. Raises
    `NotPrivate`, `OSError`.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    _close_to_others(folder, 0o700)
    for path in _files_in(folder):
        _close_to_others(path, 0o600)


def check_private_folder(folder: Path) -> None:
    """Raise what `make_private_folder` would raise, and change nothing."""
    if not folder.exists():
        above = next(one for one in folder.absolute().parents if one.exists())
        if not (above.is_dir() and os.access(above, os.W_OK | os.X_OK)):
            raise OSError(errno.EACCES, f"{folder} can't be made in {above}")
        return
    _check_owner(folder)
    for path in _files_in(folder):
        _check_owner(path)


def make_private_file(path: Path) -> None:
    """Make an empty file that only its owner can read, if there is none. Raises `OSError`."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def bind_private_socket(folder: Path, name: str) -> socket.socket:
    """Return a socket that is bound in a folder; one that was left there is replaced.

    Raises `OSError`.
    """
    (folder / name).unlink(missing_ok=True)
    bound = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        with short_socket_path(folder, name) as path:
            bound.bind(os.fspath(path))
        (folder / name).chmod(0o600)
    except BaseException:
        bound.close()
        raise
    return bound


@contextmanager
def short_socket_path(folder: Path, name: str) -> Iterator[Path]:
    """Give a path to a socket in a folder that is short enough, within this context."""
    if len(os.fsencode(folder / name)) <= _LONGEST:
        yield folder / name
        return
    with TemporaryDirectory(prefix="house-") as short:
        link = Path(short) / "at"
        link.symlink_to(folder.absolute(), target_is_directory=True)
        yield link / name


def _files_in(folder: Path) -> Iterator[Path]:
    """Yield the files in a folder, and the links to files. Raises `NotPrivate`."""
    for path in folder.iterdir():
        if path.is_symlink() and not path.exists():  # a file made there would be open to everybody
            raise NotPrivate(
                f"{path} is a link that leads to nothing. To put that right: rm {path}"
            )
        if path.is_file():
            yield path


def _check_owner(path: Path) -> None:
    """Raise `NotPrivate` if this user can't take the rights of others away."""
    state, user = path.stat(), os.geteuid()
    is_open = bool(stat.S_IMODE(state.st_mode) & 0o077)
    if state.st_uid not in (user, 0) or (is_open and user not in (state.st_uid, 0)):
        raise _not_ours(path)


def _not_ours(path: Path) -> NotPrivate:
    return NotPrivate(
        f"{path} belongs to another user, and the server keeps hidden cards there. To mend "
        f"that: give the folder {path.parent} with all files in it to the user of the server."
    )


def _close_to_others(path: Path, mode: int) -> None:
    """Take the rights of others away. Raises `NotPrivate`."""
    state = path.stat()
    try:
        if state.st_uid not in (os.geteuid(), 0):
            raise PermissionError
        if stat.S_IMODE(state.st_mode) & 0o077:
            path.chmod(mode)
    except PermissionError:
        raise _not_ours(path) from None
    if stat.S_IMODE(path.stat().st_mode) & 0o077:
        raise NotPrivate(f"{path} can be read by others, and this file system can't change that.")
