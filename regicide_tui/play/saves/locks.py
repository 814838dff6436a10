"""One lock for each save: only its holder may write the file (docs/decisions/0007)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from filelock import BaseFileLock


class SaveInUse(Exception):
    """Another window or another table has this save open."""


def lock_path(path: Path) -> Path:
    """Return the path of the lock of a save: beside the file, or beside the target of a link."""
    real = Path(os.path.realpath(path))
    return real.with_name(f".{real.name}.lock")


def make_lock(path: Path) -> BaseFileLock:
    """Return the lock of a save, not yet taken."""
    from filelock import FileLock

    return FileLock(lock_path(path), mode=0o600, thread_local=False)


class SaveLock:
    """The lock of one save while its game is played, even if the folder is deleted."""

    def __init__(self) -> None:
        self._lock: BaseFileLock | None = None
        self._file: tuple[int, int] | None = None

    def hold(self, path: Path) -> None:
        """Take the lock of a save unless it is held already; make its folder if needed.

        Raises `SaveInUse`; `OSError` for a folder that can't be written; `NotImplementedError` if
        the file system has no locks.
        """
        from filelock import Timeout

        if self._is_held(path):
            return
        self.release()
        lock = make_lock(path)
        Path(lock.lock_file).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        try:
            lock.acquire(timeout=0)
        except Timeout:
            raise SaveInUse from None
        self._lock, self._file = lock, _identity(lock_path(path))

    def release(self) -> None:
        """Release the lock if it is held."""
        lock, self._lock, self._file = self._lock, None, None
        if lock is not None:
            lock.release()

    def _is_held(self, path: Path) -> bool:
        """Return whether the lock file is still the locked one, and not a newer file."""
        return self._file is not None and _identity(lock_path(path)) == self._file


def _identity(path: Path) -> tuple[int, int] | None:
    """Return the device and inode of a file; None if there is no file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


@contextmanager
def lock_briefly(path: Path) -> Iterator[None]:
    """Hold the lock of a save for a moment. If the file system has no locks, hold nothing.

    Raises `SaveInUse`, or `OSError` for a folder that can't be written.
    """
    from filelock import Timeout

    lock = make_lock(path)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise SaveInUse from None
    except NotImplementedError:
        yield
        return
    try:
        yield
    finally:
        lock.release()
