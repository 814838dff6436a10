"""Writing files whole or not at all, and locks on them."""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import time

from msgspec.structs import replace

from regicide_tui.locks import FileLock, NoLocks, lock_open_file
from regicide_tui.play.saves.codec import (
    SIZE_LIMIT,
    BadSave,
    Body,
    decode,
    encode,
    has_magic,
    read_body,
)
from regicide_tui.play.table import Table

_ON_WINDOWS = os.name == "nt"
"""Windows can't rename or remove an open file, so a half-written one needs no lock there."""
_EMPTY_FILE_AGE = 60.0
"""Seconds during which an empty file may belong to a writer that has just created it."""


class SaveError(Exception):
    """A save could not be written. The message is a sentence for people."""


def save_now(path: Path, saved: Table) -> None:
    """Write a save with the current time in it. Raises `SaveError`."""
    write(path, replace(saved, saved=int(time())))


def write(path: Path, saved: Table) -> None:
    """Write a save; a crash leaves either the old file or the new one.

    Raises `SaveError`.
    """
    try:
        replace_file(path, encode(saved))
    except Exception as error:  # otherwise unreported
        raise SaveError(f"The game could not be saved: {describe_error(error)}") from error


def replace_file(path: Path, data: bytes) -> None:
    """Write a file completely or not at all, and force it onto the disk. An old file is replaced.

    Only its owner can read it. If the path is a link, the link stays, and its target is replaced.
    Raises `OSError`, or `ValueError` for a name that no file can have.
    """
    path = Path(os.path.realpath(path))
    if path.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    part = _part_path(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with write_whole(part, data):
            part.replace(path)
        _sync_folder(path.parent)
    except Exception:
        with suppress(OSError, ValueError):
            part.unlink(missing_ok=True)
        raise


def create_file(path: Path, data: bytes) -> None:
    """Make a new file completely or not at all, and force it onto the disk.

    Only its owner can read it. Raises `FileExistsError` if the file exists, `OSError`.
    """
    part = _part_path(path)
    try:
        with write_whole(part, data):
            os.link(part, path)  # unlike a rename, this replaces no file
        _sync_folder(path.parent)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def read(path: Path) -> Table:
    """Return a save, read and proved. Raises `BadSave`, or `OSError` if it can't be read."""
    return decode(_read_limited(path))


def read_or_why_not(path: Path) -> Table | str:
    """Return a save, read and proved, or a sentence that says why it can't be opened."""
    try:
        return read(path)
    except BadSave as error:
        return str(error)
    except OSError as error:
        return f"It can't be opened: {describe_error(error)}"


def is_save(path: Path) -> bool:
    """Return whether a file looks like a save. Raises `OSError`, or `BadSave` if it is no file."""
    return has_magic(_read_limited(path))


def read_unproved(path: Path) -> Body:
    """Return the content of a save without the proof. Raises the same errors as `read`."""
    return read_body(_read_limited(path))


def _read_limited(path: Path) -> bytes:
    # Without O_NONBLOCK, a pipe in place of the save would block the app forever.
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise BadSave("This is not a file with a saved game.")
    with os.fdopen(handle, "rb") as file:
        return file.read(SIZE_LIMIT + 1)


def describe_error(error: Exception) -> str:
    """Return a sentence that says why a file could not be read or written."""
    if isinstance(error, MemoryError):
        return "there is no memory left."
    match getattr(error, "errno", None):
        case errno.ENOSPC | errno.EDQUOT:
            return "the disk is full."
        case errno.EROFS:
            return "the folder is read-only."
        case errno.EACCES | errno.EPERM:
            return "the folder or file belongs to someone else."
        case errno.ENOENT:
            return "there is no such file."
        case errno.EBADF:
            return "it is closed."
        case errno.EISDIR:
            return "this is a folder."
        case _:
            reason = error.strerror if isinstance(error, OSError) else None
            return f"{(reason or str(error) or 'for an unknown reason').lower()}."


def remove_leftovers(folder: Path, *names: str) -> None:
    """Remove the half-written files that killed processes left in a folder. Never raises.

    `names` are the names of the finished files, or patterns. Files that a process is writing and
    files of other programs stay.
    """
    for name in names:
        for part in folder.glob(_part_path(Path(name)).name):
            with suppress(OSError):
                _remove_if_unused(part)


def _remove_if_unused(part: Path) -> None:
    """Remove a half-written file unless a process is writing it. Raises `OSError`."""
    if _ON_WINDOWS:
        part.unlink()  # fails while a process writes it
        return
    handle = os.open(part, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        found = os.fstat(handle)
        ours = stat.S_ISREG(found.st_mode) and found.st_uid == os.getuid()
        # A writer creates the file first and locks it a moment later.
        begun = found.st_size == 0 and abs(time() - found.st_mtime) < _EMPTY_FILE_AGE
        # It may have been renamed before we acquired the lock.
        free = ours and not begun and lock_open_file(handle)
        if free and os.path.samestat(part.stat(), found):
            part.unlink()
    finally:
        os.close(handle)


def _part_path(path: Path) -> Path:
    """Return the path where a file is written before it gets its final name."""
    return path.parent / f".{path.name}.part"


@contextmanager
def write_whole(path: Path, data: bytes) -> Iterator[None]:
    """Write a file and hold its lock until it is renamed, so that no process removes it."""
    with suppress(FileNotFoundError):
        path.unlink()  # left over from a crash
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        if not _ON_WINDOWS:
            with suppress(OSError):  # not every file system has locks
                lock_open_file(handle)
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
        if _ON_WINDOWS:
            file.close()  # Windows can't rename an open file
        yield


def _sync_folder(folder: Path) -> None:
    """Sync the new name to disk, so that it survives a power cut, if the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


class SaveInUse(Exception):
    """Another window or another table has this save open."""


def lock_path(path: Path) -> Path:
    """Return the path of the lock of a save: beside the file, or beside the target of a link."""
    real = Path(os.path.realpath(path))
    return real.with_name(f".{real.name}.lock")


def make_lock(path: Path) -> FileLock:
    """Return the lock of a save, not yet taken."""
    return FileLock(lock_path(path))


class SaveLock:
    """The lock of one save while its game is played, even if the folder is deleted."""

    def __init__(self) -> None:
        self._lock: FileLock | None = None
        self._file: tuple[int, int] | None = None

    def hold(self, path: Path) -> None:
        """Take the lock of a save unless it is held already; make its folder if needed.

        Raises `SaveInUse`; `OSError` for a folder that can't be written or a file system without
        locks.
        """
        if self._is_held(path):
            return
        self.release()
        lock = make_lock(path)
        lock.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not lock.take():
            raise SaveInUse
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
    lock = make_lock(path)
    with suppress(NoLocks):
        if not lock.take():
            raise SaveInUse
    try:
        yield
    finally:
        lock.release()
