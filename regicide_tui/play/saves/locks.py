"""One lock for each save: whoever holds it may write the file (docs/decisions/0007)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from filelock import BaseFileLock


class Taken(Exception):
    """Another window, or another table, has this save open."""


def lock_path(path: Path) -> Path:
    """Return where the lock of a save lies: of a link beside the file that it leads to."""
    real = Path(os.path.realpath(path))
    return real.with_name(f".{real.name}.lock")


def lock_of(path: Path) -> BaseFileLock:
    """Return the lock of a save, not yet taken."""
    from filelock import FileLock

    return FileLock(lock_path(path), mode=0o600, thread_local=False)


class SaveLock:
    """The lock of one save for as long as its game is played, also if its folder is deleted."""

    def __init__(self) -> None:
        self._lock: BaseFileLock | None = None
        self._file: tuple[int, int] | None = None

    def hold(self, path: Path) -> None:
        """Hold the lock of a save, unless it is held already; make the folder it lies in.

        Raises `Taken`; `OSError`, for a folder that can't be written; `NotImplementedError`, where
        the file system has no locks.
        """
        from filelock import Timeout

        if self._is_held(path):
            return
        self.release()
        lock = lock_of(path)
        Path(lock.lock_file).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        try:
            lock.acquire(timeout=0)
        except Timeout:
            raise Taken from None
        self._lock, self._file = lock, _identity(lock_path(path))

    def release(self) -> None:
        """Let go of the lock, if it is held."""
        lock, self._lock, self._file = self._lock, None, None
        if lock is not None:
            lock.release()

    def _is_held(self, path: Path) -> bool:
        """Tell whether the lock file is still the one that is locked, and no later one."""
        return self._file is not None and _identity(lock_path(path)) == self._file


def _identity(path: Path) -> tuple[int, int] | None:
    """Return what tells a file from all others that are there; None if there is no file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


@contextmanager
def alone_with(path: Path) -> Iterator[None]:
    """Hold a save for a moment. Raises `Taken`, or `OSError` for a folder that can't be written.

    Where the file system has no locks, nobody else can hold one either.
    """
    from filelock import Timeout

    lock = lock_of(path)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise Taken from None
    except NotImplementedError:
        yield
        return
    try:
        yield
    finally:
        lock.release()
