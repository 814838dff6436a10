"""The key by which the house is known: made on the first start, kept for ever."""

import os
import stat
from pathlib import Path

import asyncssh


class BadHostKey(Exception):
    """A host key that must not be used, with a sentence why."""


def host_key(path: Path) -> asyncssh.SSHKey:
    """Return the host key in a file, which is made if there is none. Raises `BadHostKey`."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        _make(path)
    except FileExistsError:
        pass
    except OSError as error:
        raise BadHostKey(f"{path} can't be made: {error.strerror}") from None
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & 0o077:
            raise BadHostKey(f"{path} can be read by others. To put that right: chmod 600 {path}")
        return asyncssh.read_private_key(path)
    except OSError as error:
        raise BadHostKey(f"{path} can't be read: {error.strerror}") from None
    except asyncssh.KeyImportError:
        raise BadHostKey(f"{path} holds no private key.") from None


def _make(path: Path) -> None:
    """Write a new key into a file that must not be there yet."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(asyncssh.generate_private_key("ssh-ed25519").export_private_key())
        file.flush()
        os.fsync(file.fileno())
