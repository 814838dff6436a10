"""Public keys as one line in the form of OpenSSH: the algorithm and the key, without a comment."""

from pathlib import Path

import asyncssh


class NoKey(Exception):
    """A file that holds no public key."""


def line_of(key: asyncssh.SSHKey) -> str:
    """Return the line of a key."""
    return " ".join(key.export_public_key().decode().split()[:2])


def read_line(path: Path) -> str:
    """Return the line of the public key in a file. Raises `NoKey`, `OSError`."""
    try:
        return line_of(asyncssh.read_public_key(path))
    except (asyncssh.KeyImportError, ValueError):
        raise NoKey(f"{path} holds no public key.") from None
