"""Every decision of every seat as a row of Parquet.

A Parquet file can be read only once it is complete. While games are played, their rows are
therefore added to a file beside it, as an Arrow IPC stream: after a kill, all whole games in it
can be read. At the end they become a Parquet file, in the order of the games.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import msgspec

from regicide_tui.simulate.errors import not_ours, of_other_games
from regicide_tui.simulate.formats import PARQUET, check_format, load_pyarrow
from regicide_tui.simulate.plan import GameResult, Plan

if TYPE_CHECKING:
    import pyarrow

_PLAN = b"regicide-tui"
"""The key of the plan in the file's metadata."""
ROWS_A_GROUP = 10_000
"""A row group ends with the game that brings it to this many rows."""


class Records:
    """The decisions of a simulation in a Parquet file. No other process may write it.

    Raises `BadFile` if the package for Parquet is missing, or the name does not end with
    `.parquet`.
    """

    def __init__(self, path: Path, plan: Plan) -> None:
        check_format(path, PARQUET)
        self.path = path
        self._stream_at = path.with_name(f"{path.name}.arrows")
        self._plan = plan
        self._pyarrow = load_pyarrow()
        self._schema = _schema(self._pyarrow, plan)
        self.games: set[int] = set()
        self._places: dict[int, int] = {}
        """The offset in the stream, in bytes, where the rows of each game begin."""

    def read(self) -> None:
        """Find the games whose decisions are recorded. Raises `BadFile`, `OSError`."""
        if self._stream_at.exists():
            self._read_stream()
        elif self.path.exists():
            self._read_parquet()

    def add(self, result: GameResult) -> None:
        """Add the decisions of a game. Raises `OSError`."""
        if not self._stream_at.exists():
            self._begin_stream()
        number, seed = result.row.number, result.row.seed
        rows = [
            {"number": number, "seed": seed, **msgspec.structs.asdict(one), "seat": one.seat + 1}
            for one in result.decisions
        ]
        self._append(number, self._pyarrow.RecordBatch.from_pylist(rows, schema=self._schema))

    def finish(self) -> None:
        """Write the Parquet file, with the games in order. Raises `OSError`."""
        if not self._stream_at.exists():  # no game was added
            return
        new = self.path.with_name(f"{self.path.name}.new")
        with self._pyarrow.parquet.ParquetWriter(new, self._schema) as writer:
            for table in self._groups():
                writer.write_table(table, row_group_size=table.num_rows)
        new.replace(self.path)
        self._stream_at.unlink()

    # ------------------------------------------------------------ reading

    def _read_stream(self) -> None:
        """Find all games in the stream, and cut off an incomplete last one."""
        with self._pyarrow.OSFile(str(self._stream_at)) as file:
            self._check(self._read_schema(file), self._stream_at)
            place = file.tell()
            with suppress(EOFError, OSError, self._pyarrow.ArrowInvalid):
                while True:
                    batch = self._read_batch(file)
                    self._places[batch["number"][0].as_py()] = place
                    place = file.tell()
        self.games = set(self._places)
        os.truncate(self._stream_at, place)

    def _read_parquet(self) -> None:
        with self._open_parquet() as file:
            self._check(file.schema_arrow, self.path)
            for group in range(file.num_row_groups):
                self.games.update(file.read_row_group(group, ["number"])["number"].to_pylist())

    def _open_parquet(self) -> "pyarrow.parquet.ParquetFile":
        try:
            return self._pyarrow.parquet.ParquetFile(self.path)
        except self._pyarrow.ArrowInvalid:
            raise not_ours(self.path) from None

    def _read_schema(self, file: "pyarrow.NativeFile") -> "pyarrow.Schema":
        try:
            return self._pyarrow.ipc.read_schema(file)
        except (EOFError, OSError, self._pyarrow.ArrowInvalid):
            raise not_ours(self._stream_at) from None

    def _read_batch(self, file: "pyarrow.NativeFile") -> "pyarrow.RecordBatch":
        """Return the rows of the next game in the stream."""
        ipc = self._pyarrow.ipc
        return ipc.read_record_batch(ipc.read_message(file), self._schema)

    def _check(self, schema: "pyarrow.Schema", path: Path) -> None:
        """Raise `BadFile` unless a file has these columns and this plan."""
        if not schema.equals(self._schema):
            raise not_ours(path)
        if (schema.metadata or {}).get(_PLAN) != self._schema.metadata[_PLAN]:
            raise of_other_games(path)

    # ------------------------------------------------------------ writing

    def _begin_stream(self) -> None:
        """Begin the stream, with the games of an existing Parquet file to add to."""
        new = self._stream_at.with_name(f"{self._stream_at.name}.new")
        with new.open("wb") as stream:
            stream.write(self._schema.serialize())
            for number, batch in self._finished_games():
                self._places[number] = stream.tell()
                stream.write(batch.serialize())
        new.replace(self._stream_at)

    def _finished_games(self) -> Iterator[tuple[int, "pyarrow.RecordBatch"]]:
        """Yield the rows of each game in the Parquet file."""
        if not self.path.exists():
            return
        with self._open_parquet() as file:
            for group in range(file.num_row_groups):
                table = file.read_row_group(group).cast(self._schema)
                for number in table["number"].unique().to_pylist():
                    mask = self._pyarrow.compute.equal(table["number"], number)
                    (batch,) = table.filter(mask).combine_chunks().to_batches()
                    yield number, batch

    def _append(self, number: int, batch: "pyarrow.RecordBatch") -> None:
        with self._stream_at.open("ab") as stream:
            self._places[number] = stream.tell()
            stream.write(batch.serialize())
        self.games.add(number)

    def _groups(self) -> Iterator["pyarrow.Table"]:
        """Yield tables of whole games, in order, one for each row group."""
        batches: list[pyarrow.RecordBatch] = []
        rows = 0
        with self._pyarrow.OSFile(str(self._stream_at)) as file:
            for number in sorted(self._places):
                file.seek(self._places[number])
                batches.append(self._read_batch(file))
                rows += batches[-1].num_rows
                if rows >= ROWS_A_GROUP:
                    yield self._pyarrow.Table.from_batches(batches, self._schema)
                    batches, rows = [], 0
        if batches:
            yield self._pyarrow.Table.from_batches(batches, self._schema)


def _schema(pyarrow: ModuleType, plan: Plan) -> "pyarrow.Schema":
    """Return the columns, with the plan in their metadata."""
    described = {
        "game": plan.game,
        "bots": plan.bots,
        "seed": plan.seed,
        "house_rules": dict(sorted(plan.options.items())),
        "around": plan.around,
    }
    columns = {
        "number": pyarrow.int64(),
        "seed": pyarrow.string(),
        "step": pyarrow.int32(),
        "seat": pyarrow.int32(),
        "bot": pyarrow.string(),
        "view": pyarrow.string(),
        "legal": pyarrow.list_(pyarrow.string()),
        "complete": pyarrow.bool_(),
        "choice": pyarrow.string(),
        "chance": pyarrow.float64(),
        "processor_seconds": pyarrow.float64(),
        "wall_seconds": pyarrow.float64(),
    }
    return pyarrow.schema(columns, {_PLAN: msgspec.json.encode(described)})
