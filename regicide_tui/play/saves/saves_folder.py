"""The folder of saved games: lists the saves, finds the newest unfinished game, renames saves."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import groupby
from pathlib import Path

from msgspec.structs import replace

from regicide_tui.games.base import Json, Value
from regicide_tui.locks import FileLock, NoLocks
from regicide_tui.play.history import Match, Start
from regicide_tui.play.saves.codec import NAME_LIMIT, BadSave, start_of
from regicide_tui.play.saves.files import (
    SaveError,
    SaveInUse,
    describe_error,
    lock_briefly,
    lock_path,
    make_lock,
    read,
    read_unproved,
    write,
)
from regicide_tui.play.table import Table
from regicide_tui.printable import printable

SUFFIX = ".save"
_DAY = 86_400


class SavesFolderError(Exception):
    """A save can't be renamed, deleted or restored. The message is a sentence for people."""


class SaveLabel(Value):
    """The content of a save before the proof. `fault` says why it can't be opened."""

    path: Path
    name: str = ""
    game: str = ""
    seats: tuple[str, ...] = ()
    saved: int = 0
    snapshot: Json = None
    fault: str = ""
    start: Start | None = None
    """The start of the game; None if it can't be read."""
    match: Match = Match()
    actions: int = 0
    """The number of actions that are not undone."""
    goal: str = ""
    title: str = ""
    """The players' name for an unfinished game."""
    bots: tuple[str, ...] = ()
    """The levels of the bots, an empty string for a person; empty if only people play."""

    @property
    def over(self) -> bool:
        """Whether the game is finished, or was called off at the table."""
        finished = isinstance(self.snapshot, dict) and self.snapshot.get("phase") == "over"
        return finished or self.match.called_off is not None

    @property
    def going_on(self) -> bool:
        """Whether this is an unfinished game, and not a position saved under a name."""
        return not (self.fault or self.over or self.name)


class SavesFolder:
    """The folder of saves. It need not exist yet."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def new_path(self, name: str = "") -> Path:
        """Return a path that no save has yet, with the time and the name in it."""
        slug = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:30] or "game"
        stamp = time.strftime("%Y%m%d-%H%M%S")
        return self.folder / f"{stamp}-{slug}-{os.urandom(3).hex()}{SUFFIX}"

    def labels(self) -> Iterator[SaveLabel]:
        """Yield the label of each save, newest first; damaged saves have a fault."""
        found, now = self.folder.glob(f"*{SUFFIX}"), time.time()
        for path in sorted(found, key=lambda path: _age_key(_modified_at(path), now), reverse=True):
            yield _read_label(path)

    def newest_unfinished(self) -> tuple[Path, Table] | None:
        """Return the newest unfinished game and its path; damaged ones are skipped."""
        for label in self.labels():
            if not label.going_on:
                continue
            try:
                return label.path, read(label.path)
            except (BadSave, OSError):
                continue
        return None

    def find(self, name: str) -> Path | None:
        """Return the path of a save by its name, title, file name or number, or None.

        The last played save wins. The number is its place in the list of saves.
        """
        labels = sort_by_last_played(self.labels())
        for label in labels:
            if name in (label.name, label.title, label.path.name, label.path.stem):
                return label.path
        numbered = {f"{number}": label.path for number, label in enumerate(labels, 1)}
        return numbered.get(name)

    def rename(self, path: Path, name: str) -> None:
        """Rename a save and change nothing else.

        Raises `SavesFolderError`.
        """
        name = printable(name.strip())[:NAME_LIMIT]
        if not name:
            raise SavesFolderError("A name needs at least one character.")
        if any(name in (label.name, label.title) and label.path != path for label in self.labels()):
            raise SavesFolderError(f"Another game is already called {name}.")
        with hold_save(path, "renamed"):
            try:
                saved, written = read(path), path.stat()
                write(path, replace(saved, **{"name" if saved.name else "title": name}))
            except BadSave as error:
                raise SavesFolderError(f"It can't be renamed. {error}") from None
            except SaveError as error:
                raise SavesFolderError(str(error)) from None
            with suppress(OSError):  # Resume opens the game that was played last
                os.utime(path, ns=(written.st_atime_ns, written.st_mtime_ns))


@contextmanager
def hold_save(path: Path, done: str) -> Iterator[None]:
    """Hold the lock of a save while something is `done` to it, such as `renamed`.

    Raises `SavesFolderError` if a window has the save open.
    """
    try:
        with lock_briefly(path):
            yield
    except SaveInUse:
        raise SavesFolderError(f"It is open in another window and can't be {done} now.") from None
    except OSError as error:
        raise SavesFolderError(f"It can't be {done}: {describe_error(error)}") from None


def sort_by_last_played(labels: Iterable[SaveLabel]) -> list[SaveLabel]:
    """Return the labels sorted by the last time of play, newest first, damaged saves last."""
    now = time.time()
    return sorted(labels, key=lambda label: _age_key(label.saved, now), reverse=True)


def _age_key(seconds: float, now: float) -> tuple[bool, bool, float]:
    """Return a sort key for a time: the past, then what a wrong clock wrote, then no time."""
    return bool(seconds), seconds < now + _DAY, seconds


def _modified_at(path: Path) -> float:
    """Return the time a file was written, in seconds; 0 if it is gone or a broken link."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _read_label(path: Path) -> SaveLabel:
    try:
        body = read_unproved(path)
    except BadSave as error:
        return SaveLabel(path, fault=str(error))
    except OSError as error:
        return SaveLabel(path, fault=f"It can't be read: {error.strerror}.")
    return SaveLabel(
        path,
        body.name,
        body.game,
        body.seats,
        body.saved,
        body.snapshot,
        start=start_of(body),
        actions=min(body.cursor, len(body.actions)),
        goal=body.goal,
        match=body.match or Match(),
        title=body.title,
        bots=body.bots,
    )


_DELETED = re.compile(r"\.(?P<owner>[0-9a-f]{6})-\d{4,}\.(?P<name>.+)\.deleted")


class Trash:
    """The saves that one app has deleted. They can be restored, or removed for good.

    A deleted save stays in its folder with the name `.OWNER-NUMBER.NAME.deleted`. A lock shows that
    its owner, the app, still runs. If an owner has no lock because it crashed, the next app takes
    over its deleted saves (docs/saves.md).
    """

    def __init__(self, saves_folder: SavesFolder) -> None:
        self._saves_folder = saves_folder
        self._owner = os.urandom(3).hex()
        self._locks: dict[str, FileLock] = {}
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
            raise SavesFolderError("It can't be restored: its file no longer exists.") from None
        except OSError as error:
            raise SavesFolderError(f"It can't be restored: {describe_error(error)}") from None
        self._deleted.pop()
        return path

    def empty(self) -> None:
        """Remove the deleted saves for good; the next app removes those that fail here."""
        for deleted in self._deleted:
            with suppress(OSError):
                deleted.unlink(missing_ok=True)
                _remove_lock(_original_path(deleted))
        for lock in self._locks.values():
            lock.release()
            with suppress(OSError):
                lock.path.unlink(missing_ok=True)
        self._deleted, self._locks = [], {}

    def _hold(self, owner: str) -> bool:
        """Take the lock of an owner; return whether this succeeded."""
        if owner in self._locks:
            return True
        lock = make_lock(self._saves_folder.folder / f"{owner}.deleted")
        try:
            taken = lock.take()
        except NoLocks:
            return True
        except OSError:
            return False
        if not taken:
            return False
        self._locks[owner] = lock
        return True


def _owner(deleted: Path) -> str:
    """Return the owner in the name of a deleted save; empty if it isn't a deleted save."""
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
