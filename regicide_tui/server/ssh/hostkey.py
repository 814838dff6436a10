"""The host key, by which clients know the server: created on the first start, kept for ever."""

import stat
from contextlib import suppress
from pathlib import Path

import asyncssh

from regicide_tui.play.saves.files import create_file
from regicide_tui.server.base.private import NotPrivate, make_private_folder
from regicide_tui.server.ssh.keys import find_weakness


class BadHostKey(Exception):
    """A host key that must not be used; the message says why."""


def load_host_key(path: Path) -> asyncssh.SSHKey:
    """Return the host key in a file; create the file if it is missing. Raises `BadHostKey`."""
    try:
        if not path.exists():
            make_private_folder(path.parent)
            key = asyncssh.generate_private_key("ssh-ed25519").export_private_key()
            with suppress(FileExistsError):
                create_file(path, key)
    except NotPrivate as error:
        raise BadHostKey(str(error)) from None
    except OSError as error:
        raise BadHostKey(f"{path} can't be created: {error.strerror}.") from None
    return _read(path)


def check_host_key(path: Path) -> None:
    """Raise `BadHostKey` if a file contains no usable key; a missing one is fine.

    Change nothing.
    """
    if path.exists():
        _read_key(path)


def _read(path: Path) -> asyncssh.SSHKey:
    with suppress(FileNotFoundError):
        if stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise BadHostKey(f"{path} can be read by others. To fix this: chmod 600 {path}")
    return _read_key(path)


def _read_key(path: Path) -> asyncssh.SSHKey:
    try:
        key = asyncssh.read_private_key(path)
    except OSError as error:
        raise BadHostKey(f"{path} can't be read: {error.strerror}.") from None
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError, ValueError):
        raise BadHostKey(
            f"{path} contains no private key: it is empty, cut off or something else. Restore the "
            f"key from a copy. Or remove the file: the server then creates a new key, and every "
            f"player's ssh client warns about it."
        ) from None
    if why := find_weakness(key):
        raise BadHostKey(f"{path} can't be used: {why}")
    return key
