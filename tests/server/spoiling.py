"""Spoiling what a house has kept: entries of logs that nothing can be made of."""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path

STRANGE: tuple[object, ...] = (None, True, -1, 10**30, 1.5, "", "strange", [], ["x"], {}, {"x": []})
"""Values of every type, for wherever another one is expected."""
NO_OBJECTS = (b"", b"{", b"\xff\xfe\x00", b"null", b"[]", b"7", b'"text"', b"{}", b'{"do": "open"}')
"""What may stand in the place of an entry and is none."""


def spoiled(body: Mapping[str, object]) -> Iterator[bytes]:
    """Return everything that an entry may have become: cut, of other types, or nonsense."""
    yield from NO_OBJECTS
    for key in body:
        yield json.dumps({name: value for name, value in body.items() if name != key}).encode()
        yield from (json.dumps({**body, key: value}).encode() for value in STRANGE)


def bodies(path: Path, log: str) -> list[dict[str, object]]:
    """Return the bodies of a log."""
    with sqlite3.connect(path) as base:
        query = "SELECT body FROM entries WHERE log = ? ORDER BY version"
        return [json.loads(text) for (text,) in base.execute(query, (log,))]


def write(path: Path, log: str, version: int, body: bytes) -> None:
    """Put something in the place of an entry, or behind the last one."""
    with sqlite3.connect(path) as base:
        row = log, version, f"{version}", 0, body
        base.execute("DELETE FROM entries WHERE log = ? AND version = ?", (log, version))
        base.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", row)
    base.close()
