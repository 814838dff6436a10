"""Spoiling what a server has kept: entries of logs that nothing can be made of."""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

STRANGE: tuple[object, ...] = (None, True, -1, 10**30, 1.5, "", "strange", [], ["x"], {}, {"x": []})
"""Values of every type, for wherever another one is expected."""
DEEP = b'{"x":' + b"[" * 20_000 + b"]" * 20_000 + b"}"
"""Nested more deeply than Python can follow."""
NO_OBJECTS = (
    DEEP,
    b"",
    b"{",
    b"\xff\xfe\x00",
    b"null",
    b"[]",
    b"7",
    b'"text"',
    b"{}",
    b'{"do": "open"}',
)
"""What may stand in the place of an entry and is none."""
EACH = 5
"""Of the changes of an event, every fifth is made, so that each key meets other values."""


def spoiled(body: Mapping[str, object], first: int = 0, each: int = 1) -> Iterator[bytes]:
    """Return everything that an entry may have become: cut, of other types, or nonsense.

    Of the changes beside its events, return the `first` and those `each` so many further.
    """
    yield from NO_OBJECTS
    yield from (json.dumps(one).encode() for one in islice(_changed(body), first, None, each))
    found = body.get("events")
    events: list[dict[str, object]] = found if isinstance(found, list) else []
    for place, event in enumerate(events):
        for one in islice(_changed(event), place % EACH, None, EACH):
            changed = {**body, "events": [*events[:place], one, *events[place + 1 :]]}
            yield json.dumps(changed).encode()


def _changed(value: Mapping[str, object]) -> Iterator[dict[str, object]]:
    """Return an object without each of its keys, and with strange values at each."""
    for key in value:
        yield {name: other for name, other in value.items() if name != key}
        yield from ({**value, key: strange} for strange in STRANGE)


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
        base.execute("INSERT INTO entries VALUES (?, ?, ?, ?, CAST(? AS TEXT))", row)
    base.close()


def remove(path: Path, log: str, version: int = 0) -> None:
    """Remove an entry of a log; without a version, all entries."""
    with sqlite3.connect(path) as base:
        base.execute("DELETE FROM entries WHERE log = ? AND ? IN (0, version)", (log, version))
    base.close()
