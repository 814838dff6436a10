"""What both stores promise while processes race, and when the database or the power fails."""

import asyncio
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from regicide_tui.server.storage.opening import StorePlace, find_place, open_store
from regicide_tui.server.storage.postgres import PostgresStore
from regicide_tui.server.storage.store import Conflict, Store, StoreError
from tests.server.postgres import REQUIRED, TRACE, Cluster, new_cluster

PROCESSES = 5
TURNS = 1000
_RACER = """
import asyncio, sys
from regicide_tui.server.storage.opening import find_place, open_store
from regicide_tui.server.storage.store import Conflict

async def main(place, name, turns):
    store = await open_store(find_place(place))
    print("ready", flush=True)
    sys.stdin.readline()
    for turn in range(int(turns)):
        try:
            print((await store.append("log", turn, f"{name} {turn}", {})).id, flush=True)
        except Conflict:
            pass
    await store.close()

asyncio.run(main(*sys.argv[1:]))
"""
_WRITER = """
import asyncio, os, sys
from regicide_tui.server.storage.opening import find_place, open_store

async def main(place):
    store = await open_store(find_place(place))
    for turn in range(20):
        os.write(1, f"answered {(await store.append('log', turn, f'{turn}', {})).version}".encode())
    await store.close()

asyncio.run(main(sys.argv[1]))
"""


@pytest.fixture(params=["file", "database"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where an empty store is: both kinds, one after the other."""
    if request.param == "file":
        return f"{tmp_path / 'house.db'}"
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.new_url()


@pytest.mark.processes
async def test_of_five_servers_that_race_for_the_same_turn_one_wins_each_time(place: str) -> None:
    store = await open_store(find_place(place))
    pipe = subprocess.PIPE
    racers = [
        subprocess.Popen(
            [sys.executable, "-c", _RACER, place, f"{number}", f"{TURNS}"],
            stdin=pipe,
            stdout=pipe,
            text=True,
        )
        for number in range(PROCESSES)
    ]
    for one in racers:
        assert one.stdout is not None
        assert one.stdout.readline() == "ready\n"
    for one in racers:
        assert one.stdin is not None
        one.stdin.write("go\n")
        one.stdin.flush()
    won = [(await asyncio.to_thread(one.communicate))[0].splitlines() for one in racers]
    assert [one.returncode for one in racers] == [0] * PROCESSES
    entries = await store.read("log")
    assert [entry.version for entry in entries] == [*range(1, TURNS + 1)]
    assert sorted(entry.id for entry in entries) == sorted(name for one in won for name in one)
    assert [int(entry.id.split()[1]) for entry in entries] == [*range(TURNS)]
    await store.close()


@pytest.fixture
def fragile(needs_postgres: None) -> Iterator[Cluster]:
    """A PostgreSQL that a test may kill."""
    with new_cluster() as cluster:
        yield cluster


@pytest.mark.processes
async def test_when_the_database_is_killed_each_answered_append_is_there_once(
    fragile: Cluster,
) -> None:
    store = await PostgresStore.open(fragile.url())
    answered: dict[str, list[str]] = {f"table/{number}": [] for number in range(6)}
    appending = [asyncio.create_task(_append_on(store, log, ids)) for log, ids in answered.items()]
    for _ in range(2):
        before = sum(map(len, answered.values()))
        while sum(map(len, answered.values())) < before + 60:
            await asyncio.sleep(0.01)
        await asyncio.to_thread(fragile.kill)
        await asyncio.to_thread(fragile.start)
    before = sum(map(len, answered.values()))
    while sum(map(len, answered.values())) < before + 60:
        await asyncio.sleep(0.01)
    for one in appending:
        one.cancel()
    await asyncio.wait(appending)
    for log, ids in answered.items():
        stored = [entry.id for entry in await store.read(log)]
        assert len({*stored}) == len(stored)
        assert [name for name in stored if name in {*ids}] == ids
    await store.close()


async def _append_on(store: Store, log: str, ids: list[str]) -> None:
    """Append entry after entry, and note those that were answered."""
    version = number = 0
    while True:
        number += 1
        try:
            version = (await store.append(log, version, f"{number}", {})).version
            ids.append(f"{number}")
        except (Conflict, StoreError):  # an append that was given up may have been done
            version = await _last(store, log, version)


async def _last(store: Store, log: str, version: int) -> int:
    try:
        return max([entry.version for entry in await store.read(log)], default=0)
    except StoreError:
        return version


@pytest.fixture
def needs_strace() -> None:
    """Skip the test where nothing shows the calls of a process to the system."""
    if shutil.which("strace") is None and not os.environ.get(REQUIRED):
        pytest.skip("strace is not installed")


@pytest.mark.processes
async def test_a_file_is_synced_before_each_answer(needs_strace: None, tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    await _write([*TRACE, f"{trace}"], tmp_path / "house.db")
    assert _unsynced(trace, r"write\(1, \"answered") == []


@pytest.mark.processes
async def test_a_database_is_synced_before_each_answer(
    needs_strace: None, needs_postgres: None
) -> None:
    """The database answers an append by a row of data with the body, which is `{}`.

    A message that begins with an A is a notification, which has the body as well.
    """
    with new_cluster(traced=True) as cluster:
        await _write([], cluster.url())
        assert _unsynced(cluster.trace, r"sendto\(\d+, \"[^A].*\{\}") == []


async def _write(before: list[str], place: StorePlace) -> None:
    """Let a process append twenty entries."""
    process = await asyncio.create_subprocess_exec(
        *(*before, sys.executable, "-c", _WRITER, f"{place}"), stdout=subprocess.PIPE
    )
    printed, _ = await process.communicate()
    assert printed.count(b"answered") == 20


def _unsynced(trace: Path, answer: str) -> list[str]:
    """Return the answers before which nothing was synced since the answer before them."""
    synced, found, answers = False, [], 0
    for line in trace.read_text(errors="replace").splitlines():
        if re.search(r"(fsync|fdatasync)(\(| resumed>).*\) += 0$", line):
            synced = True
        elif re.search(answer, line):
            answers += 1
            if not synced:
                found.append(line)
            synced = False
    assert answers == 20, f"answers {answers}"
    return found
