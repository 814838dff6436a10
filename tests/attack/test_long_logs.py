"""However much was done in a house, it opens in a time that grows no faster than its logs."""

import sqlite3
from collections.abc import Iterable, Mapping
from pathlib import Path
from time import process_time

import msgspec
import pytest

from regicide_tui.games.base import Json
from regicide_tui.server.accounts import Accounts
from regicide_tui.server.hub import Hub
from regicide_tui.server.sqlite import SqliteStore

MANY = 40_000
_SECONDS = 6.0
"""Of the processor. It takes one or two; where each entry copied all before it, twenty and more."""


@pytest.fixture
async def store(tmp_path: Path) -> SqliteStore:
    return SqliteStore(tmp_path / "house.db")


def write(folder: Path, log: str, bodies: Iterable[Mapping[str, Json]]) -> None:
    """Write a log as if all that had been done."""
    rows = [
        (log, version, f"{version}", 0, msgspec.json.encode(body).decode())
        for version, body in enumerate(bodies, 1)
    ]
    base = sqlite3.connect(folder / "house.db")
    with base:
        base.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", rows)
    base.close()


async def test_many_names(tmp_path: Path, store: SqliteStore) -> None:
    write(tmp_path, "accounts", ({"name": f"n{i}", "add": "ssh-ed25519 A"} for i in range(MANY)))
    before = process_time()
    assert await Accounts(store).find("n7")
    assert process_time() - before < _SECONDS
    await store.close()


async def test_many_games(tmp_path: Path, store: SqliteStore) -> None:
    over = {"game": "regicide", "seats": ["ada"], "reason": "ended"}
    pairs = (({"opened": f"{i}"}, {"closed": f"{i}", **over}) for i in range(MANY))
    write(tmp_path, "house", (body for pair in pairs for body in pair))
    hub, before = Hub(store), process_time()
    await hub.open()
    assert process_time() - before < _SECONDS
    assert len(hub.finished) == MANY
    await hub.close()
    await store.close()


async def test_many_tables(tmp_path: Path, store: SqliteStore) -> None:
    opened = ({"opened": f"{i}"} for i in range(MANY // 2))
    closed = ({"closed": f"{i}"} for i in range(MANY // 2))
    write(tmp_path, "house", (*opened, *closed))
    hub, before = Hub(store), process_time()
    await hub.open()
    assert process_time() - before < _SECONDS
    assert not hub.rooms
    await hub.close()
    await store.close()
