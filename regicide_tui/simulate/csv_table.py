"""Rows of text in a CSV file that grows while games are played."""

import csv
import io
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path


class CsvTable:
    """A CSV file to which rows are added. All rows have the same columns.

    `columns` are the first ones, common to all files of this kind; none of them needs quotes.
    """

    def __init__(self, path: Path, columns: Iterable[str]) -> None:
        self._path = path
        self._beginning = ",".join(columns).encode()

    def read(self) -> list[dict[str, str]]:
        """Return all rows; none if there is no file. Raises `OSError`, `ValueError`.

        If a run was cut off in the middle of the last row, that row is removed from the file. A
        file with other columns is left unchanged.
        """
        if not self._path.exists():
            return []
        data = self._path.read_bytes()
        if not (data.startswith(self._beginning) or self._beginning.startswith(data)):
            raise ValueError("The file has different columns.")
        whole = data[: data.rfind(b"\n") + 1]
        if whole != data:
            os.truncate(self._path, len(whole))
        return list(csv.DictReader(io.StringIO(whole.decode("utf-8"), newline="")))

    def add(self, rows: Sequence[Mapping[str, object]]) -> None:
        """Add rows. Raises `OSError`."""
        is_new = not self._path.exists() or not self._path.stat().st_size
        with self._path.open("a", newline="", encoding="utf-8") as file:
            file.write(_as_csv(rows, heading=is_new))

    def write(self, rows: Sequence[Mapping[str, object]]) -> None:
        """Write these rows in place of all others. Raises `OSError`."""
        new = self._path.with_name(f"{self._path.name}.new")
        new.write_text(_as_csv(rows, heading=True), encoding="utf-8", newline="")
        new.replace(self._path)


def _as_csv(rows: Sequence[Mapping[str, object]], *, heading: bool) -> str:
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, [*rows[0]] if rows else [], lineterminator="\n")
    if heading:
        writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()
