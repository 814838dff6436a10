"""The folder of saved games: what stands in it, the newest unfinished game, and other names."""

import os
import re
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from msgspec.structs import replace

from regicide_tui.games.base import Json, Value
from regicide_tui.play.history import Start
from regicide_tui.play.match import Match
from regicide_tui.play.saves.codec import NAME_LIMIT, BadSave, Saved
from regicide_tui.play.saves.files import SaveError, glance, read, why, write
from regicide_tui.play.saves.locks import Taken, alone_with
from regicide_tui.printable import printable

SUFFIX = ".save"


class ShelfError(Exception):
    """A save that can't be renamed, deleted or brought back; the message is a sentence."""


class Label(Value, frozen=True):
    """What a save says of itself before it is proved; `fault` says why it can't be opened."""

    path: Path
    name: str = ""
    game: str = ""
    seats: tuple[str, ...] = ()
    saved: int = 0
    snapshot: Json = None
    fault: str = ""
    start: Start | None = None
    """How the game began; None if that can't be read."""
    match: Match = Match()
    actions: int = 0
    """How many actions stand."""
    goal: str = ""
    title: str = ""
    """What the players call a game that goes on."""
    bots: tuple[str, ...] = ()
    """The levels of the bots, an empty text for a person; nothing where only people play."""

    @property
    def over(self) -> bool:
        """Whether the game is finished, or was called off at the table."""
        finished = isinstance(self.snapshot, dict) and self.snapshot.get("phase") == "over"
        return finished or self.match.called is not None

    @property
    def going_on(self) -> bool:
        """Whether this is an unfinished game, and no position kept under a name."""
        return not (self.fault or self.over or self.name)


class Shelf:
    """A folder of saves. It need not exist yet."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def new_path(self, name: str = "") -> Path:
        """Return a path that no save has yet, readable for who looks into the folder."""
        from secrets import token_hex

        slug = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:30] or "game"
        stamp = time.strftime("%Y%m%d-%H%M%S")
        return self.folder / f"{stamp}-{slug}-{token_hex(3)}{SUFFIX}"

    def labels(self) -> Iterator[Label]:
        """Glance at each save, newest first; damaged ones have a fault."""
        for path in sorted(self.folder.glob(f"*{SUFFIX}"), key=_age, reverse=True):
            yield _label(path)

    def newest_unfinished(self) -> tuple[Path, Saved] | None:
        """Open the newest unfinished game that is whole; a damaged one is passed over."""
        for label in self.labels():
            if not label.going_on:
                continue
            try:
                return label.path, read(label.path)
            except (BadSave, OSError):
                continue
        return None

    def find(self, name: str) -> Path | None:
        """Return the save that is called so, or whose file is; the newest, if there are several."""
        for label in self.labels():
            if name in (label.name, label.title, label.path.name, label.path.stem):
                return label.path
        return None

    def rename(self, path: Path, name: str) -> None:
        """Give a save another name, and change nothing else: a game that goes on goes on.

        Raises `ShelfError`.
        """
        name = printable(name.strip())[:NAME_LIMIT]
        if not name:
            raise ShelfError("A name has at least one character.")
        if any(name in (label.name, label.title) and label.path != path for label in self.labels()):
            raise ShelfError(f"Another game is called {name} already.")
        with hands_on(path, "renamed"):
            try:
                saved, written = read(path), path.stat()
                write(path, replace(saved, **{"name" if saved.name else "title": name}))
            except BadSave as error:
                raise ShelfError(f"It can't be renamed. {error}") from None
            except SaveError as error:
                raise ShelfError(str(error)) from None
            with suppress(OSError):  # Resume goes by when a game was last played
                os.utime(path, ns=(written.st_atime_ns, written.st_mtime_ns))


@contextmanager
def hands_on(path: Path, done: str) -> Iterator[None]:
    """Hold a save that no window has open while something is `done` to it. Raises `ShelfError`."""
    try:
        with alone_with(path):
            yield
    except Taken:
        raise ShelfError(f"It is open in another window and can't be {done} now.") from None
    except OSError as error:
        raise ShelfError(f"It can't be {done}: {why(error)}") from None


def last_played_first(labels: Iterable[Label]) -> list[Label]:
    """Sort by when each game was last played; damaged saves, which don't say it, come last."""
    return sorted(labels, key=lambda label: label.saved, reverse=True)


def _age(path: Path) -> int:
    """Return when a file was written, in nanoseconds; 0 if it is gone or a broken link."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def _label(path: Path) -> Label:
    try:
        body = glance(path)
    except BadSave as error:
        return Label(path, fault=str(error))
    except OSError as error:
        return Label(path, fault=f"It can't be read: {error.strerror}.")
    given = body.start
    start = Start(body.game, given.players, given.seed, given.options, given.position)
    return Label(
        path,
        body.name,
        body.game,
        tuple(body.seats),
        body.saved,
        body.snapshot,
        start=start,
        actions=min(body.cursor, len(body.actions)),
        goal=body.goal,
        match=body.match or Match(),
        title=body.title or "",
        bots=tuple(body.bots or ()),
    )
