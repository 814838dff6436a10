"""Searches for keys with which a visitor keeps the others waiting, or fills the memory.

    FUZZ_SECONDS=600 python -m tests.attack.fuzz [SEED]

It varies the worst keys it has found, and tells which those were at the end.
"""

import asyncio
import os
import sys
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from time import monotonic
from typing import NamedTuple

from tests.attack.keys import BYTES, changed_keys, repeated_keys, some_keys
from tests.attack.visitors import Server, Visitor, Witness, attack, serving, visiting

SECONDS = float(os.environ.get("FUZZ_SECONDS", "600"))
_BASE = 3.0
"""Seconds in which the witness is alone, before and after."""
_KEPT = 6
"""The worst keys that are varied."""
ONCE = b"n\x1b[27u\x1b[B"
"""Keys that open a page and leave it."""
KNOWN = (ONCE * BYTES)[:BYTES]
"""The keys with which everybody once waited for six seconds."""


class Found(NamedTuple):
    """What some keys do."""

    wait: float
    """The longest wait of the witness, in seconds."""
    grown: float
    """By how many MB the server grew."""
    keys: bytes


async def try_keys(
    server: Server,
    witness: Witness,
    keys: bytes,
    name: str = "mallory",
    command: str | None = None,
) -> Found:
    """Come, type, go; return what that did to the others."""
    async with visiting(server, name, command=command) as attacker:
        grown = await attack(server, attacker, witness, keys)
        await asyncio.sleep(0.1)
        return Found(max(witness.take(), default=0.0), grown, keys)


async def search(server: Server, witness: Witness, random: Random, seconds: float) -> list[Found]:
    """Search for so long; return all that was tried."""
    found = [await try_keys(server, witness, KNOWN)]
    end = monotonic() + seconds
    while monotonic() < end:
        found.append(await try_keys(server, witness, _next(random, found)))
    return found


def _next(random: Random, found: list[Found]) -> bytes:
    chance = random.random()
    if chance < 0.3:
        return repeated_keys(random)
    if chance < 0.6:
        return some_keys(random)
    worst = sorted(found, key=lambda one: -one.wait)[:_KEPT]
    fattest = sorted(found, key=lambda one: -one.grown)[:_KEPT]
    return changed_keys(random, random.choice([*worst, *fattest]).keys)


async def alone(witness: Witness, seconds: float = _BASE) -> list[float]:
    """Return how long the witness waits while nobody attacks."""
    witness.take()
    await asyncio.sleep(seconds)
    return witness.take()


async def _report(seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server:
        async with AsyncExitStack() as stack:
            watching: Visitor = await stack.enter_async_context(visiting(server, "witness"))
            witness = Witness(server, watching)
            for _ in range(2):  # what is loaded once
                await try_keys(server, witness, some_keys(Random(0)))
            before, memory = await alone(witness), server.memory
            found = await search(server, witness, Random(seed), SECONDS)
            after = await alone(witness)
            witness.end()
        print(f"load of the machine {os.getloadavg()}, {len(found)} attempts, seed {seed}")
        for told, waits in (("before", before), ("after", after)):
            print(f"alone {told}: {len(waits)} keys, longest wait {max(waits) * 1000:.0f} ms")
        print(f"the known keys: {found[0].wait * 1000:.0f} ms, {found[0].grown:.1f} MB")
        waits = sorted((one.wait for one in found), reverse=True)
        print("longest waits, ms:", [round(wait * 1000) for wait in waits[:10]])
        print("grown, MB:", [round(g, 1) for g in sorted(one.grown for one in found)[-10:]])
        print(f"memory: {memory:.1f} MB before, {server.memory:.1f} MB after")
        print("worst:", max(found, key=lambda one: one.wait).keys)
        print("crashes:", server.journal.count("crash "), "errors:", server.journal.count("Error"))
        for line in server.journal.splitlines():
            if "crash " in line:
                print(line)


if __name__ == "__main__":
    asyncio.run(_report(int(sys.argv[1]) if sys.argv[1:] else 1))
