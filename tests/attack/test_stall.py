"""Whatever one visitor types, the others are answered, and the server stays small and obeys.

The witness is another visitor. How long it waits while nobody attacks is what the machine itself
takes; the promise is about what an attack adds to that.
"""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.attack.bearing import LONGEST_WAIT, MOST_GROWN, bears
from tests.attack.fuzz import KNOWN, SECONDS, alone, search, try_keys
from tests.attack.keys import repeated_keys, some_keys
from tests.attack.visitors import Server, Witness, serving, visit, visiting
from tests.attack.visits import memory_after

pytestmark = pytest.mark.processes

SHORT = 300
"""Bytes of keys in the tests that are run each time."""
LINES = (
    b"bots duel\rlegal\rwhy\rtry 1 2\r1 2\rexport\rmore\rlog 999\rleave\rpuzzles\rfind the\r"
    b"bots king\rpowers\rrules R-20\rnonsense\rgames\rplayers\rhelp\rleave\r"
)
"""Lines that are long to answer."""
SEEDS = [0, pytest.param(1, marks=pytest.mark.attack)]
LONGEST_END = 2.0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """An open server."""
    with serving(tmp_path_factory.mktemp("house")) as server:
        yield server


async def _bears(server: Server, keys: bytes, command: str | None = None) -> None:
    async with visiting(server, "witness") as watching:
        witness = Witness(server, watching)
        await bears(server, witness, lambda: try_keys(server, witness, keys, command=command))


async def test_the_known_keys_keep_nobody_waiting(server: Server) -> None:
    await _bears(server, KNOWN[:SHORT])


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
async def test_random_keys_keep_nobody_waiting(server: Server, seed: int) -> None:
    await _bears(server, some_keys(Random(seed), SHORT))


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
async def test_repeated_keys_keep_nobody_waiting(server: Server, seed: int) -> None:
    await _bears(server, repeated_keys(Random(seed), SHORT))


@pytest.mark.parametrize(
    "times", [pytest.param(5, marks=pytest.mark.slow), pytest.param(100, marks=pytest.mark.attack)]
)
async def test_a_flood_of_lines_keeps_nobody_waiting(server: Server, times: int) -> None:
    await _bears(server, LINES * times, "text")


@pytest.mark.attack
async def test_all_of_the_known_keys_keep_nobody_waiting(server: Server) -> None:
    await _bears(server, KNOWN)


@pytest.mark.attack
@pytest.mark.timeout(SECONDS + 300)
async def test_no_keys_are_found_that_keep_others_waiting(server: Server) -> None:
    async with visiting(server, "witness") as watching:
        witness = Witness(server, watching)
        usual = max(await alone(witness))
        found = await search(server, witness, Random(), SECONDS)
        witness.end()
    worst = max(found, key=lambda one: one.wait)
    fattest = max(found, key=lambda one: one.grown)
    assert worst.wait - usual < LONGEST_WAIT, worst
    assert fattest.grown < MOST_GROWN, fattest
    assert not server.journal.count("crash "), server.journal


@pytest.mark.parametrize("attackers", [1, pytest.param(5, marks=pytest.mark.attack)])
async def test_a_signal_is_obeyed_whatever_goes_on(tmp_path: Path, attackers: int) -> None:
    with serving(tmp_path) as server:
        visitors = [await visit(server, f"mallory{number}") for number in range(attackers)]
        for one in visitors:
            one.type(KNOWN)
            await one.key_to_paint()
        ended = await asyncio.to_thread(server.end)
        for one in visitors:
            await one.ended.wait()
        assert ended < LONGEST_END
        assert server.process.returncode == 0
        assert all(b"The server is closing" in one.raw for one in visitors)
        assert all(b"\x1b[?1049l" in one.raw for one in visitors)


@pytest.mark.attack
@pytest.mark.timeout(7200)
async def test_what_is_kept_of_visits_levels_off(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        found = await memory_after(server, 5000)
    assert found[-1] - found[len(found) // 2] < 5, found
