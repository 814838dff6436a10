"""Deleted saves, which can be brought back until the app ends."""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from regicide_tui.play.saves.files import why
from regicide_tui.play.saves.locks import Taken, alone_with, lock_of, lock_path
from regicide_tui.play.saves.shelf import Shelf, ShelfError, hands_on

if TYPE_CHECKING:
    from filelock import BaseFileLock

_DELETED = re.compile(r"\.(?P<owner>[0-9a-f]{6})-\d{4,}\.(?P<name>.+)\.deleted")


class Trash:
    """What one app has deleted, to be brought back or removed for good.

    A deleted save stays where it was under the name `.OWNER-NUMBER.NAME.deleted`. As long as the
    app runs, a lock says so; the saves of an owner without one, whom a crash has ended, are
    those of whoever finds them. (docs/saves.md)
    """

    def __init__(self, shelf: Shelf) -> None:
        from secrets import token_hex

        self._shelf = shelf
        self._owner = token_hex(3)
        self._locks: dict[str, BaseFileLock] = {}
        self._deleted: list[Path] = []

    def __len__(self) -> int:
        """Return how many saves can be brought back."""
        return len(self._deleted)

    def take_over(self) -> None:
        """Take over what was deleted by apps that ended without removing it."""
        found = sorted(self._shelf.folder.glob(".*.deleted"))
        for owner, deleted in groupby(found, _owner):
            if owner and owner not in self._locks and self._hold(owner):
                self._deleted += deleted

    def delete(self, path: Path) -> None:
        """Take a save from the shelf. Raises `ShelfError`."""
        if not (path.is_file() or path.is_symlink()) and path.exists():
            raise ShelfError("It can't be deleted here: it is not a file.")
        deleted = path.with_name(f".{self._owner}-{len(self):04}.{path.name}.deleted")
        with hands_on(path, "deleted"):
            self._hold(self._owner)
            path.rename(deleted)
        self._deleted.append(deleted)

    def restore(self) -> Path:
        """Put the save that was deleted last back on the shelf; return its path.

        Raises `ShelfError`; what is not gone for good can be tried again.
        """
        deleted = self._deleted[-1]
        path = _place_of(deleted)
        if path.exists():
            path = self._shelf.new_path()
        try:
            deleted.rename(path)
        except FileNotFoundError:
            self._deleted.pop()
            raise ShelfError("It can't be brought back: its file no longer exists.") from None
        except OSError as error:
            raise ShelfError(f"It can't be brought back: {why(error)}") from None
        self._deleted.pop()
        return path

    def empty(self) -> None:
        """Remove the deleted saves for good. What can't be removed is left to the next bin."""
        for deleted in self._deleted:
            with suppress(OSError):
                deleted.unlink(missing_ok=True)
                _remove_lock(_place_of(deleted))
        for lock in self._locks.values():
            lock.release()
            with suppress(OSError):
                Path(lock.lock_file).unlink(missing_ok=True)
        self._deleted, self._locks = [], {}

    def _hold(self, owner: str) -> bool:
        """Hold the lock of an owner; tell whether nobody else holds it."""
        from filelock import Timeout

        if owner in self._locks:
            return True
        lock = lock_of(self._shelf.folder / f"{owner}.deleted")
        try:
            lock.acquire(timeout=0)
        except (Timeout, OSError):
            return False
        except NotImplementedError:
            return True
        self._locks[owner] = lock
        return True


def _owner(deleted: Path) -> str:
    """Return who deleted a save; empty if this is no deleted save."""
    found = _DELETED.fullmatch(deleted.name)
    return found["owner"] if found else ""


def _place_of(deleted: Path) -> Path:
    """Return where a deleted save stood."""
    found = _DELETED.fullmatch(deleted.name)
    assert found is not None
    return deleted.with_name(found["name"])


def _remove_lock(path: Path) -> None:
    """Remove the lock of a save that is no more. Raises `OSError`."""
    with suppress(Taken), alone_with(path):
        if not path.exists():
            lock_path(path).unlink(missing_ok=True)
