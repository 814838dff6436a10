"""The file of a simulation. Rows are added as games end, and sorted at the end."""

import csv
import io
import os
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType, TracebackType

from filelock import FileLock, Timeout

from regicide_tui.simulate.plan import Plan, Row

_OWN = ("number", "seed", "won", "winners", "medal", "reason", "turns", "actions")
PARQUET = ".parquet"


class BadResults(Exception):
    """The file can't be continued. The text says why."""


class Results:
    """The rows in a CSV file, as a context manager. It locks the file against other processes.

    A run that was cut off can be continued: games in the file are not played again. If the file's
    name ends with `.parquet`, rows are collected in a file beside it until all are there.
    """

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path
        self._plan = plan
        self._rows_at = path.with_name(f"{path.name}.csv") if path.suffix == PARQUET else path
        self._lock = FileLock(f"{path}.lock", timeout=0)
        self.rows: dict[int, Row] = {}

    def __enter__(self) -> "Results":
        """Lock the file and read its rows. Raises `BadResults`, `OSError`."""
        try:
            self._lock.acquire()
        except Timeout:
            raise BadResults(f"{self.path} is being written by another simulation.") from None
        try:
            self._read()
        except BaseException:
            self._lock.release()
            raise
        return self

    def __exit__(
        self,
        finder: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Unlock the file."""
        self._lock.release()
        Path(f"{self.path}.lock").unlink(missing_ok=True)

    def add(self, rows: Iterable[Row]) -> int:
        """Add rows of games that are not there yet. Return their number. Raises `OSError`."""
        new = [row for row in rows if row.number not in self.rows]
        self.rows |= {row.number: row for row in new}
        if new:
            begins = not self._rows_at.exists()
            with self._rows_at.open("a", newline="", encoding="utf-8") as file:
                file.write(self._as_csv(new, heading=begins))
        return len(new)

    def finish(self) -> None:
        """Write all rows in order. Raises `OSError`, `BadResults`."""
        rows = [self.rows[number] for number in sorted(self.rows)]
        new = self.path.with_name(f"{self.path.name}.new")
        if self.path.suffix == PARQUET:
            pyarrow = _pyarrow()
            table = pyarrow.Table.from_pylist([self._record(row) for row in rows])
            pyarrow.parquet.write_table(table, new)
        else:
            new.write_text(self._as_csv(rows, heading=True), encoding="utf-8", newline="")
        new.replace(self.path)
        if self._rows_at != self.path:
            self._rows_at.unlink(missing_ok=True)

    # ------------------------------------------------------------ reading

    def _read(self) -> None:
        if self.path.suffix == PARQUET:
            pyarrow = _pyarrow()  # if it is missing, fail before games are played
            if self.path.exists():
                records = pyarrow.parquet.read_table(self.path).to_pylist()
                self._take([{name: str(value) for name, value in one.items()} for one in records])
                return
        if self._rows_at.exists():
            data = self._rows_at.read_bytes()
            whole = data[: data.rfind(b"\n") + 1]
            if whole != data:  # the run was cut off in the middle of a row
                os.truncate(self._rows_at, len(whole))
            self._take(list(csv.DictReader(io.StringIO(whole.decode("utf-8"), newline=""))))

    def _take(self, records: list[dict[str, str]]) -> None:
        for one in records:
            try:
                number = int(one["number"])
                known = self._plan.columns(number)
                row = _row(one, [*known, *_OWN])
            except (KeyError, TypeError, ValueError):
                raise BadResults(f"{self.path} is no file of a simulation.") from None
            same = {name: one[name] for name in known} == known
            if not same or row.seed != self._plan.seed_of(number):
                raise BadResults(f"{self.path} holds other games: name another file.")
            self.rows[number] = row

    # ------------------------------------------------------------ writing

    def _as_csv(self, rows: Iterable[Row], *, heading: bool) -> str:
        records = [self._record(row) for row in rows]
        out = io.StringIO(newline="")
        writer = csv.DictWriter(out, records[0] if records else [], lineterminator="\n")
        if heading:
            writer.writeheader()
        writer.writerows(records)
        return out.getvalue()

    def _record(self, row: Row) -> dict[str, object]:
        own = (
            *(row.number, row.seed, int(row.won), " ".join(map(str, row.winners))),
            *(row.medal, row.reason, row.turns, row.actions),
        )
        known = self._plan.columns(row.number)
        return {**known, **dict(zip(_OWN, own, strict=True)), **row.figures}


def _row(record: dict[str, str], known: list[str]) -> Row:
    return Row(
        int(record["number"]),
        record["seed"],
        bool(int(record["won"])),
        tuple(map(int, record["winners"].split())),
        record["medal"],
        record["reason"],
        int(record["turns"]),
        int(record["actions"]),
        {name: int(value) for name, value in record.items() if name not in known},
    )


def _pyarrow() -> ModuleType:
    """Return the package for Parquet. Raises `BadResults` if it is missing."""
    try:
        import pyarrow.parquet

        found: ModuleType = pyarrow
    except ImportError:
        raise BadResults("Parquet needs more: pip install 'regicide-tui[parquet]'") from None
    return found
