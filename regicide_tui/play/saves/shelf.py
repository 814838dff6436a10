"""The folder of saved games: what stands in it, and the newest unfinished game."""

import re
import time
from collections.abc import Iterator
from pathlib import Path

from regicide_tui.games.base import Json, Value
from regicide_tui.play.history import Start
from regicide_tui.play.match import Match
from regicide_tui.play.saves.codec import BadSave, Saved
from regicide_tui.play.saves.files import glance, read

SUFFIX = ".save"


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

    @property
    def over(self) -> bool:
        """Whether the game is finished, or was called off at the table."""
        finished = bool(self.snapshot) and self.snapshot.get("phase") == "over"
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
    seats = tuple(body.seats)
    match = body.match or Match()
    return Label(
        path, body.name, body.game, seats, body.saved, body.snapshot, start=start, match=match
    )
