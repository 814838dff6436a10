"""Deleted saves, which can be restored until the app ends."""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from regicide_tui.play.saves.files import describe_error
from regicide_tui.play.saves.locks import SaveInUse, lock_briefly, lock_path, make_lock
from regicide_tui.play.saves.saves_folder import SavesFolder, SavesFolderError, hold_save

if TYPE_CHECKING:
    from filelock import BaseFileLock

_DELETED = re.compile(r"\.(?P<owner>[0-9a-f]{6})-\d{4,}\.(?P<name>.+)\.deleted")


class Trash:
    """The saves that one app has deleted. They can be restored, or removed for ever.

    A deleted save stays in its folder with the name `.OWNER-NUMBER.NAME.deleted`. A lock shows that
    its owner, the app, still runs. If an owner has no lock because it crashed, the next app takes
    over its deleted saves (docs/saves.md).
    """

    def __init__(self, saves_folder: SavesFolder) -> None:
        from secrets import token_hex

        self._saves_folder = saves_folder
        self._owner = token_hex(3)
        self._locks: dict[str, BaseFileLock] = {}
        self._deleted: list[Path] = []

    def __len__(self) -> int:
        """Return the number of saves that can be restored."""
        return len(self._deleted)

    def take_over(self) -> None:
        """Take over the deleted saves of apps that ended without removing them."""
        found = sorted(self._saves_folder.folder.glob(".*.deleted"))
        for owner, deleted in groupby(found, _owner):
            if owner and owner not in self._locks and self._hold(owner):
                self._deleted += deleted

    def delete(self, path: Path) -> None:
        """Delete a save. Raises `SavesFolderError`."""
        if not (path.is_file() or path.is_symlink()) and path.exists():
            raise SavesFolderError("It can't be deleted here: it is not a file.")
        deleted = path.with_name(f".{self._owner}-{len(self):04}.{path.name}.deleted")
        with hold_save(path, "deleted"):
            self._hold(self._owner)
            path.rename(deleted)
        self._deleted.append(deleted)

    def restore(self) -> Path:
        """Restore the save that was deleted last, and return its path.

        Raises `SavesFolderError`. If the file still exists, the caller can try again.
        """
        deleted = self._deleted[-1]
        path = _original_path(deleted)
        if path.exists():
            path = self._saves_folder.new_path()
        try:
            deleted.rename(path)
        except FileNotFoundError:
            self._deleted.pop()
            raise SavesFolderError("It can't be brought back: its file no longer exists.") from None
        except OSError as error:
            raise SavesFolderError(f"It can't be brought back: {describe_error(error)}") from None
        self._deleted.pop()
        return path

    def empty(self) -> None:
        """Remove the deleted saves for ever; the next app removes those that fail here."""
        for deleted in self._deleted:
            with suppress(OSError):
                deleted.unlink(missing_ok=True)
                _remove_lock(_original_path(deleted))
        for lock in self._locks.values():
            lock.release()
            with suppress(OSError):
                Path(lock.lock_file).unlink(missing_ok=True)
        self._deleted, self._locks = [], {}

    def _hold(self, owner: str) -> bool:
        """Take the lock of an owner; return whether nobody else holds it."""
        from filelock import Timeout

        if owner in self._locks:
            return True
        lock = make_lock(self._saves_folder.folder / f"{owner}.deleted")
        try:
            lock.acquire(timeout=0)
        except (Timeout, OSError):
            return False
        except NotImplementedError:
            return True
        self._locks[owner] = lock
        return True


def _owner(deleted: Path) -> str:
    """Return the owner in the name of a deleted save; empty if it is no deleted save."""
    found = _DELETED.fullmatch(deleted.name)
    return found["owner"] if found else ""


def _original_path(deleted: Path) -> Path:
    """Return the path that a deleted save had."""
    found = _DELETED.fullmatch(deleted.name)
    assert found is not None
    return deleted.with_name(found["name"])


def _remove_lock(path: Path) -> None:
    """Remove the lock of a save that no longer exists. Raises `OSError`."""
    with suppress(SaveInUse), lock_briefly(path):
        if not path.exists():
            lock_path(path).unlink(missing_ok=True)
