"""What a server keeps of those who have gone: its memory after many visits.

python -m tests.attack.visits [VISITS]
"""

import asyncio
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import asyncssh

from tests.attack.visitors import Server, serving, visiting

AT_ONCE = 4
WAVE = 250
NAMES = 20
_KEYS = b"n\x1b[Bp\x1b[27uh\x1b[27u\x1b[B"
"""Each looks at a form, at the players and at the rules."""


async def _visit(server: Server, number: int, free: asyncio.Semaphore) -> None:
    async with free:
        with suppress(OSError, asyncssh.Error):
            async with visiting(server, f"visitor-{number % NAMES}-{number % AT_ONCE}") as visitor:
                visitor.type(_KEYS)
                await visitor.quiet()


async def memory_after(server: Server, visits: int, wave: int = WAVE) -> list[float]:
    """Let so many come and go; return what the server occupies after each wave, in MB."""
    free, found = asyncio.Semaphore(AT_ONCE), []
    for first in range(0, visits, wave):
        await asyncio.gather(*[_visit(server, first + one, free) for one in range(wave)])
        found.append(round(server.memory, 1))
    return found


async def _measure(visits: int) -> None:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server:
        for wave in range(0, visits, WAVE):
            (memory,) = await memory_after(server, WAVE)
            print(f"after {wave + WAVE} visits: {memory} MB", flush=True)


if __name__ == "__main__":
    asyncio.run(_measure(int(sys.argv[1]) if sys.argv[1:] else 5000))
