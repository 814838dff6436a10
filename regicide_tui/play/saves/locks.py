"""One lock for each save: whoever holds it may write the file (docs/decisions/0007)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from filelock import BaseFileLock


class Taken(Exception):
    """Another window, or another table, has this save open."""


def lock_path(path: Path) -> Path:
    """Return where the lock of a save lies."""
    return path.with_name(f".{path.name}.lock")


def lock_of(path: Path) -> BaseFileLock:
    """Return the lock of a save, not yet taken."""
    from filelock import FileLock

    return FileLock(lock_path(path), mode=0o600, thread_local=False)


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
