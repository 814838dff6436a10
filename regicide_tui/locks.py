"""File locks by the operating system. They end with the process, however it ends."""

import errno
import os
import sys
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


_TAKEN = (errno.EACCES, errno.EAGAIN)
_NONE = (errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOLCK)
_OPENING = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


class NoLocks(OSError):
    """The file system has no locks."""


def lock_open_file(handle: int) -> bool:
    """Lock a file until it is closed; return False if it is locked already.

    Raises `NoLocks`, `OSError`.
    """
    try:
        _lock(handle)
    except OSError as error:
        if error.errno in _TAKEN:
            return False
        if error.errno in _NONE:
            raise NoLocks(*error.args) from None
        raise
    return True


class FileLock:
    """A lock with its own file. The file stays when the lock is released."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._handle: int | None = None

    def take(self) -> bool:
        """Take the lock, unless it is held here; return False if someone else has it.

        Raises `NoLocks`; `OSError` if the file can't be made.
        """
        while self._handle is None:
            handle = os.open(self.path, _OPENING, 0o600)
            try:
                taken = lock_open_file(handle)
                if taken and os.fstat(handle).st_nlink:  # or it was removed before we locked it
                    self._handle, handle = handle, -1
            finally:
                if handle >= 0:
                    os.close(handle)
            if not taken:
                return False
        return True

    def release(self) -> None:
        """Release the lock if it is held."""
        handle, self._handle = self._handle, None
        if handle is not None:
            os.close(handle)
