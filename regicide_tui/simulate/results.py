"""The file with a row for each game. Rows are added as games end, and sorted at the end."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from regicide_tui.simulate.csv_table import CsvTable
from regicide_tui.simulate.errors import not_ours, of_other_games
from regicide_tui.simulate.formats import CSV, PARQUET, check_format, load_pyarrow
from regicide_tui.simulate.plan import Plan, Row

_OWN = (
    *("number", "seed", "won", "winners", "medal", "reason", "fault_seat", "fault"),
    *("turns", "actions"),
)


class Results:
    """The rows in a CSV file. No other process may write it.

    An interrupted run can be continued: games in the file are not played again. If the file's name
    ends with `.parquet`, rows are collected in a file beside it until all games are played; without
    the package for Parquet that raises `BadFile`, as does any other extension.
    """

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path
        self._plan = plan
        check_format(path, CSV, PARQUET)
        self._is_parquet = path.suffix == PARQUET
        if self._is_parquet:
            load_pyarrow()  # if it is missing, fail before games are played
        self._rows_at = path.with_name(f"{path.name}.csv") if self._is_parquet else path
        self._table = CsvTable(self._rows_at, [*plan.columns(1), *_OWN])
        self.rows: dict[int, Row] = {}

    def read(self) -> None:
        """Read the rows of earlier games. Raises `BadFile`, `OSError`."""
        for record in self._read():
            row = self._parse(record)
            self.rows[row.number] = row

    def add(self, row: Row) -> None:
        """Add the row of a game. Raises `OSError`."""
        self.rows[row.number] = row
        self._table.add([self._record(row)])

    def finish(self) -> None:
        """Write all rows in order. Raises `OSError`."""
        records = [self._record(self.rows[number]) for number in sorted(self.rows)]
        if not self._is_parquet:
            self._table.write(records)
            return
        pyarrow = load_pyarrow()
        new = self.path.with_name(f"{self.path.name}.new")
        pyarrow.parquet.write_table(pyarrow.Table.from_pylist(records), new)
        new.replace(self.path)
        self._rows_at.unlink(missing_ok=True)

    def _read(self) -> list[dict[str, str]]:
        """Return all rows; rows that aren't in the Parquet file yet come last."""
        try:
            if not (self._is_parquet and self.path.exists()):
                return self._table.read()
            records = load_pyarrow().parquet.read_table(self.path).to_pylist()
            found = [{name: str(value) for name, value in one.items()} for one in records]
            return [*found, *self._table.read()]
        except ValueError:  # for example, it isn't a Parquet file
            raise not_ours(self.path) from None

    def _parse(self, record: Mapping[str, str]) -> Row:
        """Return a row from its columns. Raises `BadFile`."""
        try:
            known = self._plan.columns(int(record["number"]))
            row = _row(record, [*known, *_OWN])
        except (KeyError, TypeError, ValueError):
            raise not_ours(self.path) from None
        same = {name: record[name] for name in known} == known
        if not same or row.seed != self._plan.seed_of(row.number):
            raise of_other_games(self.path)
        return row

    def _record(self, row: Row) -> dict[str, object]:
        own = (
            *(row.number, row.seed, int(row.won), _write_seats(row.winners)),
            *(row.medal, row.reason),
            *("" if row.fault_seat is None else _write_seats([row.fault_seat]), row.fault),
            *(row.turns, row.actions),
        )
        known = self._plan.columns(row.number)
        return {**known, **dict(zip(_OWN, own, strict=True)), **row.figures}


def _row(record: Mapping[str, str], known: list[str]) -> Row:
    return Row(
        int(record["number"]),
        record["seed"],
        bool(int(record["won"])),
        _parse_seats(record["winners"]),
        record["medal"],
        record["reason"],
        int(record["turns"]),
        int(record["actions"]),
        {name: int(value) for name, value in record.items() if name not in known},
        next(iter(_parse_seats(record["fault_seat"])), None),
        record["fault"],
    )


def _write_seats(seats: Iterable[int]) -> str:
    """Return seats, which count from 0, as written in files: from 1, like players everywhere."""
    return " ".join([str(seat + 1) for seat in seats])


def _parse_seats(text: str) -> tuple[int, ...]:
    return tuple([int(seat) - 1 for seat in text.split()])
