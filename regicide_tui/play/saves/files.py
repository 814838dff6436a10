"""Save files on disk: written whole or not at all, read with care."""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import time

from msgspec.structs import replace

from regicide_tui.play.saves.codec import (
    SIZE_LIMIT,
    BadSave,
    Body,
    Saved,
    decode,
    encode,
    has_magic,
    read_body,
)

_ON_WINDOWS = os.name == "nt"
"""There an open file can neither be renamed nor removed, so a half-written one needs no lock."""
_BEGUN = 60.0
"""Seconds for which an empty file counts as one that is about to be written."""


class SaveError(Exception):
    """A save that could not be written; the message is a sentence for people."""


def keep(path: Path, saved: Saved) -> None:
    """Write a save that says it was written now. Raises `SaveError`."""
    write(path, replace(saved, saved=int(time())))


def write(path: Path, saved: Saved) -> None:
    """Write a save so that a crash leaves either the old file or the new one.

    Raises `SaveError`.
    """
    try:
        replace_file(path, encode(saved))
    except Exception as error:  # who saves has nobody else to tell of it
        raise SaveError(f"The game could not be saved: {why(error)}") from error


def replace_file(path: Path, data: bytes) -> None:
    """Put a file in the place of another, whole or not at all, and see it onto the disk.

    It is readable by its owner alone. A link stays, and the file it leads to is replaced. Raises
    `OSError`, or `ValueError` for a name no file can have.
    """
    path = Path(os.path.realpath(path))
    if path.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    part = _part_of(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with _write_whole(part, data):
            part.replace(path)
        _sync_folder(path.parent)
    except Exception:
        with suppress(OSError, ValueError):
            part.unlink(missing_ok=True)
        raise


def create_file(path: Path, data: bytes) -> None:
    """Make a file, whole or not at all, and see it onto the disk; nothing is replaced.

    It is readable by its owner alone. Raises `FileExistsError` if it is there already, `OSError`.
    """
    part = _part_of(path)
    try:
        with _write_whole(part, data):
            os.link(part, path)  # unlike a change of the name, this replaces nothing
        _sync_folder(path.parent)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def read(path: Path) -> Saved:
    """Read and prove a save. Raises `BadSave`, or `OSError` if there is no reading it."""
    return decode(_bytes(path))


def read_or_why_not(path: Path) -> Saved | str:
    """Read and prove a save; return it, or why that can't be done."""
    try:
        return read(path)
    except BadSave as error:
        return str(error)
    except OSError as error:
        return f"It can't be opened: {why(error)}"


def is_save(path: Path) -> bool:
    """Tell whether a file looks like a save. Raises `OSError`, or `BadSave` for no file."""
    return has_magic(_bytes(path))


def glance(path: Path) -> Body:
    """Read what a save says of itself, without the proof. Raises as `read` does."""
    return read_body(_bytes(path))


def _bytes(path: Path) -> bytes:
    # Not blocking: a save that is a pipe must not hold up the app for ever.
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise BadSave("This is not a file with a saved game.")
    with os.fdopen(handle, "rb") as file:
        return file.read(SIZE_LIMIT + 1)


def why(error: Exception) -> str:
    """Say in a sentence why a file could not be read or written."""
    if isinstance(error, MemoryError):
        return "there is no memory left."
    match getattr(error, "errno", None):
        case errno.ENOSPC | errno.EDQUOT:
            return "the disk is full."
        case errno.EROFS:
            return "the folder can only be read."
        case errno.EACCES | errno.EPERM:
            return "the folder or file belongs to somebody else."
        case errno.ENOENT:
            return "there is no such file."
        case errno.EBADF:
            return "it is closed."
        case errno.EISDIR:
            return "this is a folder."
        case _:
            reason = error.strerror if isinstance(error, OSError) else None
            return f"{(reason or str(error) or 'for an unknown reason').lower()}."


def sweep(folder: Path, *names: str) -> None:
    """Remove what killed writers of these files left in a folder; a name may be a pattern.

    What a living process writes stays, and so does whatever is not ours. Never raises.
    """
    for name in names:
        for part in folder.glob(_part_of(Path(name)).name):
            with suppress(OSError):
                _remove_if_left_over(part)


def _remove_if_left_over(part: Path) -> None:
    """Remove a half-written file unless somebody is writing it. Raises `OSError`."""
    if _ON_WINDOWS:
        part.unlink()  # refused while somebody writes it
        return
    from filelock import lock_descriptor

    handle = os.open(part, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        found = os.fstat(handle)
        ours = stat.S_ISREG(found.st_mode) and found.st_uid == os.getuid()
        # Between making a file and locking it there is a moment.
        begun = found.st_size == 0 and abs(time() - found.st_mtime) < _BEGUN
        # It may have got its name before the lock was had.
        free = ours and not begun and lock_descriptor(handle, blocking=False)
        if free and os.path.samestat(part.stat(), found):
            part.unlink()
    finally:
        os.close(handle)


def _part_of(path: Path) -> Path:
    """Return where a file is written before it takes its place."""
    return path.parent / f".{path.name}.part"


@contextmanager
def _write_whole(path: Path, data: bytes) -> Iterator[None]:
    """Write a file, and hold it until it has its name, so that nobody sweeps it away."""
    with suppress(FileNotFoundError):
        path.unlink()  # left over from a crash
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        if not _ON_WINDOWS:
            from filelock import lock_descriptor

            with suppress(OSError):  # not every file system has locks
                lock_descriptor(handle, blocking=False)
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
        if _ON_WINDOWS:
            file.close()  # an open file can't be renamed there
        yield


def _sync_folder(folder: Path) -> None:
    """Make the new name last through a power cut, where the system can do that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
