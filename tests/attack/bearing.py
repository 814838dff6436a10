"""What all others may notice of an attack: they wait for one page at most, and memory stays."""

from collections.abc import Awaitable, Callable

from tests.attack.fuzz import KNOWN, ONCE, Found, alone, try_keys
from tests.attack.visitors import Server, Witness

LONGEST_WAIT = 0.2
"""Seconds, or twice what one page takes to open: others may wait for one, not for several."""
MOST_GROWN = 50.0
"""MB."""
_TRIES = 3


async def bears(server: Server, witness: Witness, attack: Callable[[], Awaitable[Found]]) -> None:
    """Attack until others wait no longer than they may; fail if they wait longer each time."""
    # What holds up the others does so each time; a busy machine does not.
    waits: list[float] = []
    once = await try_keys(server, witness, KNOWN[: len(ONCE)])
    longest = max(LONGEST_WAIT, 2 * once.wait)
    while len(waits) < _TRIES and not any(wait < longest for wait in waits):
        usual = max(await alone(witness, 1.0))
        found = await attack()
        waits.append(found.wait - usual)
        assert found.grown < MOST_GROWN
    witness.end()
    assert not server.journal.count("crash ")
    assert min(waits) < longest
