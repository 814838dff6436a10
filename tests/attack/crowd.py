"""How long others wait while a crowd types keys without end.

    python -m tests.attack.crowd [ATTACKERS] [SECONDS] [resize]

A witness presses a key twenty times a second. It tells the median, the 90th percentile and the
longest of its waits, in milliseconds of the server's own time and by the clock. With `resize` the
attackers change the sizes of their windows as well.
"""

import asyncio
import sys
import tempfile
from contextlib import AsyncExitStack
from itertools import cycle
from pathlib import Path
from time import monotonic

from tests.attack.fuzz import KNOWN, alone
from tests.attack.visitors import Server, Visitor, Witness, serving, visiting

_PAUSE = 0.1
_LARGE, _LARGER = (299, 99), (300, 100)


async def _attack(attacker: Visitor, *, resizes: bool) -> None:
    """Type as fast as the server takes it, and perhaps change the size of the window."""
    for size in cycle((_LARGE, _LARGER)):
        attacker.type(KNOWN)
        for _ in range(round(len(KNOWN) / 512 / _PAUSE)):
            if resizes:
                attacker.channel.change_terminal_size(*size)
            await asyncio.sleep(_PAUSE)


async def waits_beside(
    server: Server, attackers: int, seconds: float, *, resizes: bool = False
) -> Witness:
    """Return a witness that has waited beside so many attackers."""
    async with AsyncExitStack() as stack:
        watching = await stack.enter_async_context(visiting(server, "witness"))
        witness = Witness(server, watching)
        size = _LARGE if resizes else (80, 24)
        crowd = [
            await stack.enter_async_context(visiting(server, f"mallory{number}", size))
            for number in range(attackers)
        ]
        await alone(witness)
        witness.by_the_clock.clear()
        tasks = [asyncio.ensure_future(_attack(one, resizes=resizes)) for one in crowd]
        end = monotonic() + seconds
        while monotonic() < end:
            await asyncio.sleep(_PAUSE)
        witness.waits = witness.take()
        witness.end()
        for task in tasks:
            task.cancel()
    return witness


def figures(waits: list[float]) -> str:
    """Return the median, the 90th percentile and the longest of some waits, in milliseconds."""
    ordered = sorted(1000 * wait for wait in waits)
    shares = [ordered[round(share * (len(ordered) - 1))] for share in (0.5, 0.9, 1.0)]
    return ", ".join(f"{one:.0f}" for one in shares)


async def _report(attackers: int, seconds: float, *, resizes: bool) -> None:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server:
        before = server.worked
        witness = await waits_beside(server, attackers, seconds, resizes=resizes)
        print(
            f"{attackers} attackers, {len(witness.waits)} keys: {figures(witness.waits)} ms of the "
            f"server's time; {figures(witness.by_the_clock)} ms by the clock; "
            f"the server worked {server.worked - before:.1f} s"
        )


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != "resize"]
    attackers, seconds = [*words, *("20", "20")[len(words) :]]
    asyncio.run(_report(int(attackers), float(seconds), resizes="resize" in sys.argv))
