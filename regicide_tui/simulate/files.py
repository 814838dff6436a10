"""The files of a simulation, all of which grow when a game ends."""

from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType

from regicide_tui.locks import FileLock
from regicide_tui.simulate.errors import BadFile
from regicide_tui.simulate.plan import GameResult, Plan, Row
from regicide_tui.simulate.records import Records
from regicide_tui.simulate.results import Results
from regicide_tui.simulate.thinking_times import Thinking, ThinkingTimes


class Files:
    """A row for each game, the times of its bots, and its decisions if they are recorded.

    It is a context manager, and locks the files against other processes. A game counts as played
    only if every file contains it, so an interrupted run can be continued. Raises `BadFile` for
    Parquet without its package, and for unusable paths.
    """

    def __init__(self, plan: Plan, results: Path, records: Path | None = None) -> None:
        self._paths = [path for path in (results, records) if path is not None]
        _check(self._paths)
        self._results = Results(results, plan)
        self._times = ThinkingTimes(results, plan)
        self._records = Records(records, plan) if records else None
        self._locks = ExitStack()

    @property
    def rows(self) -> dict[int, Row]:
        """The rows of all games in the file, by number."""
        return self._results.rows

    @property
    def thinking(self) -> dict[int, Thinking]:
        """The known times of the games, by number."""
        return self._times.games

    def __enter__(self) -> "Files":
        """Lock the files and read them. Raises `BadFile`, `OSError`."""
        with ExitStack() as locks:
            for path in self._paths:
                _lock(path, locks)
            self._results.read()
            self._times.read()
            if self._records:
                self._records.read()
            self._locks = locks.pop_all()
        return self

    def __exit__(
        self,
        finder: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Unlock the files."""
        self._locks.close()

    def missing(self, wanted: Iterable[int]) -> list[int]:
        """Return which of these games have not been played."""
        played = self.rows.keys() & self._records.games if self._records else self.rows.keys()
        return [number for number in wanted if number not in played]

    def add(self, result: GameResult) -> None:
        """Add a game. Its row comes last, since that makes it count. Raises `OSError`."""
        if self._records:
            self._records.add(result)
        self._times.add(result.row.number, result.thinking)
        self._results.add(result.row)

    def finish(self) -> None:
        """Write all files in the order of the games. Raises `OSError`."""
        if self._records:
            self._records.finish()
        self._times.finish()
        self._results.finish()


def _check(paths: Sequence[Path]) -> None:
    """Raise `BadFile` if two paths name one file, or if one is not a file but, say, a folder."""
    if len({path.resolve() for path in paths}) < len(paths):
        raise BadFile(f"The games and the decisions need separate files: {paths[0]}.")
    for path in paths:
        if path.exists() and not path.is_file():
            raise BadFile(f"{path} is not a file.")


def _lock(path: Path, locks: ExitStack) -> None:
    """Lock a file until the stack is closed. Raises `BadFile` if another simulation writes it."""
    at = Path(f"{path}.lock")
    lock = FileLock(at)
    if not lock.take():
        raise BadFile(f"{path} is being written by another simulation.")
    locks.callback(at.unlink, missing_ok=True)
    locks.callback(lock.release)
