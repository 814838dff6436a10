"""The file of finished games, with a line of JSON for each. Lines are only added.

Several windows may add lines at the same time: each line is written by one call to a file opened
for appending. A line that can't be read is skipped and stays in the file.
"""

import os
import stat
from pathlib import Path

import msgspec
from msgspec.structs import replace

from regicide_tui.play.saves.files import describe_error
from regicide_tui.play.statistics import Record
from regicide_tui.printable import printable

LIMIT = 8 * 1024 * 1024
"""The number of bytes that are read, from the end: about thirty thousand games."""


class RecordError(Exception):
    """A record could not be added. The message is a sentence for people."""


class Records:
    """The file of one player's finished games. It need not exist yet."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def add(self, record: Record) -> None:
        """Add the record of a game. Raises `RecordError`."""
        line = msgspec.json.encode(record) + b"\n"
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            _append(self.path, line)
        except (OSError, ValueError) as error:
            raise RecordError(
                f"The result could not be added to the statistics: {describe_error(error)}"
            ) from error

    def read(self) -> tuple[Record, ...]:
        """Return all records, oldest first; none if the file is missing or can't be read."""
        try:
            lines = _read(self.path).split(b"\n")
        except (OSError, ValueError):
            return ()
        return tuple([record for line in lines if (record := _record(line)) is not None])


def _append(path: Path, line: bytes) -> None:
    """Append a line. If a crash left an incomplete line, end that one first."""
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_NONBLOCK", 0)
    handle = os.open(path, flags, 0o600)
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise ValueError("this is not a file")
        size = os.lseek(handle, 0, os.SEEK_END)
        if size:
            os.lseek(handle, size - 1, os.SEEK_SET)
            line = line if os.read(handle, 1) == b"\n" else b"\n" + line
        if os.write(handle, line) < len(line):
            raise ValueError("the disk is full")
        os.fsync(handle)
    finally:
        os.close(handle)


def _read(path: Path) -> bytes:
    # Without O_NONBLOCK, a pipe in place of the file would block the app for ever.
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(handle, "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            return b""
        file.seek(max(0, status.st_size - LIMIT))
        return file.read(LIMIT)


def _record(line: bytes) -> Record | None:
    """Return the record of a line; None if it is empty, damaged or from a later version."""
    if not line.strip():
        return None
    try:
        record = msgspec.json.decode(line, type=Record)
    except (ValueError, RecursionError):
        return None
    return replace(
        record,
        seed=printable(record.seed),
        medal=printable(record.medal) if record.medal else None,
        seats=tuple(map(printable, record.seats)),
        winners=tuple(map(printable, record.winners)),
        bots=tuple(map(printable, record.bots)),
    )
